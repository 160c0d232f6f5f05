import { interruptIfDead } from "../../../acts/interrupt-if-dead.ts";
import { defaultModel } from "../../../agent/default-model.ts";
import type { Desk, FoundPlan } from "../../../desk/desk.ts";
import { localActor } from "../../../desk/persons.ts";
import { nextActions } from "../../../lifecycle/next-actions.ts";
import { offers } from "../../../lifecycle/offers.ts";
import { defined } from "../../../plan/defined.ts";
import { holderOf } from "../../../run/holder.ts";
import type { Run } from "../commands.ts";
import { foundJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { signingWarnings } from "../signing-warnings.ts";
import { foundPlanText, type PlanTextLook } from "../text/found-plan-text.ts";

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
  const { changed, warnings } = await signingWarnings(desk, view);
  return reply(
    { plan: { ...foundJson(id, view), changed_since: changed } },
    foundPlanText(id, view, {
      ...session,
      now: new Date(),
      offered: offeredTo(desk),
      changed,
      ...defined({ model: defaultModel(session.env) }),
    }),
    warnings,
  );
};

/** Marks the steps of a cancelled plan interrupted if its process is dead: otherwise they would be shown as running. */
async function settled(desk: Desk, view: FoundPlan): Promise<FoundPlan> {
  if (view.kind !== "standing" || view.state.status !== "cancelled") return view;
  const ended = await interruptIfDead(desk, view.state);
  return ended.ok ? { ...view, state: ended.value } : view;
}

/** The commands that the local user may give once authenticated; listing them approves nothing. */
function offeredTo(desk: Desk): NonNullable<PlanTextLook["offered"]> {
  const viewer = localActor(process.env);
  const person = viewer.kind === "local" ? desk.viewerAt("cli", viewer.id) : viewer;
  return (state) => ({
    review: offers(state, person, desk.configuration.config.approvers),
    next: person.kind === "person" ? nextActions(state, holderOf(desk, state)) : [],
  });
}
