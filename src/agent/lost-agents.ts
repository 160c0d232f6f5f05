import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { isAgentKilled, isAgentLive } from "../desk/agent-pid-file.ts";
import type { Home } from "../desk/home.ts";
import type { AgentRow } from "../desk/rows.ts";

/** Phases in which an agent plans. */
export const PLANNING = ["gathering", "submitted"];

/** Where pi keeps its sessions. */
export type Sessions = Pick<ExtensionContext["sessionManager"], "getSessionDir">;

/**
 * Agents, except `own`, that planned in a session of pi whose process is dead: it was killed, or pi did not store the session.
 * A session that was left and stored continues when it is opened again. Without `sessions` only killed ones are known.
 */
export function lostAgents(
  agents: readonly AgentRow[],
  own: string | undefined,
  home: Home,
  sessions?: Sessions,
): AgentRow[] {
  let kept: string[] | undefined;
  const hasSession = (agent: string) => {
    if (sessions === undefined) return true;
    kept ??= sessionFiles(sessions);
    const end = `_${agent.slice("pi-".length)}.jsonl`;
    return kept.some((name) => name.endsWith(end));
  };
  const isPlanner = ({ id, phase }: AgentRow) => id !== own && id.startsWith("pi-") && PLANNING.includes(phase);
  const isLost = (id: string) => !isAgentLive(home, id) && (isAgentKilled(home, id) || !hasSession(id));
  return agents.filter((row) => isPlanner(row) && isLost(row.id));
}

/** The session files of pi: here, or where it stores those of other directories. */
function sessionFiles(sessions: Sessions): string[] {
  const here = sessions.getSessionDir();
  const all = basename(here).startsWith("--") ? list(dirname(here)).map((name) => join(dirname(here), name)) : [here];
  return all.flatMap(list);
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
