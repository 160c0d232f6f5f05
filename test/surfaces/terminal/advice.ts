import { readPlanInput } from "../../../src/surfaces/terminal/commands/plan-input.ts";
import type { AdviceReader } from "../../../testing/advice.ts";
import { CLI_ADVICE } from "../cli/advice.ts";

const OF_STEP = ["retry", "skip", "fail", "rollback"];

/** Lines that begin with /plan or /plans, and commands of the shell. */
export const TERMINAL_ADVICE: AdviceReader = {
  begins: /(?:\/plans?\b|countersign [a-z])/,
  read(text) {
    if (text.startsWith("countersign ")) return CLI_ADVICE.read(text);
    const words = text.replace(/^\/plans?\s*/, "");
    if (["", "<goal>", "start <goal>"].includes(words)) return {};
    const read = readPlanInput(words, { plans: [], steps: [], decisions: [], models: [] });
    if (read.kind !== "command") return { wrong: `it is read as a ${read.kind}` };
    return { plan: read.plan, ...(OF_STEP.includes(read.name) && { step: read.args[0] }) };
  },
};
