import type { AgentState, Phase } from "../../../lifecycle/agent-phase.ts";
import { isStillReadOnly } from "../../../lifecycle/agent-phase.ts";
import { withRolledBack } from "../../../lifecycle/counts-words.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { openRequests } from "../../../lifecycle/request.ts";
import { runShown } from "../../../lifecycle/run-shown.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { timeOutWords } from "../../../lifecycle/time-out.ts";
import { counted } from "../../../plan/quantities.ts";
import { restraintWords } from "../../../policy/level-words.ts";
import type { PolicySettings } from "../../../policy/situation.ts";
import { type CardMessage, cardMessage, words } from "./card-message.ts";
import { code, inline, moment, progressBar } from "./discord-text.ts";
import { shownText } from "./plan-facts.ts";
import { messageUrl } from "./pointer-card.ts";
import { requestLine } from "./request-card.ts";
import { planLook } from "./status-look.ts";
import { fitLines } from "./text-size.ts";

export interface StatusFacts {
  name: string;
  agent: AgentState;
  plan?: LivePlan;
  /** A link to the plan's card. */
  cardUrl?: string;
  /** Where its commands run: "in the sandbox (bubblewrap)". */
  sandbox?: string;
  /** Of the settings; `enforce` by default. */
  level?: PolicySettings["level"];
}

/** The answer to `/plan status`: the phase of a channel's agent, its plan, its open requests. */
export function statusMessage({ name, agent, plan, cardUrl, sandbox, level }: StatusFacts): CardMessage {
  const waiting = [...openRequests(agent.requests), ...(plan ? openRequests(plan.requests) : [])];
  const url = messageUrl(cardUrl);
  const since = "gathering_start" in agent ? moment(agent.gathering_start) : undefined;
  const lines = [
    `### ${inline(name, 80)}`,
    `**${isStillReadOnly(agent) ? readOnly(agent) : PHASES[agent.phase](restraintWords(level))}**${since ? ` Since ${since}.` : ""}`,
    ...("task" in agent && agent.task ? [`Task: ${inline(agent.task, 600)}`] : []),
    ...(agent.phase !== "inactive" && sandbox ? [`-# Commands run ${sandbox}.`] : []),
    ...(plan ? planLines(plan) : agent.phase === "inactive" ? [NEXT] : []),
    ...(url ? [`Its card: ${url}`] : []),
  ];
  const asked = waiting.map((request) => `• ${requestLine(request, 200)}`);
  const open = asked.length > 0 ? [`**Waiting for ${counted(asked.length, "answer")}:**`, fitLines(asked, 1200)] : [];
  return cardMessage({
    ...(plan && { colour: planLook(plan.status).colour }),
    body: [words([...lines, ...open].join("\n"))],
  });
}

const PHASES: Record<Phase, (restraint: string) => string> = {
  inactive: () => "Plan mode is off.",
  gathering: (restraint) => `Planning: the agent is ${restraint}.`,
  submitted: (restraint) => `A plan waits for its review; until then the agent is ${restraint}.`,
  executing: () => "An approved plan runs.",
};

function readOnly(agent: AgentState): string {
  const ran_out = "ran_out" in agent ? agent.ran_out : undefined;
  return `${inline(timeOutWords(ran_out ?? { of: "planning" }), 300)} The agent stays read-only.`;
}

const NEXT = "No plan yet. `/plan start` begins one.";

function planLines(plan: LivePlan): string[] {
  const { mark, words: stands } = planLook(plan.status);
  const { revision, plan: shown } = shownText(plan);
  const run = runShown(plan);
  const counts = stepCounts(plan);
  const { done, total } = counts;
  return [
    `${mark} ${code(plan.id)} **${inline(shown.title, 200)}**: ${withRolledBack(stands, counts)}, revision ${revision}`,
    ...(run ? [`\`${progressBar(done, total)} ${done}/${total}\``] : []),
  ];
}
