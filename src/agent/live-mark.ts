import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bootId } from "../desk/boot-id.ts";
import { makeDirectory } from "../desk/durable.ts";
import { type Home, makeHome } from "../desk/home.ts";

/**
 * Says which process an agent lives in, for as long as it is at something. A process that was killed leaves its mark
 * behind; whoever reads it looks whether that process is still there.
 */
export function markLive(home: Home, agent: string): () => void {
  const file = fileOf(home, agent);
  makeHome(home);
  makeDirectory(join(home.directory, "live"), 0o700);
  writeFileSync(file, markOf(process.pid) ?? "", { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

export function isLive(home: Home, agent: string): boolean {
  let mark: string;
  try {
    mark = readFileSync(fileOf(home, agent), "utf8");
  } catch {
    return false;
  }
  const pid = Number(mark.split(" ")[0]);
  return Number.isSafeInteger(pid) && pid > 0 && markOf(pid) === mark;
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
