import { interruptIfDead } from "../../../acts/interrupt-if-dead.ts";
import type { Desk, FoundPlan } from "../../../desk/desk.ts";
import type { Run } from "../commands.ts";
import { offeredTo } from "../offered.ts";
import { foundJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { signingWarnings } from "../signing-warnings.ts";
import { foundText } from "../text/standing-text.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const desk = await session.desk();
  const found = await desk.plan(id);
  if (!found.ok) return refused(found.refusal);
  const view = await settled(desk, found.value);
  if (args.options["text"] === true) {
    const text = view.kind === "elsewhere" ? view.document.text : (view.state?.proposal.text ?? "");
    return reply({ text }, text);
  }
  const { changed, warnings } = signingWarnings(desk, view);
  return reply(
    { plan: { ...foundJson(id, view), changed_since: changed } },
    foundText(id, view, { ...session, now: new Date(), offered: offeredTo(desk), changed }),
    warnings,
  );
};

/** Marks the steps of a cancelled plan interrupted if its process is dead: otherwise they would be shown as running. */
async function settled(desk: Desk, view: FoundPlan): Promise<FoundPlan> {
  if (view.kind !== "standing" || view.state.status !== "cancelled") return view;
  const ended = await interruptIfDead(desk, view.state);
  return ended.ok ? { ...view, state: ended.value } : view;
}
