import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import type { GitCache, Hash } from "./git-cache.ts";

export type Merged = { tree: Hash } | { conflicts: string[] };

/**
 * Puts what a step changed on top of what others changed since it began, path by path: what only one side changed is taken, and
 * a path that both changed differently is a conflict. Git's own merge is too clever for a record: it mixes the lines of one
 * file, follows renames, and does what a checked-out `.gitattributes` says.
 */
export async function mergeByPath(
  cache: GitCache,
  { base, tip, result }: { base: Hash; tip: Hash; result: Hash },
): Promise<Merged> {
  const index = randomUUID();
  try {
    await cache.ask(["read-tree", "-i", "-m", "--aggressive", base, tip, result], { index });
    const entries = (await cache.ask(["ls-files", "--stage", "-z"], { index })).split("\0").filter(Boolean);
    const files = entries.map((entry) => {
      const path = Buffer.from(entry.slice(entry.indexOf("\t") + 1), "latin1").toString();
      return { isMerged: STAGE_0.test(entry), path };
    });
    const conflicts = [...new Set([...unmerged(files), ...inBothForms(files.map(({ path }) => path))])].sort();
    return conflicts.length > 0 ? { conflicts } : { tree: (await cache.ask(["write-tree"], { index })).trim() };
  } finally {
    rmSync(cache.indexFile(index), { force: true });
  }
}

/** `100644 <hash> 0\t<path>` */
const STAGE_0 = /^\d+ [0-9a-f]+ 0\t/;

function unmerged(files: readonly { isMerged: boolean; path: string }[]): string[] {
  return files.filter(({ isMerged }) => !isMerged).map(({ path }) => path);
}

/** One side made a file where the other made a directory. */
function inBothForms(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return paths.flatMap((path) => directoriesOf(path).filter((directory) => all.has(directory)));
}

function directoriesOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}
