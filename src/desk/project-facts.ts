import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { defined } from "../plan/defined.ts";
import type { Facts } from "../plan/validate.ts";
import { findSoon } from "./find-soon.ts";

/** Facts about the project that a plan can be checked against. */
export function projectFacts(project: string, tools?: ReadonlySet<string>): Facts {
  let searched = 0;
  return {
    ...defined({ tools }),
    matches: (glob) => {
      const isPlain = !/[*?[\]{}!]/.test(glob);
      // A file that a step will create need not exist; its directory should.
      if (isPlain) return existsSync(join(project, glob)) || existsSync(join(project, dirname(glob)));
      if (isCostly(glob) || searched > MOST_SEARCHED_MS) return true;
      const began = performance.now();
      const found =
        findSoon(project, glob, isLeftOut) || globSync(glob, { cwd: project, exclude: isLeftOut }).length > 0;
      searched += performance.now() - began;
      return found;
    },
  };
}

/** For all globs of a plan together. One that is not looked for counts as a match: this only warns. */
const MOST_SEARCHED_MS = 500;

function isLeftOut(name: string): boolean {
  return name === "node_modules" || name === ".git";
}

/** A few characters can expand to a million patterns, or match the whole tree many times: those are not searched. */
function isCostly(glob: string): boolean {
  const count = (part: RegExp) => glob.match(part)?.length ?? 0;
  return glob.length > 300 || count(/[{(]/g) > 3 || count(/\*\*/g) > 3 || /\{[^{}]*\.\./.test(glob);
}
