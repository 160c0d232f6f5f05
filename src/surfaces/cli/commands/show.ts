import type { Run } from "../commands.ts";
import { offeredTo } from "../offered.ts";
import { foundJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { foundText } from "../text/standing-text.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const desk = await session.desk();
  const found = await desk.plan(id);
  if (!found.ok) return refused(found.refusal);
  const view = found.value;
  if (args.options["text"] === true) {
    const text = view.kind === "elsewhere" ? view.document.text : (view.state?.proposal.text ?? "");
    return reply({ text }, text);
  }
  const { changedArtifacts } = await import("../../../desk/changed-artifacts.ts");
  const changed = "state" in view && view.state ? changedArtifacts(desk.project, view.state.proposal.plan) : [];
  const { changedSince } = await import("../../../desk/git.ts");
  const relied = view.kind === "standing" ? changedSince(desk.project, view.state.proposal.plan) : [];
  const warnings = changed.map((name) => ({
    severity: "warning" as const,
    kind: "changed_artifact",
    message: `The artifact ${name} is not the one the plan was proposed with.`,
  }));
  return reply(
    { plan: { ...foundJson(id, view), changed_since: relied } },
    foundText(id, view, { ...session, now: new Date(), offered: offeredTo(desk), changed: relied }),
    warnings,
  );
};
