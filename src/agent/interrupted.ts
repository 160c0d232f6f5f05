import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type KnownAgent, knownAgent } from "../desk/known-agents.ts";
import { isLive } from "./live-mark.ts";
import type { PlanSession } from "./plan-session.ts";

/**
 * Planning in this project that no session goes on with: its process is gone, and pi kept nothing of it. That is so before
 * the model has said its first word, and for sessions that are not kept at all.
 */
export async function interruptedPlanning({ agent, context }: PlanSession): Promise<KnownAgent[]> {
  if (!agent.isKept) return [];
  const { desk } = agent;
  const found: KnownAgent[] = [];
  // Rows only say where to look.
  for (const { id, phase, updated_at } of await desk.store.listAgents()) {
    if (!id.startsWith("pi-") || id === agent.id || (phase !== "gathering" && phase !== "submitted")) continue;
    if (isLive(desk.home, id) || hasSession(context, id)) continue;
    const state = await desk.agent(id);
    if (!state.ok || (state.value.phase !== "gathering" && state.value.phase !== "submitted")) continue;
    found.push(knownAgent(id, state.value, updated_at));
  }
  return found.sort((a, b) => (a.since < b.since ? 1 : -1));
}

/** Whether pi has a file of it: here, or where it keeps the sessions of other directories. */
function hasSession({ sessionManager }: ExtensionContext, agent: string): boolean {
  const here = sessionManager.getSessionDir();
  const all = basename(here).startsWith("--") ? list(dirname(here)).map((name) => join(dirname(here), name)) : [here];
  const end = `_${agent.slice("pi-".length)}.jsonl`;
  return all.some((directory) => list(directory).some((name) => name.endsWith(end)));
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
