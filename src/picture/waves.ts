import { examine } from "../plan/graph.ts";
import type { Step } from "../plan/plan.ts";

/** The steps that can run at the same time, by their indexes. Steps that wait for each other come last. */
export function wavesOf(steps: readonly Step[]): number[][] {
  const places = new Map(steps.map(({ id }, index) => [id, index]));
  const waves = examine(steps).waves.map((wave) => wave.flatMap((id) => places.get(id) ?? []));
  const placed = new Set(waves.flat());
  const never = steps.map((_, index) => index).filter((index) => !placed.has(index));
  return [...waves, never].filter((wave) => wave.length > 0);
}

/** By the index of a step: the number of its wave. */
export function waveNumbers(waves: readonly (readonly number[])[]): number[] {
  const numbers: number[] = [];
  for (const [number, wave] of waves.entries()) for (const place of wave) numbers[place] = number;
  return numbers;
}
