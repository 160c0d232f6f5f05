import { chmodSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { makeDirectory } from "./durable.ts";
import { inOwnDirectory } from "./home-owner.ts";

/** The user's own directory, outside every project: the key, the heads of all journals, the approvers' tokens. */
export interface Home {
  directory: string;
  /** The user's configuration. */
  config: string;
}

/** `COUNTERSIGN_HOME` moves it, and the user's configuration with it. */
export function findHome(env: NodeJS.ProcessEnv = process.env): Home {
  const moved = env["COUNTERSIGN_HOME"];
  if (moved) {
    const directory = resolve(moved);
    return { directory, config: join(directory, "plans.json") };
  }
  const agent = join(homedir(), ".pi", "agent");
  return { directory: join(agent, "countersign"), config: join(agent, "plans.json") };
}

/** The database of heads and tokens. */
export function homeDatabaseFile(home: Home): string {
  return join(home.directory, "home.db");
}

/** Makes the directory, for this user only. */
export function makeHome({ directory }: Home): void {
  const mode = inOwnDirectory(directory, () => {
    if (makeDirectory(directory, 0o700)) chmodSync(directory, 0o700);
    return statSync(directory).mode;
  });
  const isShared = process.platform !== "win32" && (mode & 0o022) !== 0;
  if (isShared) throw new Error(`Other users can write to ${directory}, which holds the key: chmod go-w ${directory}`);
}
