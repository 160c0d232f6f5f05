import { posix } from "node:path";
import type { Step } from "../plan/plan.ts";
import { quoted } from "../plan/quoted.ts";
import { comparablePath, isInside } from "../policy/comparable-path.ts";
import { mayWrite } from "../policy/modes.ts";

type Writer = Pick<Step, "id" | "mode" | "files">;

/**
 * Why two steps cannot run at the same time, if so. A step whose mode does not write can always run. Two others must have no
 * file in common: directories are compared, because the sandbox opens directories, and an unclear case counts as common.
 */
export function overlap(a: Writer, b: Writer): string | undefined {
  return overlapOf(territoryOf(a), territoryOf(b));
}

/** Where a step may write. To be made once, where a step is compared with many. */
export interface WriteScope {
  id: Step["id"];
  writes: boolean;
  /** Without any, the whole project. Empty is the project's own directory. */
  directories?: readonly Place[];
}

interface Place {
  /** As it was written. */
  path: string;
  /** As the most forgiving file system compares it. */
  folded: string;
}

export function territoryOf(step: Writer): WriteScope {
  const own = step.files?.filter((glob) => !glob.startsWith("!")).map(directoryOf);
  return { id: step.id, writes: mayWrite(step), ...(own && own.length > 0 && { directories: own }) };
}

export function overlapOf(a: WriteScope, b: WriteScope): string | undefined {
  if (!a.writes || !b.writes) return undefined;
  const open = [a, b].filter(({ directories }) => directories === undefined).map(({ id }) => id);
  if (open.length === 2) return "both may write any file of the project";
  if (open[0] !== undefined) return `${open[0]} may write any file of the project`;
  for (const one of a.directories ?? []) {
    for (const other of b.directories ?? []) {
      const shared = isBelow(one, other) ? one : isBelow(other, one) ? other : undefined;
      if (shared)
        return `both may write ${shared.path === "" ? "the project's own directory" : shortened(shared.path)}`;
    }
  }
  return undefined;
}

function isBelow(place: Place, directory: Place): boolean {
  return directory.folded === "" || isInside(place.folded, directory.folded);
}

/** The directory before the first wildcard; of a name without any, the one that it is in. */
function directoryOf(glob: string): Place {
  // A pattern that goes up or leaves the project after a wildcard may match anywhere.
  const isAnywhere = /^[/~]|\\/.test(glob) || glob.split(/[/{},()|[\]!@+]/).includes("..");
  if (isAnywhere) return { path: "", folded: "" };
  const parts = glob.split("/");
  const firstPattern = parts.findIndex((part) => /[*?[\]{}()!+@|]/.test(part));
  const path = posix.normalize(parts.slice(0, firstPattern === -1 ? -1 : firstPattern).join("/")).replace(/\/$/, "");
  return path === "." ? { path: "", folded: "" } : { path, folded: comparablePath(path) };
}

function shortened(path: string): string {
  const shown = quoted(path);
  return shown === `"${path}"` ? path : shown;
}
