import { type Dir, opendirSync } from "node:fs";
import type { PathBytes } from "./path-bytes.ts";
import type { ScanBudget } from "./scan-budget.ts";

const LEFT_OUT = new Set([".git", "node_modules"]);

/** Every file below a directory, for when git does not tell. Links count as files, and are not followed. */
export async function walkFiles(top: string | Buffer, patience: ScanBudget): Promise<PathBytes[]> {
  const found: PathBytes[] = [];
  const waiting: PathBytes[] = [""];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const directory = path === "" ? opendirSync(top, HOW) : openOrSkip(at(top, path));
    if (directory === undefined) continue;
    try {
      // One by one: a directory may hold more names than the budget allows.
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (LEFT_OUT.has(entry.name)) continue;
        patience.count();
        const name = path === "" ? entry.name : `${path}/${entry.name}`;
        (entry.isDirectory() ? waiting : found).push(name);
        const turn = patience.turn();
        if (turn) await turn;
      }
    } finally {
      directory.closeSync();
    }
  }
  return found;
}

const HOW = { encoding: "latin1", bufferSize: 256 } as const;

/** A directory that was removed in between, or may not be opened. */
function openOrSkip(path: Buffer): Dir | undefined {
  try {
    return opendirSync(path, HOW);
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

function at(top: string | Buffer, path: PathBytes): Buffer {
  return Buffer.concat([Buffer.from(top as string), Buffer.from(path === "" ? "" : `/${path}`, "latin1")]);
}
