import type { Step } from "./plan.ts";
import type { Tone } from "./tone.ts";

export interface RiskLook {
  word: string;
  /** In four columns. */
  short: string;
  tone: Tone;
}

/** How a step's risk is shown on every surface. */
export const RISK_LOOKS: Record<NonNullable<Step["risk"]>, RiskLook> = {
  low: { word: "low", short: "low ", tone: "good" },
  medium: { word: "medium", short: "med ", tone: "attention" },
  high: { word: "high", short: "high", tone: "bad" },
};
