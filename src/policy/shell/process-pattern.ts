import { matches, type Part } from "./path-pattern.ts";

/** What is read where such a pattern leads. */
export interface PatternRead {
  /** The content below is read, too. */
  isDeep: boolean;
  /** The last name is certain, and not that of a file that reveals a process. */
  isOther: boolean;
}

/**
 * Whether a directory and the pattern after it may be a file that reveals the environment or the memory of a process,
 * or lead through a process to any path.
 */
export function reachesProcess(above: readonly string[], below: readonly Part[], read: PatternRead): boolean {
  const [first] = above;
  if (first !== undefined && first !== "proc") return false;
  const parts = [...above.map((name) => ({ marks: [...name], isOpen: false })), ...below];
  if (!read.isOther && FILES.some((way) => isOnWay(way, parts, read))) return true;
  if (LINKS.some((way) => isOnWay(way, parts, read))) return true;
  // A number that is written out is followed where the path is resolved.
  return below.length > 0 && OPENED.some((way) => isOnWay(way, parts, read));
}

/** Whether the end of a word is the name of such a file, or a pattern that means it. */
export function isProcessFileName(part: Part | undefined): boolean {
  if (part === undefined || part.isOpen) return false;
  const written = part.marks.filter((mark) => typeof mark === "string").length;
  return written >= LEAST_WRITTEN && matches(part.marks, "environ");
}

/** Whether the end of a word, which is certain, is another name. */
export function isOtherName(part: Part | undefined): boolean {
  if (part === undefined || part.isOpen || part.marks.length === 0) return false;
  return !isFile(part.marks) && !matches(part.marks, ".") && !matches(part.marks, "..");
}

type Step = (marks: Part["marks"]) => boolean;

const LEAST_WRITTEN = 3;

const isProc: Step = (marks) => matches(marks, "proc");
const isProcess: Step = (marks) =>
  matches(marks, "self") ||
  matches(marks, "thread-self") ||
  marks.every((mark) => typeof mark !== "string" || /\d/.test(mark));
const isTask: Step = (marks) => matches(marks, "task");
const isFile: Step = (marks) => matches(marks, "environ") || matches(marks, "mem") || matches(marks, "kcore");
// Their target differs by process, so it is unknown.
const isLink: Step = (marks) => matches(marks, "cwd") || matches(marks, "root");
const isOpenFiles: Step = (marks) => matches(marks, "fd") || matches(marks, "map_files");
const isAnything: Step = () => true;

const FILES: readonly (readonly Step[])[] = [
  ...ofProcess(isFile),
  [isProc, (marks) => matches(marks, "kcore") && marks.includes("k")],
];
const LINKS = ofProcess(isLink, isAnything);
const OPENED = ofProcess(isOpenFiles, isAnything);

function ofProcess(...steps: Step[]): Step[][] {
  return [
    [isProc, isProcess, ...steps],
    [isProc, isProcess, isTask, isProcess, ...steps],
  ];
}

function isOnWay(way: readonly Step[], parts: readonly Part[], { isDeep, isOther }: PatternRead): boolean {
  for (const [at, step] of way.entries()) {
    const part = parts[at];
    if (part === undefined) return isDeep;
    if (part.isOpen && !isOther)
      return at > 0 || (step(part.marks) && (isDeep || part.marks.some((mark) => mark === "p")));
    if (!step(part.marks)) return false;
  }
  return true;
}
