import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, platform } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The directory for attachments of a channel. Not in the project, which belongs to the user; not in `COUNTERSIGN_HOME`, which no
 * agent may read; and not in the temp directory, because the commands of an agent have one of their own.
 */
export function attachmentsDirectory(channel: string, env: NodeJS.ProcessEnv): string {
  const moved = env["XDG_CACHE_HOME"] ?? "";
  const home = env["HOME"] || homedir();
  const usual = join(home, ...(platform() === "darwin" ? ["Library", "Caches"] : [".cache"]));
  const cache = isAbsolute(moved) ? moved : usual;
  return join(cache, "countersign", "discord", channel.replace(/\D/g, "") || "channel");
}

/** A new directory for the files of one message; undefined if its parent is a link or a file. */
export function directoryForMessage(directory: string, message: string): string | undefined {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // An agent could have put a link there, to a directory that is hidden from it.
  if (!lstatSync(directory).isDirectory()) return undefined;
  return mkdtempSync(join(directory, `${message.replace(/\D/g, "")}-`));
}

/** As `directoryForMessage` calls them. */
const OURS = /^\d*-\w{6}$/;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes attachments after a month. */
export function dropOldAttachments(directory: string, now: number): void {
  for (const name of readdirSync(directory).filter((one) => OURS.test(one))) {
    const place = join(directory, name);
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found?.isDirectory() && now - found.mtimeMs > KEPT_MS) rmSync(place, { recursive: true, force: true });
  }
}
