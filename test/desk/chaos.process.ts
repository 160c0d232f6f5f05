import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { loadCodec } from "../../src/desk/codec.ts";
import { Desk } from "../../src/desk/desk.ts";
import type { Outcome } from "../../src/desk/outcome.ts";
import { answer, inbox } from "../../src/desk/requests.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { Chance } from "./chance.ts";
import { samplePlan, withWord } from "./sample-plan.ts";

// Works at a desk without end, and says on standard output what it was told is done. It is killed at some moment.

/** A change that was acknowledged: it must be there for ever. */
export interface Acknowledged {
  journal: string;
  version: number;
  event: string;
}

const [directory = "", name = "", seed = "0"] = process.argv.slice(2);
const chance = new Chance(Number(seed));
const desk = new Desk({ directory });
const claim = desk.authenticate({ via: "surface", surface: "chaos", id: name, name });
if (!claim.ok) throw new Error(claim.refusal.message);
const person = claim.value;
const agent = `agent-${name}`;

const acts = [propose, propose, approve, reject, edit, edit, archive, restore, ask, reply];

async function propose(): Promise<void> {
  const id = `PLAN-${chance
    .below(2 ** 31)
    .toString(16)
    .padStart(8, "0")}`;
  // Large ones too: their records do not fit into one page.
  const outcome = await desk.propose(samplePlan(id, "x".repeat(chance.below(3) * 9000 + 1)), person);
  if (outcome.ok) acknowledge(id, outcome.value.plan.version, "proposed");
}

async function approve(): Promise<void> {
  const plan = await somePlan("proposed");
  if (plan)
    await send(plan, { type: "approve", revision: plan.proposal.revision, digest: plan.proposal.digest }, "approved");
}

async function reject(): Promise<void> {
  const plan = await somePlan("proposed", "approved");
  if (plan?.status === "proposed") await send(plan, { type: "reject", revision: plan.proposal.revision }, "rejected");
  else if (plan) await send(plan, { type: "cancel" }, "cancelled");
}

async function edit(): Promise<void> {
  const plan = await somePlan("proposed", "approved");
  if (!plan) return;
  const text = withWord(plan.proposal.text, `${name} ${chance.below(1_000_000)}`);
  const outcome = await desk.edit(plan.id, text, person, plan.version);
  if (outcome.ok) acknowledge(plan.id, outcome.value.plan.version, "edited");
}

async function archive(): Promise<void> {
  const plan = await somePlan("rejected", "cancelled");
  if (plan) await send(plan, { type: "archive" }, "archived");
}

async function restore(): Promise<void> {
  const { rows } = await desk.plans({ limit: 20, archived: true });
  const row = chance.pick(rows);
  const found = row && (await desk.plan(row.id));
  if (found?.ok && found.value.kind === "standing") await send(found.value.state, { type: "restore" }, "restored");
}

async function ask(): Promise<void> {
  const outcome = await desk.sendAgent(agent, { type: "ask", question: `How? ${chance.below(1000)}` }, person);
  if (outcome.ok) acknowledge(agent, outcome.value.version, "request_opened");
}

async function reply(): Promise<void> {
  const question = chance.pick((await inbox(desk)).filter(({ kind }) => kind === "question"));
  if (!question) return;
  const outcome = await answer(desk, question.id, { kind: "question", text: "So." }, person);
  const { records } = await desk.store.loadJournal(question.journal);
  const given = records.find(({ events }) =>
    (events as { type: string; request_id?: string }[]).some(
      (event) => event.type === "request_answered" && event.request_id === question.id,
    ),
  );
  if (outcome.ok) acknowledge(question.journal, given?.seq ?? 0, "request_answered");
}

async function send(plan: LivePlan, command: PlanCommand, event: string): Promise<void> {
  const outcome: Outcome<LivePlan> = await desk.send(plan.id, command, person, plan.version);
  if (outcome.ok) acknowledge(plan.id, outcome.value.version, event);
}

async function somePlan(...statuses: string[]): Promise<LivePlan | undefined> {
  const { rows } = await desk.plans({ limit: 20, status: statuses });
  const row = chance.pick(rows);
  const found = row && (await desk.plan(row.id));
  return found?.ok && found.value.kind === "standing" ? found.value.state : undefined;
}

function acknowledge(journal: string, version: number, event: string): void {
  const line: Acknowledged = { journal, version, event };
  writeSync(1, `${JSON.stringify(line)}\n`);
}

await loadCodec();
await import("../../src/plan/parse-plan.ts");
flushCompileCache();
writeSync(1, "ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
for (;;) await chance.pick(acts)?.();
