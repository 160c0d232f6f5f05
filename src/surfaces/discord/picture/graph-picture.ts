import { createHash } from "node:crypto";
import type { StepStates } from "../../../lifecycle/step-states.ts";
import type { Plan } from "../../../plan/plan.ts";
import { drawGraph } from "./draw-graph.ts";

const MOST = 50;

/** Pictures by what they show: a card is drawn far more often than its graph changes. */
const drawn = new Map<string, Promise<Uint8Array | undefined>>();

/** The plan's graph as it stands; nothing where the parts are missing that draw it. One step alone needs no picture. */
export function graphPicture(plan: Plan, states?: StepStates): Promise<Uint8Array | undefined> {
  if (plan.steps.length < 2) return Promise.resolve(undefined);
  const shown = plan.steps.map((step) => [step, states?.get(step.id)?.status]);
  const key = createHash("sha256").update(JSON.stringify(shown)).digest("base64");
  const known = drawn.get(key);
  drawn.delete(key);
  const picture = known ?? drawGraph(plan, states).then(({ png }) => png);
  drawn.set(key, picture);
  for (const old of [...drawn.keys()].slice(0, Math.max(0, drawn.size - MOST))) drawn.delete(old);
  return picture;
}
