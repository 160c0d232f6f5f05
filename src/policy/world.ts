/** The policy's view of the file system: the policy asks, an implementation reads. */
export interface World {
  /**
   * The target of a path: absolute, `..` and links followed as far as the path exists, the rest appended. On a file
   * system that ignores case it is spelled as in the directory.
   */
  resolve(path: string, from: string): string;
  /**
   * The files of these names in the directory and its parents, nearest first; stops below `top`. A name may have
   * several parts (`.volta/hooks.json`).
   */
  find(directory: string, names: readonly string[], top?: string): readonly string[];
  /**
   * The text of a file that `find` returned; undefined if it is not a regular file, is too large, or cannot be read.
   */
  read(path: string): string | undefined;
  /**
   * The repository git would find in this directory, and whether it would run a program that the repository
   * configures.
   */
  git(directory: string): GitLook;
  /** A view of one moment, for many questions at once: each answer is read once. */
  moment?(): World;
}

export type GitLook =
  /** Nothing in the repository makes git run a program or leave the directory. */
  | { found: "harmless" }
  /** No repository is here or above. */
  | { found: "none" }
  /** The settings, hooks or links of the repository that would. */
  | { found: "harmful"; because: readonly string[] }
  /** It could not be read. */
  | { found: "unknown"; because: string };
