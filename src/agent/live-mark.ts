import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bootId } from "../desk/boot-id.ts";
import type { Desk } from "../desk/desk.ts";
import { makeDirectory } from "../desk/durable.ts";
import { type Home, makeHome } from "../desk/home.ts";

/**
 * Says which process an agent lives in, for as long as it is at something. A process that was killed leaves its mark
 * behind; whoever reads it looks whether that process is still there. Nothing if the agent lives in another one: two
 * processes can have the same session open, and only one of them carries out what was signed.
 */
export function markLive(desk: Desk, agent: string): (() => void) | undefined {
  const { home } = desk;
  const file = fileOf(home, agent);
  const own = markOf(process.pid) ?? "";
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
  const mark = readMark(fileOf(home, agent)) ?? "";
  const pid = Number(mark.split(" ")[0]);
  return Number.isSafeInteger(pid) && pid > 0 && markOf(pid) === mark;
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

/** Its number, when it began, and since when the machine runs: a number alone is given to another process one day. */
function markOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return undefined;
  }
  return `${pid} ${beginningOf(pid)} ${bootId()}`;
}

function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it may hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "?";
  }
}
