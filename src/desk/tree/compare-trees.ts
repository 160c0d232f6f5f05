import { defined } from "../../plan/defined.ts";
import type { FileMark, Tree, TreePart } from "../tree.ts";
import { type PathBytes, textOf } from "./path-bytes.ts";

export interface ChangedFile {
  /** To be shown through `visible`, as every name. */
  path: string;
  how: "added" | "removed" | "changed";
}

/** The position of HEAD; undefined fields before the first commit. */
export interface Head {
  commit?: string;
  branch?: string;
}

export type TreeComparison =
  /** `at` is the commit. `note` names what could not be compared, if anything. */
  | { kind: "unchanged"; at?: string; note?: string }
  | {
      kind: "changed";
      files: ChangedFile[];
      /** It is on another commit or branch. */
      head?: { before: Head; now: Head };
      /** Git's index has other entries. */
      isStaged?: true;
      note?: string;
    }
  | { kind: "unknown"; because: string };

/** The changes between two states of a tree. A file that was only touched is unchanged, if its content is known. */
export function compareTrees(before: Tree | undefined, now: Tree): TreeComparison {
  if (before === undefined) return { kind: "unknown", because: "the tree was not recorded when planning began" };
  if (before.kind === "unseen") return { kind: "unknown", because: before.because };
  if (now.kind === "unseen") return { kind: "unknown", because: now.because };
  const earlier = new Map(before.parts.map((part) => [part.path, part]));
  const odd = now.parts.find((part) => (earlier.get(part.path)?.by ?? part.by) !== part.by);
  if (odd) return { kind: "unknown", because: askedOnce(odd) };
  const top = earlier.get("");
  const current = now.parts.find(({ path }) => path === "");
  const files = [...changedFiles(before.files, now.files), ...changedParts(earlier, now.parts)];
  const isMoved = !isSameHead(top, current);
  const isStaged = top?.staged !== current?.staged;
  const note = noteOn(now.parts);
  const noted = note === undefined ? {} : { note };
  if (files.length === 0 && !isMoved && !isStaged) {
    return { kind: "unchanged", ...(current?.commit && { at: current.commit }), ...noted };
  }
  return {
    kind: "changed",
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    ...(isMoved && { head: { before: headOf(top), now: headOf(current) } }),
    ...(isStaged && { isStaged }),
    ...noted,
  };
}

function changedFiles(before: ReadonlyMap<PathBytes, FileMark>, now: ReadonlyMap<PathBytes, FileMark>): ChangedFile[] {
  const changed: ChangedFile[] = [];
  for (const [path, mark] of now) {
    const was = before.get(path);
    if (was === undefined) changed.push({ path: textOf(path), how: "added" });
    else if (!isSameFile(was, mark)) changed.push({ path: textOf(path), how: "changed" });
  }
  for (const path of before.keys()) if (!now.has(path)) changed.push({ path: textOf(path), how: "removed" });
  return changed;
}

function isSameFile(before: FileMark, now: FileMark): boolean {
  if (before.mode !== now.mode || before.target !== now.target) return false;
  if (now.target !== undefined) return true;
  const areRead = before.hash !== undefined && now.hash !== undefined;
  return areRead ? before.hash === now.hash : before.stats.every((value, index) => value === now.stats[index]);
}

/** Repositories inside the project: one that came or went, or that is on another commit. */
function changedParts(earlier: ReadonlyMap<PathBytes, TreePart>, parts: readonly TreePart[]): ChangedFile[] {
  const inside = parts.filter(({ path }) => path !== "");
  const names = new Set(parts.map(({ path }) => path));
  return [
    ...inside.flatMap((part): ChangedFile[] => {
      const was = earlier.get(part.path);
      if (was !== undefined && isSameHead(was, part) && was.staged === part.staged) return [];
      return [{ path: `${textOf(part.path)}/`, how: was === undefined ? "added" : "changed" }];
    }),
    ...[...earlier.keys()]
      .filter((path) => !names.has(path))
      .map((path): ChangedFile => ({ path: `${textOf(path)}/`, how: "removed" })),
  ];
}

function isSameHead(before: TreePart | undefined, now: TreePart | undefined): boolean {
  return before?.commit === now?.commit && before?.branch === now?.branch;
}

function headOf({ commit, branch }: Head = {}): Head {
  return { ...defined({ commit, branch }) };
}

function askedOnce({ path, by, because }: TreePart): string {
  const where = path === "" ? "the project" : textOf(path);
  return by === "git"
    ? `git can be asked about ${where} now, and could not when planning began`
    : `git could be asked about ${where} when planning began, and cannot be now: ${because ?? ""}`;
}

function noteOn(parts: readonly TreePart[]): string | undefined {
  const walked = parts.find(({ by }) => by === "walk");
  if (walked === undefined) return undefined;
  const where = walked.path === "" ? "" : ` about ${textOf(walked.path)}`;
  return `git was not asked${where} (${walked.because}): every file was looked at, but for node_modules and .git`;
}
