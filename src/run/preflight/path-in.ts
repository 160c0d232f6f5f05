import { indexPath, keyPath } from "../../plan/data-path.ts";
import type { PlacedStep } from "../steps-left.ts";

/** The path of a step's field in the plan: `steps[2].files`. */
export function pathIn({ position }: PlacedStep, key: string): string {
  return keyPath(indexPath("steps", position), key);
}
