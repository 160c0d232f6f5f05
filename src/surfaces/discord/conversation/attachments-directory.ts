import { readdirSync, rmSync, statSync } from "node:fs";
import { homedir, platform } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * Where the files of a channel are kept. Not in the project, which is not ours to fill; not in `COUNTERSIGN_HOME`, which no
 * agent may read; and not in the temp directory, because the commands of an agent have one of their own.
 */
export function attachmentsDirectory(channel: string, env: NodeJS.ProcessEnv): string {
  const moved = env["XDG_CACHE_HOME"] ?? "";
  const home = env["HOME"] || homedir();
  const usual = join(home, ...(platform() === "darwin" ? ["Library", "Caches"] : [".cache"]));
  const cache = isAbsolute(moved) ? moved : usual;
  return join(cache, "countersign", "discord", channel.replace(/\D/g, "") || "channel");
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Takes away what came a month ago: nobody speaks of it any more. */
export function dropOldAttachments(directory: string, now: number): void {
  for (const name of names(directory)) {
    const place = join(directory, name);
    const { mtimeMs } = statSync(place, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && now - mtimeMs > KEPT_MS) rmSync(place, { recursive: true, force: true });
  }
}

function names(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
