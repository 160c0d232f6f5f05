import { Desk } from "../../src/desk/desk.ts";
import { localActor } from "../../src/desk/persons.ts";
import { benchPlan } from "./bench-plan.ts";

/** How long a new plan and a change of one take until they are on the disk; of each the middle one. */
export async function createAndUpdate(directory: string): Promise<Record<string, number>> {
  const desk = new Desk({ directory });
  const by = localActor({});
  const times = { create: [] as number[], update: [] as number[] };
  for (let n = 0; n < 40; n++) {
    const id = `PLAN-f${n.toString(16).padStart(7, "0")}`;
    const start = performance.now();
    const created = await desk.propose(benchPlan(id, n), by);
    const between = performance.now();
    const updated = await desk.edit(id, benchPlan(id, n + 1000), by);
    const end = performance.now();
    if (!created.ok || !updated.ok) throw new Error(JSON.stringify({ created, updated }));
    times.create.push(between - start);
    times.update.push(end - between);
  }
  desk.close();
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  return { create: middle(times.create), update: middle(times.update) };
}
