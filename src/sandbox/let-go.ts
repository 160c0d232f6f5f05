import { existsSync, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import type { Layout } from "./mounts.ts";

/** Removes what stood for missing paths while a command ran, and what it made where nothing may be. Tells the latter. */
export function letGo({ held, swept }: Pick<Layout, "held" | "swept">): string[] {
  for (const path of held) if (existsSync(path) && !isHeldByAnother(path)) removeEmpty(path);
  const trespassed = swept.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  for (const path of trespassed) rmSync(path, { recursive: true, force: true });
  return trespassed;
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody else has made something of it meanwhile, from outside the sandbox.
  }
}

/** Another command may be running in the same place. Its mount would vanish with the directory. */
function isHeldByAnother(path: string): boolean {
  // The kernel writes blanks and backslashes in octal.
  const name = path.replace(/[\s\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
  const needle = ` ${name} `;
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .some((entry) => {
      try {
        return readFileSync(`/proc/${entry}/mountinfo`, "utf8").includes(needle);
      } catch {
        return false;
      }
    });
}
