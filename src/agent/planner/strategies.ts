import type { Planner, PlannerHost, Strategy } from "./planner.ts";

/** The planner of a strategy. What it needs of pi is loaded when it plans. */
export async function plannerFor(strategy: Strategy, host: PlannerHost): Promise<Planner> {
  switch (strategy) {
    case "explore":
      return (await import("./explore.ts")).explorer(host);
    case "decompose":
      return (await import("./decompose.ts")).decomposer(host);
  }
}
