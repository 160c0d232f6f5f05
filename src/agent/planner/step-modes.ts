import type { MODES } from "../../plan/plan.ts";

type Mode = (typeof MODES)[number];

/** Who carries out a step of each mode, and what a planner should think of when it makes one. */
export const STEP_MODES = {
  code: {
    specialist: "Implementation Specialist",
    planning: "changes source files; name them in files, and a check in verify",
  },
  test: {
    specialist: "Validation Specialist",
    planning: "writes or runs tests; verify is the command that must pass",
  },
  research: {
    specialist: "Research Strategist",
    planning: "reads and compares, and changes nothing; its notes are for the steps after it",
  },
  design: {
    specialist: "Design Architect",
    planning: "settles how something is to be built, before code; changes nothing",
  },
  docs: {
    specialist: "Documentation Specialist",
    planning: "writes documentation; name the pages in files",
  },
  run: {
    specialist: "Execution Specialist",
    planning: "runs one exact command, given in run, without a model",
  },
} as const satisfies Record<Mode, { specialist: string; planning: string }>;
