import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Desk } from "../desk/desk.ts";
import { makeDirectory } from "../desk/durable.ts";
import { type Home, makeHome } from "../desk/home.ts";
import { isRunning, type ProcessMark, processMark } from "../desk/process-mark.ts";

/**
 * Says which process an agent lives in, for as long as it is at something. A process that was killed leaves its mark
 * behind; whoever reads it looks whether that process is still there. Nothing if the agent lives in another one: two
 * processes can have the same session open, and only one of them carries out what was signed.
 */
export function markLive(desk: Desk, agent: string): (() => void) | undefined {
  const { home } = desk;
  const file = fileOf(home, agent);
  const own = ownMark();
  makeHome(home);
  makeDirectory(join(home.directory, "live"), 0o700);
  // Of two that find a dead one's mark, one takes it.
  return desk.homeDatabase().exclusively(() => {
    if (readMark(file) !== own && isLive(home, agent)) return undefined;
    writeFileSync(file, own, { mode: 0o600 });
    return () => {
      if (readMark(file) === own) rmSync(file, { force: true });
    };
  });
}

export function isLive(home: Home, agent: string): boolean {
  const [pid, began = "", boot = ""] = (readMark(fileOf(home, agent)) ?? "").split(" ");
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
  const { pid, began, boot }: ProcessMark = processMark(process.pid) ?? { pid: process.pid, began: "?", boot: "?" };
  return `${pid} ${began} ${boot}`;
}
