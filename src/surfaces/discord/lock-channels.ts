import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "../../desk/durable.ts";
import { type Home, makeHome } from "../../desk/home.ts";
import { openHomeDatabase } from "../../desk/home-database.ts";
import { isRunning, type ProcessIdentity, processIdentity } from "../../desk/process-identity.ts";

/** The locks of this process. */
const own = new Set<string>();

/**
 * Locks channels for this bot. Two bots in one channel would answer everything twice, and overwrite one session's
 * file. A killed bot leaves its pid files, and the next one takes them over.
 */
export function lockChannels(home: Home, channels: readonly string[]): () => void {
  makeHome(home);
  const directory = join(home.directory, "discord");
  makeDirectory(directory, 0o700);
  const files = channels.map((channel) => join(directory, `${channel}.pid`));
  const database = openHomeDatabase(home);
  try {
    database.exclusively(() => {
      for (const file of files) {
        const holder = own.has(file) ? process.pid : holderOf(file);
        if (holder !== undefined) throw new ChannelTaken(holder);
      }
      for (const file of files) writeFileSync(file, markText(), { mode: 0o600 });
    });
  } finally {
    database.close();
  }
  for (const file of files) own.add(file);
  return () => {
    for (const file of files) if (own.delete(file)) rmSync(file, { force: true });
  };
}

export class ChannelTaken extends Error {
  constructor(pid: number) {
    super(
      pid === process.pid
        ? "A bot of this process listens in one of these channels already: close it first."
        : `A bot listens in one of these channels already: process ${pid}. Stop that one first, or name other channels.`,
    );
  }
}

function holderOf(file: string): number | undefined {
  const [pid, began = "", boot = ""] = readMark(file).split(" ");
  const mark: ProcessIdentity = { pid: Number(pid), began, boot };
  // The channels of this process are in the set: another process had this pid.
  return mark.pid !== process.pid && isRunning(mark) ? mark.pid : undefined;
}

function readMark(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function markText(): string {
  const { pid, began, boot } = processIdentity(process.pid) ?? { pid: process.pid, began: "?", boot: "?" };
  return `${pid} ${began} ${boot}`;
}
