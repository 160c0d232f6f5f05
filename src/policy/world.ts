/** What the policy needs to know of the world. It asks; others look. */
export interface World {
  /**
   * Where a path leads: absolute, `..` and links followed as far as the path exists, the rest appended. On a file
   * system that ignores case the answer is spelled as the directory spells it.
   */
  resolve(path: string, from: string): string;
  /**
   * The files of these names that are in the directory and in those above it, nearest first; it stops below `top`. A name
   * may have several parts (`.volta/hooks.json`).
   */
  find(directory: string, names: readonly string[], top?: string): readonly string[];
  /** The text of a file that `find` found; nothing if it is not a plain file, is too large, or cannot be read. */
  read(path: string): string | undefined;
  /** What git would find in this directory, and whether it would run something a repository configured. */
  git(directory: string): GitLook;
  /** The world of one moment, for many questions at once: what was looked at is not looked at again. */
  moment?(): World;
}

export type GitLook =
  /** Nothing a repository says makes git run a program or leave the directory. */
  | { found: "harmless" }
  /** No repository is here or above. */
  | { found: "none" }
  /** The settings, hooks or links of the repository that would. */
  | { found: "harmful"; because: readonly string[] }
  /** It could not be looked at. */
  | { found: "unknown"; because: string };
