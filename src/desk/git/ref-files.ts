import { lstatSync, realpathSync } from "node:fs";
import type { Repository } from "../look-at-git/find-repository.ts";
import { readBounded } from "../read-bounded.ts";

/**
 * `branch` is the full name of the reference. "none" on a branch without a commit; "unknown" where only git can tell.
 */
export type HeadRead = { id: string; branch?: string } | "none" | "unknown";

type Ref = { id: string } | { ref: string } | "none" | "unknown";

const LARGEST_REF = 1_000;
/** Searching a larger file takes as long as starting git. */
const LARGEST_PACKED = 4_000_000;
/** As many as git follows. */
const LONGEST_CHAIN = 5;
/** The paths in which git looks for "HEAD" if HEAD names no commit. */
const OTHER_HEADS = ["refs/HEAD", "refs/tags/HEAD", "refs/heads/HEAD", "refs/remotes/HEAD", "refs/remotes/HEAD/HEAD"];
/** Fewer names than git allows, and none that each work tree has for itself. */
const NAME = /^refs(?!\/(?:bisect|rewritten|worktree)\/)(?:\/(?!\.)[\p{L}\p{N}_.@#+=%,-]+(?<!\.|\.lock))+$/u;

/** References in files, as git stores them: a file for each, and `packed-refs` for those without one. */
export class RefFiles {
  readonly #gitDir: string;
  readonly #commonDir: string;
  readonly #isId: RegExp;

  constructor({ gitDir, commonDir }: Repository, digits: number) {
    this.#gitDir = realpathSync.native(gitDir);
    this.#commonDir = realpathSync.native(commonDir);
    this.#isId = new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`);
  }

  head(): HeadRead {
    let found = this.#readFile(`${this.#gitDir}/HEAD`);
    let branch: string | undefined;
    for (let read = 1; typeof found === "object" && "ref" in found; read += 1) {
      if (read === LONGEST_CHAIN) return "unknown";
      branch = found.ref;
      found = this.#read(found.ref);
    }
    if (typeof found === "object") return { ...found, ...(branch && { branch }) };
    if (found === "unknown") return "unknown";
    return OTHER_HEADS.every((name) => this.#read(name) === "none") ? "none" : "unknown";
  }

  #read(name: string): Ref {
    if (!NAME.test(name) || name.includes("..")) return "unknown";
    const found = this.#readFile(`${this.#commonDir}/${name}`);
    return found === "none" ? this.#readPacked(name) : found;
  }

  #readFile(file: string): Ref {
    const bytes = readWithoutLinks(file, LARGEST_REF);
    if (typeof bytes === "string") return bytes;
    const [, ref, id = ""] = /^(?:ref: (refs\/\S+)|(\w+))\n?$/.exec(bytes.toString()) ?? [];
    return ref === undefined ? this.#checked(id) : { ref };
  }

  #readPacked(name: string): HeadRead {
    const bytes = readWithoutLinks(`${this.#commonDir}/packed-refs`, LARGEST_PACKED);
    if (typeof bytes === "string") return bytes;
    const isWhole = bytes.toString("latin1", 0, 18) === "# pack-refs with: " && bytes.at(-1) === 10;
    if (!isWhole) return "unknown";
    const entry = Buffer.from(` ${name}\n`);
    const at = bytes.indexOf(entry);
    if (at === -1) return "none";
    if (bytes.includes(entry, at + 1)) return "unknown";
    return this.#checked(bytes.toString("latin1", bytes.lastIndexOf(10, at) + 1, at));
  }

  #checked(id: string): HeadRead {
    return this.#isId.test(id) ? { id } : "unknown";
  }
}

/**
 * "none" only if the file itself is missing. "unknown" for a link, which could lead out of the repository: git may
 * follow it.
 */
function readWithoutLinks(file: string, largest: number): Buffer | "none" | "unknown" {
  try {
    lstatSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "none";
    throw error;
  }
  const bytes = realpathSync.native(file) === file ? readBounded(file, largest) : undefined;
  return Buffer.isBuffer(bytes) ? bytes : "unknown";
}
