import type { GitCache, Hash } from "./git-cache.ts";

const AUTHOR = "Countersign <countersign@localhost>";

/** Commits a tree. Author and dates are given, so that a merge that another worker computes again has the same hash. */
export async function commitResult(
  cache: GitCache,
  { tree, parents, at, message }: { tree: Hash; parents: readonly Hash[]; at: string; message: string },
): Promise<Hash> {
  const time = `${Math.floor(Date.parse(at) / 1000)} +0000`;
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${AUTHOR} ${time}`,
    `committer ${AUTHOR} ${time}`,
  ];
  const text = Buffer.from(`${lines.join("\n")}\n\n${message.trim()}\n`).toString("latin1");
  // Not commit-tree: that signs and encodes as the user's settings say.
  return (await cache.ask(["hash-object", "-t", "commit", "-w", "--stdin"], { input: text })).trim();
}
