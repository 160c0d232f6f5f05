import { lookAtRepository } from "./tree/look-at-repository.ts";
import { markFiles } from "./tree/mark-files.ts";
import type { PathBytes } from "./tree/path-bytes.ts";
import { Patience, RanOut } from "./tree/patience.ts";

export { compareTrees, type TreeComparison } from "./tree/compare-trees.ts";
export { dropTree, keepTree, keptTree } from "./tree/kept-tree.ts";

/**
 * How the working tree of a project was at some moment: enough to tell later whether it is the same, without a copy of it.
 * It has what git would show to a person, tracked files and new ones, and what makes git run programs; neither ignored
 * files, nor empty directories, nor `.pi/plans`.
 */
export type Tree =
  | { kind: "seen"; at: string; parts: readonly TreePart[]; files: ReadonlyMap<PathBytes, FileMark> }
  /** Nobody could look, or look to the end. */
  | { kind: "unseen"; at: string; because: string };

/** The project itself, or a repository inside of it. */
export interface TreePart {
  /** Empty for the project itself. */
  path: PathBytes;
  /** Who said which files there are. A walk leaves out `node_modules` and `.git`, and knows nothing of ignored files. */
  by: "git" | "walk";
  /** Why git was not asked. */
  because?: string;
  commit?: string;
  branch?: string;
  /** Of everything that is in git's index. */
  staged?: string;
}

/** The file as the system tells of it; its content by a hash, if the tree is small enough to read. */
export interface FileMark {
  mode: number;
  /** Size, both times, and the number of the file; nothing if nobody may look. */
  stats: readonly number[];
  /** Where a link leads; why nobody may look. */
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

/** Looks at the working tree. It runs nothing that the repository names, and others can work meanwhile. */
export async function lookAtTree(project: string, limits: Partial<TreeLimits> = {}): Promise<Tree> {
  const all = { ...LIMITS, ...limits };
  const at = new Date().toISOString();
  const patience = new Patience(all);
  try {
    const { parts, names, gitFiles } = await lookAtRepository(project, patience);
    const files = await markFiles(project, names, gitFiles, all.mostHashed, patience);
    return { kind: "seen", at, parts, files };
  } catch (error) {
    if (error instanceof RanOut) return { kind: "unseen", at, because: error.message };
    if (error instanceof Error && "errno" in error && "code" in error) {
      return { kind: "unseen", at, because: `the system says ${error.code}` };
    }
    throw error;
  }
}
