import { registerHooks } from "node:module";
import { yes } from "../../desk/outcome.ts";
import { INSTALL_PI, PI_PACKAGE } from "../pi-version.ts";
import { cannot, type PlanningOutcome } from "./planner.ts";

export type Pi = typeof import("@earendil-works/pi-coding-agent");

/** Takes a second to load, and need not be installed: only planning needs it. */
export async function loadPi(): Promise<PlanningOutcome<Pi>> {
  letRequire();
  try {
    return yes(await import("@earendil-works/pi-coding-agent"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(PI_PACKAGE)) throw error;
    return cannot("no_pi", "Planning runs on pi, and pi is not installed beside Countersign.", {
      hint: `Install it where Countersign is (with -g if that is global): ${INSTALL_PI}`,
    });
  }
}

/** pi, and the package that its terminal is made of. */
const OF_PI = /^@earendil-works\/pi-(?:coding-agent|tui)$/;

let isLet = false;

/**
 * The published command line is CommonJS, and its parts that use pi require it. Packages of pi are published for `import` only;
 * Node can require them regardless, if it is told so.
 */
function letRequire(): void {
  if (isLet) return;
  isLet = true;
  registerHooks({
    resolve: (name, context, next) =>
      next(name, OF_PI.test(name) ? { ...context, conditions: [...context.conditions, "import"] } : context),
  });
}
