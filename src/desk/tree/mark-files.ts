import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { crypto } from "../crypto.ts";
import type { FileMark, TreeLimits } from "../tree.ts";
import { below, type PathBytes } from "./path-bytes.ts";
import type { ScanBudget } from "./scan-budget.ts";

/** The stat of each file, and in a small tree its content. Missing files are left out; directories have no entry. */
export async function markFiles(
  project: string,
  names: readonly PathBytes[],
  gitFiles: ReadonlyMap<PathBytes, string>,
  mostHashed: TreeLimits["mostHashed"],
  patience: ScanBudget,
): Promise<Map<PathBytes, FileMark>> {
  const marks = new Map<PathBytes, FileMark>();
  const contents = new Map<PathBytes, { path: string | Buffer; size: number }>();
  let bytes = 0;
  let isSmall = true;
  const look = (name: PathBytes, path: string | Buffer): void => {
    const stats = statsOf(path);
    if (stats === undefined) return;
    patience.count();
    if (typeof stats === "string") {
      marks.set(name, { mode: 0, stats: [], target: stats });
      return;
    }
    if (stats.isDirectory()) return;
    marks.set(name, markOf(stats, path));
    if (!stats.isFile()) return;
    bytes += stats.size;
    isSmall &&= contents.size < mostHashed.files && bytes <= mostHashed.bytes;
    if (isSmall) contents.set(name, { path, size: stats.size });
  };
  for (const name of names) {
    look(name, below(project, name));
    const turn = patience.turn();
    if (turn) await turn;
  }
  for (const [name, path] of gitFiles) look(name, path);
  if (!isSmall) return marks;
  for (const [name, { path, size }] of contents) {
    const hash = hashOf(path, size);
    const mark = marks.get(name);
    if (mark && hash !== undefined) marks.set(name, { ...mark, hash });
    const turn = patience.turn();
    if (turn) await turn;
  }
  return marks;
}

/** The system sets ctime: no program can set it back, as it can mtime. */
function markOf(stats: Stats, path: string | Buffer): FileMark {
  const mark = { mode: stats.mode, stats: [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino] };
  return stats.isSymbolicLink() ? { ...mark, target: readlinkSync(path, "latin1") } : mark;
}

/** Undefined if nothing is there; a text if the file may not be read. */
function statsOf(path: string | Buffer): Stats | string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    return code === "ENOTDIR" ? undefined : code;
  }
}

/** Undefined if it cannot be read, or has changed since its stat. */
function hashOf(path: string | Buffer, size: number): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size !== size) return undefined;
    return crypto().createHash("sha256").update(readFileSync(descriptor)).digest("base64url");
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
