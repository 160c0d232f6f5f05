import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Desk } from "./desk.ts";
import { makeDirectory } from "./durable.ts";
import { type Home, makeHome } from "./home.ts";
import { isRunning, type ProcessIdentity, processIdentity } from "./process-identity.ts";

/**
 * Writes down which process an agent runs in, while it plans or runs a plan. A killed process leaves its file, so a
 * reader checks whether the process still exists. Returns undefined if the agent runs in another process: two
 * processes can have the same session open, and only one of them may run a signed plan.
 */
export function claimAgent(desk: Desk, agent: string, { plansOnly = false } = {}): (() => void) | undefined {
  const { home } = desk;
  const file = fileOf(home, agent);
  const own = plansOnly ? `${ownMark()} ${PLANS_ONLY}` : ownMark();
  makeHome(home);
  makeDirectory(join(home.directory, "live"), 0o700);
  // If two processes find a dead one's file, one of them takes it.
  return desk.homeDatabase().exclusively(() => {
    if (readMark(file) !== own && isAgentLive(home, agent)) return undefined;
    writeFileSync(file, own, { mode: 0o600 });
    return () => {
      if (readMark(file) === own) rmSync(file, { force: true });
    };
  });
}

export function isAgentLive(home: Home, agent: string): boolean {
  return isMarked(readMark(fileOf(home, agent)) ?? "");
}

/** Its process only plans: it starts no plan that is approved. */
export function plansOnly(home: Home, agent: string): boolean {
  return readMark(fileOf(home, agent))?.split(" ").at(-1) === PLANS_ONLY;
}

/** Its process ended without a word: one that quits deletes its file. */
export function isAgentKilled(home: Home, agent: string): boolean {
  const mark = readMark(fileOf(home, agent));
  return mark !== undefined && !isMarked(mark);
}

const PLANS_ONLY = "plans-only";

/** Whether the process that wrote this mark still runs. */
function isMarked(mark: string): boolean {
  const [pid, began = "", boot = ""] = mark.split(" ");
  return isRunning({ pid: Number(pid), began, boot });
}

function readMark(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function fileOf(home: Home, agent: string): string {
  return join(home.directory, "live", agent);
}

function ownMark(): string {
  const { pid, began, boot }: ProcessIdentity = processIdentity(process.pid) ?? {
    pid: process.pid,
    began: "?",
    boot: "?",
  };
  return `${pid} ${began} ${boot}`;
}
