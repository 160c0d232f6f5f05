import type { StepStates } from "../../../lifecycle/step-states.ts";
import type { Plan } from "../../../plan/plan.ts";
import { type Drawn, graphPng } from "./graph-png.ts";
import { graphSvg } from "./graph-svg.ts";
import type { Dagre } from "./lay-out-by-dagre.ts";

/** The graph of a plan as a picture to send. The same plan with the same states gives the same picture. */
export async function drawGraph(plan: Plan, states?: StepStates): Promise<Drawn> {
  return graphPng(graphSvg(plan, states, await loadDagre()));
}

/** Without it the steps stand in waves. */
async function loadDagre(): Promise<Dagre | undefined> {
  try {
    return await import("@dagrejs/dagre");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return undefined;
  }
}
