import { type Desk, runPlan } from "../src/index.ts";

/** Runs an approved plan in this process, and says line by line what happens. */
export async function runAndTell(desk: Desk, id: string, say: (line: string) => void): Promise<boolean> {
  const ran = await runPlan(desk, id, {
    signal: AbortSignal.timeout(3_600_000),
    onEvent: (event) => {
      if (event.type === "changed") say(`${event.plan.id} is ${event.plan.status}`);
      else if (event.type === "waiting") for (const reason of event.reasons) say(`waits: ${reason}`);
      else if (event.type === "note") say(event.text);
      else if (event.progress.type === "output") say(`${event.step_id}: ${event.progress.text.trim()}`);
    },
  });
  // It did not start: it is not approved, it runs elsewhere, its settings are wrong, …
  if (!ran.ok) {
    say(`refused: ${ran.refusal.message}`);
    return false;
  }
  const end = ran.value;
  say(`${id}: ${end.how}`);
  if (end.how === "lost") say(end.refusal.message);
  // A person continues it: with an answer to a request in `inbox(desk)`, then with `resumeBy`.
  if (end.how === "waiting") for (const reason of end.reasons) say(`waits: ${reason}`);
  return end.how === "completed";
}
