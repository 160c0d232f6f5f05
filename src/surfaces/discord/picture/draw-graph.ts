import { type Drawn, graphPng } from "./graph-png.ts";
import type { GraphSubject } from "./graph-subject.ts";
import { graphSvg } from "./graph-svg.ts";
import type { Dagre } from "./lay-out-by-dagre.ts";

/** The graph of a plan as a picture to send. The same subject gives the same picture. It takes up to a second. */
export async function drawGraph(subject: GraphSubject): Promise<Drawn> {
  return graphPng(graphSvg(subject, await loadDagre()));
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
