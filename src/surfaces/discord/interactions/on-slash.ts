import type { ChatInputCommandInteraction } from "discord.js";
import { archivePlans } from "../../../acts/archive-plans.ts";
import { cancelPlan } from "../../../acts/cancel-plan.ts";
import { failPlan, failStep } from "../../../acts/fail-plan.ts";
import { cancelPlanning, handOff } from "../../../acts/leave-plan-mode.ts";
import { pausePlan } from "../../../acts/pause-plan.ts";
import { planToResume } from "../../../acts/plan-to-resume.ts";
import { decidedWords, decisionForm, takeDecision } from "../../../acts/request-decide.ts";
import { resumePlan } from "../../../acts/resume-plan.ts";
import { retryPlan } from "../../../acts/retry-plan.ts";
import { skipStep } from "../../../acts/skip-step.ts";
import { actingFrom } from "../../../agent/acting-from.ts";
import { hasRun, planDiff, sinceBefore } from "../../../agent/plan-diff.ts";
import { planSimulation } from "../../../agent/plan-simulation.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { defined } from "../../../plan/defined.ts";
import type { PlanId } from "../../../plan/plan.ts";
import { changeQueue, type QueueChange } from "../../../run/change-queue.ts";
import { sandboxWords } from "../../../sandbox/sandbox-words.ts";
import { diffMessage, simulationMessage } from "../cards/diff-message.ts";
import { plansMessage } from "../cards/plans-message.ts";
import { statusMessage } from "../cards/status-message.ts";
import { textMessage } from "../cards/text-message.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { doneText } from "../done-text.ts";
import { cloneHere } from "./clone-here.ts";
import { planAt } from "./plan-at.ts";
import { deferPrivately, refuse, reply, say } from "./reply.ts";
import { showRollBack } from "./roll-back.ts";

type Slash = ChatInputCommandInteraction;

const PAGE = 15;

/** Answers a typed command of a person who may talk to the agent. */
export async function onSlash(interaction: Slash, agent: ChannelAgent, person: Person): Promise<void> {
  await deferPrivately(interaction);
  if (interaction.commandName === "plans") return showPlans(interaction, agent);
  switch (interaction.options.getSubcommand()) {
    case "start":
      return start(interaction, agent, person);
    case "status":
      return showStatus(interaction, agent);
    case "diff":
      return diff(interaction, agent);
    case "simulate":
      return simulate(interaction, agent);
    case "rollback":
      return rollBack(interaction, agent);
    default:
      return tellOutcome(interaction, await steer(interaction, agent, person));
  }
}

export async function showPlans(
  interaction: Parameters<typeof reply>[0],
  { desk }: ChannelAgent,
  after?: string,
): Promise<void> {
  const page = await desk.plans({ limit: PAGE, count: true, ...defined({ after }) });
  return reply(interaction, plansMessage(page));
}

/** Starting twice shows where it stands. */
async function start(interaction: Slash, agent: ChannelAgent, person: Person): Promise<void> {
  const task = interaction.options.getString("task") ?? undefined;
  const started = await agent.startPlanning(person, { task, channel: interaction.channelId, id: interaction.id });
  if (started.ok) {
    return say(
      interaction,
      task === undefined ? "Planning. Say what should be planned." : "Planning. The plan comes here, on a card.",
    );
  }
  if (started.refusal.kind === "already_planning") return showStatus(interaction, agent);
  return refuse(interaction, started.refusal);
}

/** Also brings back the card of a plan, should it be gone. */
async function showStatus(interaction: Slash, agent: ChannelAgent): Promise<void> {
  const named = interaction.options.getString("plan");
  const plan = await planAt(agent, named);
  if (!plan.ok && named !== null) return refuse(interaction, plan.refusal);
  if (plan.ok) agent.cards.showPlan(plan.value);
  const cardUrl = plan.ok ? agent.cards.urlOf(plan.value.id, interaction.guildId) : undefined;
  return reply(
    interaction,
    statusMessage({
      name: agent.config.name,
      agent: await agent.session.agent.state(),
      sandbox: sandboxWords(await agent.session.sandbox()),
      ...(plan.ok && { plan: plan.value }),
      ...defined({ cardUrl }),
    }),
  );
}

async function diff(interaction: Slash, agent: ChannelAgent): Promise<void> {
  const plan = await planAt(agent, interaction.options.getString("plan"));
  if (!plan.ok) return refuse(interaction, plan.refusal);
  const step = interaction.options.getString("step") ?? undefined;
  const since = hasRun(plan.value) ? undefined : await sinceBefore(agent.session, plan.value);
  if (since) return reply(interaction, diffMessage({ id: plan.value.id, ...since }, since.comparison));
  const found = await planDiff(agent.session, plan.value, step);
  if (!found.ok) return refuse(interaction, found.refusal);
  const title = `${plan.value.id}${step === undefined ? "" : `, step ${step}`}: what changed`;
  const fileName = `${plan.value.id}.diff`;
  return reply(interaction, textMessage({ title, text: found.value, fileName, language: "diff", isPrivate: true }));
}

async function simulate(interaction: Slash, agent: ChannelAgent): Promise<void> {
  const plan = await planAt(agent, interaction.options.getString("plan"));
  if (!plan.ok) return refuse(interaction, plan.refusal);
  return reply(interaction, simulationMessage(plan.value.id, planSimulation(agent.session, plan.value)));
}

async function rollBack(interaction: Slash, agent: ChannelAgent): Promise<void> {
  const { options } = interaction;
  const plan = await planAt(agent, options.getString("plan"));
  if (!plan.ok) return refuse(interaction, plan.refusal);
  const step = options.getString("step") ?? undefined;
  return showRollBack(interaction, agent, plan.value, { step, everything: options.getBoolean("everything") ?? false });
}

async function steer({ options }: Slash, agent: ChannelAgent, person: Person): Promise<Outcome<string>> {
  const sub = options.getSubcommand();
  const named = options.getString("plan");
  const acting = actingFrom(agent.session, person);
  if (sub === "handoff") return handOff(acting);
  if (sub === "cancel" && named === null) return cancelPlanning(acting);
  const plan = await planAt(agent, named);
  if (sub === "resume") {
    const wanted = named === null ? await planToResume(agent.desk, plan.ok ? plan.value : undefined) : plan;
    return wanted.ok ? doneText(await resumePlan(acting, wanted.value.id)) : wanted;
  }
  if (!plan.ok) return plan;
  const { id } = plan.value;
  switch (sub) {
    case "cancel":
      return doneText(await cancelPlan(acting, id));
    case "pause":
      return doneText(await pausePlan(acting, id, { now: options.getBoolean("now") ?? false }));
    case "retry":
      return doneText(await retryPlan(acting, id, options.getString("step") ?? undefined));
    case "skip":
      return doneText(await skipStep(acting, id, options.getString("step", true), options.getString("reason", true)));
    case "fail": {
      const step = options.getString("step");
      const reason = options.getString("reason") ?? undefined;
      return doneText(step === null ? await failPlan(acting, id, reason) : await failStep(acting, id, step, reason));
    }
    case "queue": {
      const priority = options.getInteger("priority");
      return queueText(agent, id, { how: "add", ...(priority !== null && { priority }) }, person);
    }
    case "unqueue":
      return queueText(agent, id, { how: "remove" }, person);
    case "clone":
      return cloneHere(agent, id, person);
    case "archive":
      return archive(agent, id, options.getBoolean("undo") ?? false, person);
    default:
      return decide(agent, plan.value, person, {
        id: options.getString("decision", true),
        said: options.getString("choice", true),
      });
  }
}

async function queueText(
  { desk }: ChannelAgent,
  id: PlanId,
  change: QueueChange,
  person: Person,
): Promise<Outcome<string>> {
  const changed = await changeQueue(desk, id, change, person);
  return changed.ok ? yes(changed.value.words) : changed;
}

async function archive({ session }: ChannelAgent, id: PlanId, undo: boolean, person: Person): Promise<Outcome<string>> {
  const { refused, words } = await archivePlans(actingFrom(session, person), [id], { undo, env: session.env });
  const [refusal] = refused;
  return refusal ? { ok: false, refusal } : yes(words);
}

async function decide(
  { desk }: ChannelAgent,
  plan: LivePlan,
  person: Person,
  { id, said }: { id: string; said: string },
): Promise<Outcome<string>> {
  const form = decisionForm(plan, id);
  const selections = form.ok ? form.value.parse(said) : form;
  if (!selections.ok) return selections;
  const taken = await takeDecision(desk, plan.id, { decision_id: id, selections: selections.value }, person);
  return taken.ok ? yes(decidedWords(id, taken.value)) : taken;
}

export function tellOutcome(interaction: Parameters<typeof reply>[0], outcome: Outcome<string>): Promise<void> {
  return outcome.ok ? say(interaction, outcome.value) : refuse(interaction, outcome.refusal);
}
