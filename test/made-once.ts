import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * A directory of this name as `make` fills it: once for each state of the files it is made from, beside the packages it
 * needs.
 */
export async function madeOnce(
  name: string,
  from: readonly string[],
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const places = join(root, "node_modules/.cache/countersign-tests");
  const place = join(places, `${name}-${stateOf(from)}`);
  if (!existsSync(place)) {
    mkdirSync(places, { recursive: true });
    const made = mkdtempSync(join(places, "making-"));
    await make(made);
    // For every user: some tests start what is here as another one.
    chmodSync(made, 0o755);
    moveTo(place, made);
    removeOld(places, name);
  }
  return place;
}

function stateOf(patterns: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of globSync(patterns, { cwd: root }).sort())
    hash.update(`${file}\0${readFileSync(join(root, file), "utf8")}\0`);
  return hash.digest("hex").slice(0, 16);
}

/** Others may have made the same at the same time: one of them stays. */
function moveTo(place: string, made: string): void {
  try {
    renameSync(made, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(made, { recursive: true });
  }
}

/** Those of earlier states; one of a moment ago may be somebody's who is still testing. */
function removeOld(places: string, name: string): void {
  const day = 24 * 60 * 60 * 1000;
  for (const entry of globSync([`${name}-*`, "making-*"], { cwd: places })) {
    const path = join(places, entry);
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - day) rmSync(path, { recursive: true, force: true });
  }
}
