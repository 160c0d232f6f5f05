import { type PreparedRollBack, prepareRollBack } from "../../../acts/prepare-roll-back.ts";
import { rollBackHash } from "../../../acts/roll-back-hash.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import type { StepId } from "../../../plan/plan.ts";
import type { CardMessage } from "../cards/card-message.ts";
import type { CustomId } from "../cards/custom-id.ts";
import { rollbackCard } from "../cards/rollback-card.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { doneText } from "../done-text.ts";
import { planAt } from "./plan-at.ts";
import type { Reply } from "./reply.ts";

export interface RollBackRequest {
  step?: StepId | undefined;
  everything?: boolean;
}

/** Shows what a roll back would change, with the button that does it. */
export async function previewRollBack(
  agent: ChannelAgent,
  plan: LivePlan,
  { step, everything = false }: RollBackRequest = {},
): Promise<Outcome<CardMessage>> {
  const prepared = await prepare(agent, plan, { step, everything });
  return prepared.ok ? yes(rollbackCard(prepared.value.preview, { everything })) : prepared;
}

/** Rolls back what the preview showed. If anything changed since, it shows the new preview instead. */
export async function confirmRollBack(
  { id, range, shown }: Extract<CustomId, { on: "rollback" }>,
  agent: ChannelAgent,
  person: Person,
): Promise<Outcome<Reply>> {
  const plan = await planAt(agent, id);
  if (!plan.ok) return plan;
  const everything = range === "everything";
  const step = typeof range === "number" ? bindingPlan(plan.value).steps[range]?.id : undefined;
  if (typeof range === "number" && step === undefined) return NO_STEP;
  const prepared = await prepare(agent, plan.value, { step, everything });
  if (!prepared.ok) return prepared;
  const { preview, confirm } = prepared.value;
  if (rollBackHash(preview) !== shown) return yes(rollbackCard(preview, { everything, isNew: true }));
  return doneText(await confirm(person));
}

export const NO_STEP = no("unknown_step", "The plan no longer has this step.");

function prepare(
  { desk, session }: ChannelAgent,
  { id }: LivePlan,
  { step, everything = false }: RollBackRequest,
): Promise<Outcome<PreparedRollBack>> {
  return prepareRollBack({ desk }, id, { step, everything, env: session.env });
}
