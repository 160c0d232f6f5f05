import type { Planner, PlannerHost, Strategy } from "./planner.ts";

/** The planner of a strategy. It loads its parts of pi when it plans. */
export async function plannerFor(strategy: Strategy, host: PlannerHost): Promise<Planner> {
  switch (strategy) {
    case "explore":
      return (await import("./explore.ts")).explorer(host);
    case "decompose":
      return (await import("./decompose.ts")).decomposer(host);
  }
}
