import type { ChatInputCommandInteraction } from "discord.js";
import { distrustedPlans } from "../../../acts/distrusted-plans.ts";
import { planToResume } from "../../../acts/plan-to-resume.ts";
import { hasRun, planDiff, sinceBefore } from "../../../agent/plan-diff.ts";
import { planSimulation } from "../../../agent/plan-simulation.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { defined } from "../../../plan/defined.ts";
import type { StepId } from "../../../plan/plan.ts";
import { sandboxWords } from "../../../sandbox/sandbox-words.ts";
import type { CardMessage } from "../cards/card-message.ts";
import { diffMessage, simulationMessage } from "../cards/diff-message.ts";
import { plansMessage } from "../cards/plans-message.ts";
import { statusMessage } from "../cards/status-message.ts";
import { textMessage } from "../cards/text-message.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { type Act, perform } from "./perform.ts";
import { planAt } from "./plan-at.ts";
import type { Answered } from "./reply.ts";
import { previewRollBack } from "./roll-back.ts";

type Slash = ChatInputCommandInteraction;

const PAGE = 15;

/** Answers a typed command: shows something, or does an act. */
export async function onSlash(interaction: Slash, agent: ChannelAgent, person: Person): Promise<Answered> {
  const { commandName, options, channelId: channel, id } = interaction;
  if (commandName === "plans") return showPlans(agent);
  const sub = options.getSubcommand();
  const named = options.getString("plan");
  switch (sub) {
    case "start": {
      const task = options.getString("task") ?? undefined;
      const started = await perform({ act: "plan", task: { task, channel, id } }, agent, person);
      if (started.ok || started.refusal.kind !== "already_planning") return started;
      return showStatus(interaction, agent);
    }
    case "status":
      return showStatus(interaction, agent);
    case "handoff":
      return perform({ act: "handoff" }, agent, person);
    case "clear-queue":
      return perform({ act: "clear_queue" }, agent, person);
    case "cancel":
      if (named === null) return perform({ act: "cancel" }, agent, person);
  }
  const found = await planAt(agent, named);
  const isUnnamed = sub === "resume" && named === null;
  const plan = isUnnamed ? await planToResume(agent.desk, found.ok ? found.value : undefined) : found;
  if (!plan.ok) return plan;
  const step = options.getString("step") ?? undefined;
  switch (sub) {
    case "diff":
      return showDiff(agent, plan.value, step);
    case "simulate":
      return yes(simulationMessage(plan.value.id, await planSimulation(agent.session, plan.value)));
    case "rollback":
      return previewRollBack(agent, plan.value, { step, everything: options.getBoolean("everything") ?? false });
    default:
      return perform(actOf(interaction, plan.value, step), agent, person);
  }
}

function actOf({ options }: Slash, state: LivePlan, step: StepId | undefined): Act {
  const { id: plan } = state;
  const sub = options.getSubcommand();
  switch (sub) {
    case "cancel":
    case "resume":
    case "clone":
      return { act: sub, plan };
    case "pause":
      return { act: "pause", plan, now: options.getBoolean("now") ?? false };
    case "retry":
      return { act: "retry", plan, step };
    case "skip":
      return { act: "skip", plan, step: options.getString("step", true), reason: options.getString("reason", true) };
    case "fail":
      return { act: "fail", plan, step, reason: options.getString("reason") ?? undefined };
    case "queue":
      return {
        act: "queue",
        plan,
        change: { how: "add", ...defined({ priority: options.getInteger("priority") ?? undefined }) },
      };
    case "unqueue":
      return { act: "queue", plan, change: { how: "remove" } };
    case "model":
      return { act: "model", plan, model: options.getString("model", true) };
    case "archive":
      return { act: "archive", plan, undo: options.getBoolean("undo") ?? false };
    default: {
      const [decision, choice] = [options.getString("decision", true), options.getString("choice", true)];
      return { act: "decide", plan: state, decision, choice };
    }
  }
}

export async function showPlans({ desk }: ChannelAgent, after?: string): Promise<Outcome<CardMessage>> {
  const page = await desk.plans({ limit: PAGE, count: true, ...defined({ after }) });
  return yes(plansMessage(page, after === undefined ? await distrustedPlans(desk) : []));
}

/** Also sends the card of the plan again, if it was deleted. */
async function showStatus({ options, guildId }: Slash, agent: ChannelAgent): Promise<Outcome<CardMessage>> {
  const named = options.getString("plan");
  const plan = await planAt(agent, named);
  if (!plan.ok && named !== null) return plan;
  if (plan.ok) agent.cards.showPlan(plan.value);
  const cardUrl = plan.ok ? agent.cards.urlOf(plan.value.id, guildId) : undefined;
  return yes(
    statusMessage({
      name: agent.config.name,
      agent: await agent.session.agent.state(),
      sandbox: sandboxWords(await agent.session.sandbox()),
      level: agent.session.agent.desk.configuration.config.level,
      ...defined({ plan: plan.ok ? plan.value : undefined, cardUrl }),
    }),
  );
}

async function showDiff({ session }: ChannelAgent, plan: LivePlan, step?: StepId): Promise<Outcome<CardMessage>> {
  const since = hasRun(plan) ? undefined : await sinceBefore(session, plan);
  if (since) return yes(diffMessage({ id: plan.id, ...since }, since.comparison));
  const found = await planDiff(session, plan, step);
  if (!found.ok) return found;
  const title = `${plan.id}${step === undefined ? "" : `, step ${step}`}: changes`;
  return yes(textMessage({ title, text: found.value, fileName: `${plan.id}.diff`, language: "diff" }));
}
