import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { defined } from "../plan/defined.ts";
import type { Facts } from "../plan/validate.ts";
import { findSoon } from "./find-soon.ts";

/** Facts about the project that a plan can be checked against. */
export function projectFacts(project: string, tools?: ReadonlySet<string>): Facts {
  return {
    ...defined({ tools }),
    matches: (glob) => {
      const isPlain = !/[*?[\]{}!]/.test(glob);
      // A file that a step will create need not exist; its directory should.
      if (isPlain) return existsSync(join(project, glob)) || existsSync(join(project, dirname(glob)));
      if (isCostly(glob) || findSoon(project, glob, isLeftOut)) return true;
      return globSync(glob, { cwd: project, exclude: isLeftOut }).length > 0;
    },
  };
}

function isLeftOut(name: string): boolean {
  return name === "node_modules" || name === ".git";
}

/** A few characters can expand to a million patterns, or match the whole tree many times: those are not searched. */
function isCostly(glob: string): boolean {
  const count = (part: RegExp) => glob.match(part)?.length ?? 0;
  return glob.length > 300 || count(/[{(]/g) > 3 || count(/\*\*/g) > 3 || /\{[^{}]*\.\./.test(glob);
}
