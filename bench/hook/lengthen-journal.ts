import { Desk } from "../../src/desk/desk.ts";
import { HOST } from "../../src/lifecycle/actor.ts";

/** Makes the journal of the one agent of a project longer, by more of the denials that are in it. */
export async function lengthenJournal(directory: string, length: number): Promise<void> {
  const desk = new Desk({ directory });
  const [agent] = await desk.store.listAgents();
  if (agent === undefined) throw new Error("No agent has a journal.");
  await desk.store.changeJournal(agent.id, ({ records }) => {
    const denial = records.findLast(({ events }) => (events as { type: string }[]).some(isDenial));
    if (denial === undefined) throw new Error("Nothing was denied yet.");
    const { at, events } = denial;
    const more = Array.from({ length: Math.max(0, length - records.length) }, () => ({ at, by: HOST, events }));
    return { result: undefined, records: more };
  });
  desk.close();
}

function isDenial({ type }: { type: string }): boolean {
  return type === "call_judged";
}
