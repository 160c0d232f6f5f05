import type { KnownAgent } from "../../../desk/known-agents.ts";
import { timeAgo } from "../../../plan/time-ago.ts";
import { visible } from "../../../plan/visible.ts";
import { wrap } from "../../../plan/wrap.ts";
import type { Look, Style } from "../style.ts";

/** Agents: the phase of each, since when, and its task. */
export function agentsText(agents: readonly KnownAgent[], look: Look): string {
  return agents.length === 0 ? EMPTY : agents.map((agent) => agentText(agent, look)).join("");
}

// Completion reads ids at the start of a line: these lines start with none.
const EMPTY = `(No agent has planned here yet.)

  countersign enter my-agent tidy up the invoices    put one into plan mode
  countersign hook claude-code --settings            for sessions of Claude Code
  countersign hook codex --settings                  for sessions of Codex
`;

export function agentText(agent: KnownAgent, { style, width, now }: Look): string {
  const { id, phase, task, plan_id, since, problem, timed_out, ended } = agent;
  const [word, colour] = timed_out ? TIMED_OUT : ended ? ENDED : WORDS[phase];
  const head = `${style.cyan(id)}  ${style[colour](word)}  ${style.dim(timeAgo(since, now))}`;
  const about = [task, plan_id, problem].filter((words) => words !== undefined);
  const lines = about.flatMap((words) => wrap(visible(words), width - 4).slice(0, 5));
  return [head, ...lines.map((line) => `  │ ${line}`)].map((line) => `${line}\n`).join("");
}

const TIMED_OUT = ["timed out, still read-only", "yellow"] as const;
const ENDED = ["ended with its session", "dim"] as const;
const WORDS = {
  gathering: ["planning", "yellow"],
  submitted: ["waits for its review", "yellow"],
  executing: ["executing", "green"],
  inactive: ["inactive", "dim"],
  broken: ["broken journal", "red"],
} as const satisfies Record<KnownAgent["phase"], readonly [string, keyof Style]>;
