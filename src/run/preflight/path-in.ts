import { indexPath, keyPath } from "../../plan/data-path.ts";
import type { PlacedStep } from "../steps-left.ts";

/** Where a field of a step stands in the plan: `steps[2].files`. */
export function pathIn({ position }: PlacedStep, key: string): string {
  return keyPath(indexPath("steps", position), key);
}
