import { lstatSync, rmSync } from "node:fs";
import type { Layout } from "./mounts.ts";
import type { StandIn } from "./stand-in.ts";

/** Removes what stood for missing paths while a command ran, and what it made where nothing may be. Tells the latter. */
export function letGo(standIns: readonly StandIn[], { swept }: Pick<Layout, "swept">): string[] {
  for (const standIn of standIns) standIn.release();
  const trespassed = swept.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  for (const path of trespassed) rmSync(path, { recursive: true, force: true });
  return trespassed;
}
