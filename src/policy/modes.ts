import type { Mode } from "../plan/mode-look.ts";
import type { RISKS, Step } from "../plan/plan.ts";

/** Everything about a mode of steps besides its look: the advice for planner and executor, and what is enforced. */
export interface ModeInfo {
  /** Advice for a planner that makes such a step. */
  planner: string;
  /** Advice for the executor of such a step. Says nothing about what is allowed: the scope does. */
  subagent: string;
  /**
   * Enforced: a step that does not write has no tool that writes, and its commands run where nothing can be written.
   */
  writes: boolean;
  /** The assumed risk of a step that does not state one. */
  risk: (typeof RISKS)[number];
  /** The upper limit for any configured value; a step's own value is used as written. */
  limits: { max_turns?: number; minutes?: number };
  /** The rough effort of such a step without an estimate. */
  usual: { tokens: number; minutes: number };
}

export const MODE_CATALOGUE: Readonly<Record<Mode, ModeInfo>> = {
  code: {
    planner: "changes source files; name them in files, and a check in verify",
    subagent:
      "You implement. Read the code around a change before you make it, and write as that code is written. Make the smallest change that does the step, finish it, and leave no stubs and no commented-out code behind.",
    writes: true,
    risk: "medium",
    limits: {},
    usual: { tokens: 60_000, minutes: 6 },
  },
  test: {
    planner: "writes or runs tests; verify is the command that must pass",
    subagent:
      "You validate. A test says what should hold and fails when it does not: see it fail once where you can. Never weaken, skip or delete a test to make it pass; if the code is wrong, say so and stop.",
    writes: true,
    risk: "low",
    limits: {},
    usual: { tokens: 45_000, minutes: 6 },
  },
  research: {
    planner: "reads and compares, and changes nothing; its notes are for the steps after it",
    subagent:
      "You find out. Your notes are all that the steps after you get, so put into them what you found, where (file and line), and how sure you are. Say what you looked for and did not find.",
    writes: false,
    risk: "low",
    limits: { max_turns: 30, minutes: 20 },
    usual: { tokens: 40_000, minutes: 4 },
  },
  design: {
    planner: "settles how something is to be built, before code; changes nothing",
    subagent:
      "You design. Settle what the steps after you build: names, shapes, boundaries, and what happens when something fails. Prefer what the project does already. Write it into your notes, with what you decided against and why.",
    writes: false,
    risk: "low",
    limits: { max_turns: 30, minutes: 20 },
    usual: { tokens: 35_000, minutes: 4 },
  },
  docs: {
    planner: "writes documentation; name the pages in files",
    subagent:
      "You document. Describe the code, not the plan: read it before you describe it, and try every command and example that you can. Keep the style of the pages around yours.",
    writes: true,
    risk: "low",
    limits: { max_turns: 40 },
    usual: { tokens: 30_000, minutes: 4 },
  },
  run: {
    planner: "runs one exact command, given in run, without a model",
    subagent:
      "You run what the step says, as it says it. Look at the output before you call it a success. If a command fails, report its output; do not try others that were not asked for.",
    writes: true,
    risk: "medium",
    limits: { max_turns: 20 },
    usual: { tokens: 10_000, minutes: 3 },
  },
};

/** Whether a step of this mode may change anything. Without a mode, the scope decides. */
export function mayWrite({ mode }: Pick<Step, "mode">): boolean {
  return mode === undefined || MODE_CATALOGUE[mode].writes;
}
