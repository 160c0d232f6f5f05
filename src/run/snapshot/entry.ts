import { crypto } from "../../desk/crypto.ts";
import type { PathBytes } from "../../desk/tree/path-bytes.ts";

/** A file as git keeps it: its bytes by their hash, whether it can be run, or that it is a link or a submodule. */
export interface Entry {
  mode: "100644" | "100755" | "120000" | "160000";
  /** Of a submodule, the commit it is on. */
  oid: string;
}

export type Entries = ReadonlyMap<PathBytes, Entry>;

/** What a repository hashes with. */
export type Algorithm = "sha1" | "sha256";

export function isSameEntry(one: Entry | undefined, other: Entry | undefined): boolean {
  return one?.mode === other?.mode && one?.oid === other?.oid;
}

/** The hash of an object that begins with this line of git's: `blob 3`, `tree 70`. */
export function startHash(algorithm: Algorithm, kind: "blob" | "tree" | "commit", size: number) {
  return crypto().createHash(algorithm).update(`${kind} ${size}\0`);
}

/** `<mode> <kind> <oid>\t<path>` of `git ls-tree -r -z`. */
export function entriesOf(listing: string): Map<PathBytes, Entry> {
  const entries = new Map<PathBytes, Entry>();
  for (const line of listing.split("\0").slice(0, -1)) {
    const [, mode, oid, path] = /^([0-7]{6}) [a-z]+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (!isMode(mode) || oid === undefined || path === undefined)
      throw new Error("git lists a tree in an unknown way.");
    entries.set(path, { mode, oid });
  }
  return entries;
}

function isMode(mode: string | undefined): mode is Entry["mode"] {
  return mode === "100644" || mode === "100755" || mode === "120000" || mode === "160000";
}
