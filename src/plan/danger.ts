import type { Step } from "./plan.ts";

/** Higher for a riskier step. A step without a stated risk counts more than one of low risk. */
export function dangerOf({ risk }: Pick<Step, "risk">): number {
  return risk === "high" ? 3 : risk === "medium" ? 2 : risk === undefined ? 1 : 0;
}
