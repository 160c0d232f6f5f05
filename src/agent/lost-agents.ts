import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Home } from "../desk/home.ts";
import type { AgentRow } from "../desk/rows.ts";
import { isLive } from "./live-mark.ts";

/** Phases in which an agent plans. */
export const PLANNING = ["gathering", "submitted"];

/** Where pi keeps its sessions. */
export type Sessions = Pick<ExtensionContext["sessionManager"], "getSessionDir">;

/** Agents, other than `own`, that planned in a session of pi whose process is gone, and of which pi kept nothing. */
export function lostAgents(agents: readonly AgentRow[], own: string, home: Home, sessions: Sessions): AgentRow[] {
  let kept: string[] | undefined;
  const hasSession = (agent: string) => {
    kept ??= sessionFiles(sessions);
    const end = `_${agent.slice("pi-".length)}.jsonl`;
    return kept.some((name) => name.endsWith(end));
  };
  const isPlanner = ({ id, phase }: AgentRow) => id !== own && id.startsWith("pi-") && PLANNING.includes(phase);
  return agents.filter((row) => isPlanner(row) && !isLive(home, row.id) && !hasSession(row.id));
}

/** Files of sessions that pi has: here, or where it keeps those of other directories. */
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
