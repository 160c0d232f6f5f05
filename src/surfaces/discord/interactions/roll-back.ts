import type { RepliableInteraction } from "discord.js";
import { type PreparedRollBack, prepareRollBack } from "../../../acts/prepare-roll-back.ts";
import { no, type Outcome } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import type { StepId } from "../../../plan/plan.ts";
import type { CustomId } from "../cards/custom-id.ts";
import { previewHash, rollbackCard } from "../cards/rollback-card.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { doneText } from "../done-text.ts";
import { planAt } from "./plan-at.ts";
import { refuse, reply, say } from "./reply.ts";

export interface RollBackRequest {
  step?: StepId | undefined;
  everything?: boolean;
}

/** Shows what a roll back would change, with the button that does it. */
export async function showRollBack(
  interaction: RepliableInteraction,
  agent: ChannelAgent,
  plan: LivePlan,
  { step, everything = false }: RollBackRequest,
): Promise<void> {
  const prepared = await prepare(agent, plan, { step, everything });
  if (!prepared.ok) return refuse(interaction, prepared.refusal);
  return reply(interaction, rollbackCard(prepared.value.preview, { everything }));
}

/** Rolls back what the preview showed. If anything changed since, it shows the new preview instead. */
export async function confirmRollBack(
  click: RepliableInteraction,
  { id, range, shown }: Extract<CustomId, { on: "rollback" }>,
  agent: ChannelAgent,
  person: Person,
): Promise<void> {
  const plan = await planAt(agent, id);
  if (!plan.ok) return refuse(click, plan.refusal);
  const everything = range === "everything";
  const step = typeof range === "number" ? bindingPlan(plan.value).steps[range]?.id : undefined;
  if (typeof range === "number" && step === undefined) return refuse(click, NO_STEP.refusal);
  const prepared = await prepare(agent, plan.value, { step, everything });
  if (!prepared.ok) return refuse(click, prepared.refusal);
  const { preview, confirm } = prepared.value;
  if (previewHash(preview) !== shown) return reply(click, rollbackCard(preview, { everything, isNew: true }));
  const done = doneText(await confirm(person));
  return done.ok ? say(click, done.value) : refuse(click, done.refusal);
}

const NO_STEP = no("unknown_step", "The plan no longer has this step.");

function prepare(
  { desk, session }: ChannelAgent,
  { id }: LivePlan,
  { step, everything = false }: RollBackRequest,
): Promise<Outcome<PreparedRollBack>> {
  return prepareRollBack({ desk }, id, { step, everything, env: session.env });
}
