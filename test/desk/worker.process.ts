import { loadCodec } from "../../src/desk/codec.ts";
import { Desk } from "../../src/desk/desk.ts";
import type { Outcome } from "../../src/desk/outcome.ts";
import { answer, awaitAnswer, type InboxEntry } from "../../src/desk/requests.ts";
import { watch } from "../../src/desk/watch.ts";
import type { AgentCommand, AgentState } from "../../src/lifecycle/agent-phase.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { withWord } from "./sample-plan.ts";

// A process that works at a desk as it is told, until its channel closes.

export type Task =
  | { do: "send"; id: string; command: PlanCommand; expected?: number }
  | { do: "update"; id: string; times: number }
  | { do: "sendAgent"; id: string; command: AgentCommand }
  | { do: "answer"; request: string; text: string }
  | { do: "await"; request: string }
  | { do: "watch"; count: number };

/** How a series of updates went. */
export interface Updates {
  /** The versions that were reported as written. */
  written: number[];
  conflicts: { expected: number; found: number }[];
  others: string[];
}

interface Results {
  send: Outcome<LivePlan>;
  update: Updates;
  sendAgent: Outcome<AgentState>;
  answer: Outcome<InboxEntry>;
  await: { found: Outcome<InboxEntry>; at: number };
  watch: string[];
}
export type TaskResult<T extends Task> = Results[T["do"]];

const [directory = "", name = ""] = process.argv.slice(2);
const desk = new Desk({ directory });
const claim = desk.authenticate({ via: "surface", surface: "test", id: name, name });
if (!claim.ok) throw new Error(claim.refusal.message);
const person = claim.value;

function perform(task: Task): Promise<Results[Task["do"]]> {
  switch (task.do) {
    case "send":
      return desk.send(task.id, task.command, person, task.expected);
    case "update":
      return update(task.id, task.times);
    case "sendAgent":
      return desk.sendAgent(task.id, task.command, person);
    case "answer":
      return answer(desk, task.request, { kind: "question", text: task.text }, person);
    case "await":
      return awaitAnswer(desk, task.request).then((found) => ({
        found,
        at: performance.timeOrigin + performance.now(),
      }));
    case "watch":
      return follow(task.count);
  }
}

/** Reads the plan, changes one word of it, says which version was read: as an editor without a lock does. */
async function update(id: string, times: number): Promise<Updates> {
  const done: Updates = { written: [], conflicts: [], others: [] };
  for (let n = 0; n < times; n++) {
    const found = await desk.plan(id);
    if (!found.ok || found.value.kind !== "standing") throw new Error(JSON.stringify(found));
    const { version, proposal } = found.value.state;
    const outcome = await desk.edit(id, withWord(proposal.text, `${name} ${n}`), person, version);
    if (outcome.ok) done.written.push(outcome.value.plan.version);
    else if (outcome.refusal.kind === "conflict")
      done.conflicts.push(outcome.refusal.facts as { expected: number; found: number });
    else done.others.push(outcome.refusal.kind);
  }
  return done;
}

/** Follows the journals until so many things have happened; the agent of its own name does not count. */
async function follow(count: number): Promise<string[]> {
  const seen: string[] = [];
  for await (const event of watch(desk)) {
    process.send?.({ news: event.name });
    if (event.journal === name) continue;
    seen.push(`${event.journal} ${event.version} ${event.name}`);
    if (seen.length === count) break;
  }
  return seen;
}

await loadCodec();
process.on("message", ({ n, task }: { n: number; task: Task }) => {
  perform(task).then(
    (value) => process.send?.({ n, value }),
    (error: Error) => process.send?.({ n, error: error.stack ?? error.message }),
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
