import { spawnSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { madeOnce } from "./made-once.ts";
import { run } from "./packed.ts";

/** The lowest Node that the published package supports, and the one that everything else here runs on. */
export const LOWEST = "22.19.0";

/**
 * Another Node than ours, from the registry. No dev dependency: two packages named `node` would both want to be
 * `node_modules/.bin/node`. Undefined, said aloud, if the registry cannot be reached; an error where skipping is not
 * allowed.
 */
export async function otherNode(version: string): Promise<string | undefined> {
  try {
    const directory = await madeOnce(`node-${version}`, [], async (made) => fetch(version, made));
    return join(directory, "node");
  } catch (error) {
    const message = `Node ${version} could not be fetched: ${(error as Error).message}`;
    if (process.env["COUNTERSIGN_TEST_FAIL_ON_SKIP"]) throw new Error(message);
    console.warn(`SKIPPED: ${message}`);
    return undefined;
  }
}

/** From the package of this platform, which the package `node` would install when it is installed itself. */
function fetch(version: string, directory: string): void {
  const { platform, arch } = process;
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  const packed = run(
    directory,
    "npm",
    "pack",
    "--silent",
    "--prefer-offline",
    `${prefix}-${platform}-${arch}@${version}`,
  );
  run(directory, "tar", "-xzf", packed.trim(), "package/bin/node");
  rmSync(join(directory, packed.trim()));
  renameSync(join(directory, "package/bin/node"), join(directory, "node"));
  rmSync(join(directory, "package"), { recursive: true });
  const found = spawnSync(join(directory, "node"), ["--version"], { encoding: "utf8" }).stdout?.trim();
  if (found !== `v${version}`) throw new Error(`it says that it is ${found}.`);
}
