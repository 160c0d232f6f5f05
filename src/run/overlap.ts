import { posix } from "node:path";
import { coversGlob } from "../plan/covers-glob.ts";
import { defined } from "../plan/defined.ts";
import type { Step } from "../plan/plan.ts";
import { quoted } from "../plan/quoted.ts";
import { comparablePath, isInside } from "../policy/comparable-path.ts";
import { mayWrite } from "../policy/modes.ts";
import { mayMeet, type PathPattern, pathPattern } from "../policy/path-pattern.ts";

type Writer = Pick<Step, "id" | "mode" | "files" | "keeps">;

/**
 * Why two steps cannot run at the same time, if so. A step whose mode does not write can always run. Two others must have no
 * file in common, and an unclear case counts as common. If they write in one directory, the commands of each must be
 * kept apart from those of the other there.
 */
export function overlap(a: Writer, b: Writer, inseparable?: Inseparable): string | undefined {
  return overlapOf(territoryOf(a), territoryOf(b), inseparable);
}

/** Why the commands of a step cannot be kept apart from those of others in one directory, if so: of the disk and the sandbox. */
export interface Inseparable {
  (step: WriteScope): string | undefined;
  /** The directory to which a link leads the step: it may be that of any other, whatever their globs say. */
  linked?(step: WriteScope): string | undefined;
}

/** Where a step may write. To be made once, where a step is compared with many. */
export interface WriteScope {
  id: Step["id"];
  writes: boolean;
  /** The name of the process that it keeps. */
  keeps?: string;
  /** Its `files` as they are written. */
  globs: readonly string[];
  /** Without any, the whole project. */
  files?: readonly WrittenFiles[];
}

/** A glob of `files`, without those that exclude files. */
interface WrittenFiles {
  pattern: PathPattern;
  /** What the sandbox opens for it. Empty is the project's own directory. */
  directory: { path: string; folded: string };
}

export function territoryOf(step: Writer): WriteScope {
  const files = step.files?.filter((glob) => !glob.startsWith("!")).map(writtenFiles);
  return {
    ...{ id: step.id, writes: mayWrite(step), globs: step.files ?? [] },
    ...defined({ keeps: step.keeps, files: files?.length ? files : undefined }),
  };
}

export function overlapOf(a: WriteScope, b: WriteScope, inseparable?: Inseparable): string | undefined {
  if (!a.writes || !b.writes) return undefined;
  const open = [a, b].filter(({ files }) => files === undefined).map(({ id }) => id);
  if (open.length === 2) return "both may write any file of the project";
  if (open[0] !== undefined) return `${open[0]} may write any file of the project`;
  let shared: string | undefined;
  for (const one of a.files ?? []) {
    for (const other of b.files ?? []) {
      if (mayMeet(one.pattern, other.pattern)) return `both may write ${commonFiles(one.pattern, other.pattern)}`;
      shared ??= sharedDirectory(one, other);
    }
  }
  if (shared === undefined) return linkedReason(a, inseparable) ?? linkedReason(b, inseparable);
  const reason = inseparable?.(a) ?? inseparable?.(b);
  return reason === undefined ? undefined : `both write in ${shared}, and ${reason}`;
}

function linkedReason(step: WriteScope, inseparable: Inseparable | undefined): string | undefined {
  const directory = inseparable?.linked?.(step);
  return directory === undefined ? undefined : `a link leads ${step.id} to ${shortened(directory)}`;
}

/** The files of both, in as few words as possible. */
function commonFiles(a: PathPattern, b: PathPattern): string {
  if (a.alternatives === undefined) return shortened(b.glob);
  if (b.alternatives === undefined || a.isLiteral || coversGlob(b.glob, a.glob)) return shortened(a.glob);
  if (b.isLiteral || coversGlob(a.glob, b.glob)) return shortened(b.glob);
  return `files that match ${shortened(a.glob)} and ${shortened(b.glob)}`;
}

function sharedDirectory({ directory: a }: WrittenFiles, { directory: b }: WrittenFiles): string | undefined {
  const inner = isBelow(a, b) ? a : isBelow(b, a) ? b : undefined;
  return inner && (inner.path === "" ? "the project's own directory" : shortened(inner.path));
}

function isBelow(place: WrittenFiles["directory"], directory: WrittenFiles["directory"]): boolean {
  return directory.folded === "" || isInside(place.folded, directory.folded);
}

function writtenFiles(glob: string): WrittenFiles {
  const pattern = pathPattern(glob);
  return { pattern, directory: pattern.alternatives === undefined ? { path: "", folded: "" } : directoryOf(glob) };
}

/** The directory before the first wildcard; of a name without any, the one that it is in. */
function directoryOf(glob: string): WrittenFiles["directory"] {
  const parts = glob.split("/");
  const firstPattern = parts.findIndex((part) => /[*?[\]{}()!+@|]/.test(part));
  const path = posix.normalize(parts.slice(0, firstPattern === -1 ? -1 : firstPattern).join("/")).replace(/\/$/, "");
  return path === "." ? { path: "", folded: "" } : { path, folded: comparablePath(path) };
}

function shortened(path: string): string {
  const shown = quoted(path);
  return shown === `"${path}"` ? path : shown;
}
