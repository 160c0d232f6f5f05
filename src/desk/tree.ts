import { lookAtRepository } from "./tree/look-at-repository.ts";
import { markFiles } from "./tree/mark-files.ts";
import type { PathBytes } from "./tree/path-bytes.ts";
import { ScanBudget, ScanLimitReached } from "./tree/scan-budget.ts";

export { compareTrees, type TreeComparison } from "./tree/compare-trees.ts";
export { dropTree, keepEndOfPlanning, keepTree, keptEndOfPlanning, keptTree } from "./tree/kept-tree.ts";

/**
 * The state of a project's working tree at one time: enough to tell later whether it changed, without a copy. It
 * covers the files git would show, tracked and new, and files that make git run programs; not ignored files, empty
 * directories or `.pi/plans`.
 */
export type Tree =
  | { kind: "seen"; at: string; parts: readonly TreePart[]; files: ReadonlyMap<PathBytes, FileMark> }
  /** The tree could not be read, or not completely. */
  | { kind: "unseen"; at: string; because: string };

/** The project itself, or a repository inside it. */
export interface TreePart {
  /** Empty for the project itself. */
  path: PathBytes;
  /** The source of the list of files. A walk skips `node_modules` and `.git`, and knows nothing of ignored files. */
  by: "git" | "walk";
  /** Why git was not asked. */
  because?: string;
  commit?: string;
  branch?: string;
  /** Of all entries of git's index. */
  staged?: string;
}

/** The file's stat, and the hash of its content if the tree is small enough to read. */
export interface FileMark {
  mode: number;
  /** Size, both times, and inode; absent if it may not be read. */
  stats: readonly number[];
  /** The target of a link, or why the file may not be read. */
  target?: PathBytes;
  hash?: string;
}

export interface TreeLimits {
  mostFiles: number;
  mostMs: number;
  /** Contents are read if the whole tree has no more files and bytes. */
  mostHashed: { files: number; bytes: number };
}

const LIMITS: TreeLimits = { mostFiles: 200_000, mostMs: 5_000, mostHashed: { files: 3_000, bytes: 16_000_000 } };

/** Reads the working tree. Runs no program that the repository names, and yields to the event loop. */
export async function lookAtTree(project: string, limits: Partial<TreeLimits> = {}): Promise<Tree> {
  const all = { ...LIMITS, ...limits };
  const at = new Date().toISOString();
  const patience = new ScanBudget(all);
  try {
    const { parts, names, gitFiles } = await lookAtRepository(project, patience);
    const files = await markFiles(project, names, gitFiles, all.mostHashed, patience);
    return { kind: "seen", at, parts, files };
  } catch (error) {
    if (error instanceof ScanLimitReached) return { kind: "unseen", at, because: error.message };
    if (error instanceof Error && "errno" in error && "code" in error) {
      return { kind: "unseen", at, because: `the system says ${error.code}` };
    }
    throw error;
  }
}
