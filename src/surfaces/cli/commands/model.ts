import { chooseModel } from "../../../acts/choose-model.ts";
import { visible } from "../../../plan/visible.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { refused } from "../reply.ts";
import { askAbout } from "../subject.ts";

/** Chooses another model after the approval. */
export const run: Run = async (session, args) => {
  const [id = "", model = ""] = args.words;
  const asked = await askAbout(session, id, "choose_model", `Run ${id} with ${visible(model)}?`);
  if (!asked.ok) return refused(asked.refusal);
  const done = await chooseModel(asked.value, id, model);
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
