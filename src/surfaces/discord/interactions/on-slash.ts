import type { ChatInputCommandInteraction } from "discord.js";
import { PersonCommands } from "../../../agent/person-commands.ts";
import { hasRun, planDiff, sinceBefore } from "../../../agent/plan-diff.ts";
import { planSimulation } from "../../../agent/plan-simulation.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import { sandboxWords } from "../../../sandbox/sandbox-words.ts";
import { diffMessage, simulationMessage } from "../cards/diff-message.ts";
import { selectionsIn } from "../cards/modals/answer-modals.ts";
import { plansMessage } from "../cards/plans-message.ts";
import { statusMessage } from "../cards/status-message.ts";
import { textMessage } from "../cards/text-message.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { planAt } from "./plan-at.ts";
import { refuse, reply, say, thinkPrivately } from "./reply.ts";

type Slash = ChatInputCommandInteraction;

const PAGE = 15;

/** A command that somebody typed who may talk to the agent. */
export async function onSlash(interaction: Slash, agent: ChannelAgent, person: Person): Promise<void> {
  await thinkPrivately(interaction);
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
    default:
      return tellOutcome(interaction, await steer(interaction, agent, person));
  }
}

export async function showPlans(
  interaction: Parameters<typeof reply>[0],
  { desk }: ChannelAgent,
  after?: string,
): Promise<void> {
  const page = await desk.plans({ limit: PAGE, count: true, ...(after !== undefined && { after }) });
  return reply(interaction, plansMessage(page));
}

/** Starting twice shows where it stands. */
async function start(interaction: Slash, agent: ChannelAgent, person: Person): Promise<void> {
  const task = interaction.options.getString("task") ?? undefined;
  const started = await agent.startPlanning(person, task, interaction.channelId, interaction.id);
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
      ...{ name: agent.config.name, agent: await agent.session.agent.state() },
      sandbox: sandboxWords(await agent.session.sandbox()),
      ...(plan.ok && { plan: plan.value }),
      ...(cardUrl !== undefined && { cardUrl }),
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

async function steer({ options }: Slash, agent: ChannelAgent, person: Person): Promise<Outcome<string>> {
  const sub = options.getSubcommand();
  const named = options.getString("plan");
  const own = new PersonCommands(agent.session, person);
  if (sub === "handoff") return own.handOff();
  if (sub === "cancel" && named === null) return own.cancel();
  const plan = await planAt(agent, named);
  if (!plan.ok) return plan;
  const commands = new PersonCommands(agent.session, person, plan.value.id);
  switch (sub) {
    case "cancel":
      return commands.cancelOther();
    case "pause":
      return commands.pause(options.getBoolean("now") ?? false);
    case "retry":
      return commands.retry(options.getString("step") ?? undefined);
    case "skip":
      return commands.skip(options.getString("step", true), options.getString("reason", true));
    case "decide":
      return decide(plan.value, commands, options.getString("decision", true), options.getString("choice", true));
    default:
      return commands.resume();
  }
}

function decide(plan: LivePlan, commands: PersonCommands, id: string, said: string): Promise<Outcome<string>> {
  const decision = bindingPlan(plan).decisions?.find(({ decision_id }) => decision_id === id);
  const labels = (decision?.options ?? []).map(({ label }) => label);
  // What names no option is refused with those that there are.
  return commands.decide(id, selectionsIn(said, labels) ?? [said.trim()]);
}

export function tellOutcome(interaction: Parameters<typeof reply>[0], outcome: Outcome<string>): Promise<void> {
  return outcome.ok ? say(interaction, outcome.value) : refuse(interaction, outcome.refusal);
}
