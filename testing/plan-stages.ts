import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import { claimAgent } from "../src/desk/agent-pid-file.ts";
import type { Desk } from "../src/desk/desk.ts";
import { localActor, type Person } from "../src/desk/persons.ts";
import { processIdentity } from "../src/desk/process-identity.ts";
import { watch } from "../src/desk/watch.ts";
import { HOST } from "../src/lifecycle/actor.ts";
import type { Lease } from "../src/lifecycle/lease.ts";
import type { PlanCommand } from "../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../src/lifecycle/plan-state.ts";
import type { PlanId, StepId } from "../src/plan/plan.ts";
import { acquireRun } from "../src/run/acquire-run.ts";
import { abandonLease, newLease } from "../src/run/lease.ts";

/** Where stages are set up: a desk, and a person who may do everything. */
export interface StageHost {
  desk: Desk;
  person: Person;
}

export const STEPS = [
  { id: "one", title: "One", run: "true" },
  { id: "two", title: "Two", run: "echo two >> log", depends_on: ["one"] },
  { id: "three", title: "Three", run: "true", depends_on: ["two"] },
];
export const THREE = { title: "Three steps", steps: STEPS };

/** The last step waits for a decision, one of whose options has a comma. */
export const WHERE = {
  title: "Where",
  steps: STEPS.map((step) => (step.id === "three" ? { ...step, decision_id: "where" } : step)),
  decisions: [
    {
      decision_id: "where",
      header: "Where",
      question: "Where to?",
      options: [{ label: "Here, now" }, { label: "There" }],
    },
  ],
};

const begins = (step_id: StepId): PlanCommand => ({ type: "start_step", step_id });
const ends = (step_id: StepId, outcome: "completed" | "failed" | "interrupted" = "completed"): PlanCommand => ({
  type: "end_step",
  step_id,
  outcome,
});
const ONE = [begins("one"), ends("one")];

/** What the executor of `WHERE` has recorded since it started the plan. */
const RUN_STAGES = [
  "begun",
  "in a step",
  "between steps",
  "after a failed step",
  "after an interrupted step",
  "before a decision",
  "over budget",
  "without its model",
  "asking for more",
  "with all steps done",
] as const;

export const RUNS: Record<RunStage, readonly PlanCommand[]> = {
  begun: [],
  "in a step": [begins("one")],
  "between steps": ONE,
  "after a failed step": [...ONE, begins("two"), ends("two", "failed")],
  "after an interrupted step": [...ONE, begins("two"), ends("two", "interrupted")],
  "before a decision": [...ONE, begins("two"), ends("two"), { type: "await_decision", step_id: "three" }],
  "over budget": [{ type: "hit_budget", of: "plan", what: "tokens", used: 2, limit: 1 }],
  "without its model": [{ type: "miss_model", model: "a/b", options: ["c/d"] }],
  "asking for more": [
    begins("one"),
    {
      type: "amend",
      step_id: "one",
      subagent_id: "sub-1",
      tool: "write",
      summary: "write b",
      reason: "a call needs it",
      adds: { files: ["b"] },
    },
  ],
  "with all steps done": [
    ...ONE,
    begins("two"),
    ends("two"),
    { type: "skip_step", step_id: "three", reason: "by hand" },
  ],
};

export type RunStage = (typeof RUN_STAGES)[number];

/** What happened to the run as a whole afterwards. */
export const TURNS = {
  "goes on": undefined,
  "was paused": { type: "pause" },
  "was stalled": { type: "stall" },
  "has failed": { type: "fail", reason: "enough" },
  "is completed": { type: "complete" },
  "was cancelled": { type: "cancel" },
} as const satisfies Record<string, PlanCommand | undefined>;

export type RunTurn = keyof typeof TURNS;

/** The process that has the run: this one, another one here, one on another machine, a dead one, none, or an idle session. */
export const HOLDERS = ["here", "process", "elsewhere", "dead", "none", "session"] as const;

export type StageHolder = (typeof HOLDERS)[number];

/** A started plan in this state; undefined if there is no such state. `release` ends what it needs. */
export async function runStage(
  host: StageHost,
  { run, turn, holder }: { run: RunStage; turn: RunTurn; holder: StageHolder },
): Promise<{ id: PlanId; release(): Promise<void> } | undefined> {
  const lease = await leaseOf(holder);
  const id = await signed(host, WHERE);
  const leaves: PlanCommand[] = holder === "none" || holder === "session" ? [{ type: "release_lease" }] : [];
  const started: PlanCommand = { type: "start", run_id: "run-1", lease, snapshot: "before" };
  // Each record waits for the disk: the executor's commands are written together.
  const done = async (commands: readonly PlanCommand[]): Promise<boolean> => {
    const at = commands.findIndex(({ type }) => type === "skip_step" || type === "cancel");
    const own = at === -1 ? commands : commands.slice(0, at);
    if (own.length > 0 && (await host.desk.record(id, own, lease.id)).refusal !== undefined) return false;
    const persons = commands[own.length];
    if (persons === undefined) return true;
    return (await host.desk.send(id, persons, host.person)).ok && done(commands.slice(own.length + 1));
  };
  const after = TURNS[turn];
  const isPossible = await done([started, ...RUNS[run], ...(after ? [after] : []), ...leaves]);
  if (leaves.length > 0) abandonLease(lease.id);
  const session =
    isPossible && holder === "session"
      ? await idleSession(host, id, { takesUp: false, agent: `idle-${id}` })
      : undefined;
  const release = async () => {
    abandonLease(lease.id);
    await session?.end();
  };
  if (isPossible) return { id, release };
  await release();
  return undefined;
}

async function leaseOf(holder: StageHolder): Promise<Lease> {
  switch (holder) {
    case "process":
      return { ...newLease(), ...processIdentity((await otherProcess()).pid ?? 0) };
    case "dead":
      return killedLease();
    case "elsewhere":
      return { ...newLease(), host: "another-machine", boot: "another boot", space: "another space" };
    default:
      return newLease();
  }
}

let other: Promise<ChildProcess> | undefined;

/** A process that does nothing, and ends with this one. */
function otherProcess(): Promise<ChildProcess> {
  other ??= (async () => {
    const child = spawn(
      process.execPath,
      ["-e", "process.stdin.resume(); process.stdin.on('end', () => process.exit())"],
      {
        stdio: ["pipe", "ignore", "ignore"],
      },
    );
    await once(child, "spawn");
    child.unref();
    return child;
  })();
  return other;
}

let killed: Promise<Lease> | undefined;

/** The lease of a process that was killed; one process serves all stages of a file. */
export function killedLease(): Promise<Lease> {
  killed ??= (async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "ignore" });
    await once(child, "spawn");
    const identity = processIdentity(child.pid ?? 0);
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    return { ...newLease(), ...identity };
  })();
  return killed;
}

export async function planOf({ desk }: Pick<StageHost, "desk">, id: PlanId): Promise<LivePlan> {
  const found = await desk.plan(id);
  assert.ok(found.ok && found.value.kind === "standing", `${id} is there`);
  return found.value.state;
}

export async function proposed({ desk }: Pick<StageHost, "desk">, draft: object): Promise<PlanId> {
  const proposed = await desk.propose(draft, localActor({}));
  assert.ok(proposed.ok, "it is proposed");
  return proposed.value.plan.id;
}

export async function signed(host: StageHost, draft: object, left_out: StepId[] = []): Promise<PlanId> {
  const { desk, person } = host;
  const id = await proposed(host, draft);
  const { revision, digest } = (await planOf(host, id)).proposal;
  const choices = left_out.length > 0 ? { choices: { left_out } } : {};
  const sent = await desk.send(id, { type: "approve", revision, digest, ...choices }, person);
  assert.ok(sent.ok, "it is signed");
  return id;
}

/** A run in the middle of its second step, under the lease of a process that was killed. */
export async function deadRun(door: StageHost, draft: object = THREE): Promise<PlanId> {
  const id = await signed(door, draft);
  const lease = await killedLease();
  await record(door, id, lease, [{ type: "start", run_id: "run-1", lease }, ...ONE, begins("two")]);
  return id;
}

/** Like `deadRun`, after the provider of the second step kept refusing and a person was asked. */
export async function refusedRun(door: StageHost): Promise<PlanId> {
  const id = await signed(door, THREE);
  const lease = await killedLease();
  const refused = { type: "end_step", step_id: "two", outcome: "interrupted", ask: "provider", notes: "429" } as const;
  await record(door, id, lease, [{ type: "start", run_id: "run-1", lease }, ...ONE, begins("two"), refused]);
  return id;
}

/** A run that its executor left after the first step. */
export async function pausedRun(door: StageHost, draft: object = THREE): Promise<PlanId> {
  const id = await signed(door, draft);
  const lease = newLease();
  await record(door, id, lease, [{ type: "start", run_id: "run-1", lease }, ...ONE, { type: "release_lease" }]);
  abandonLease(lease.id);
  return id;
}

export async function runOverBudget(door: StageHost): Promise<PlanId> {
  const id = await signed(door, THREE);
  const lease = newLease();
  await record(door, id, lease, [
    { type: "start", run_id: "run-1", lease },
    ...RUNS["over budget"],
    { type: "release_lease" },
  ]);
  abandonLease(lease.id);
  return id;
}

/** One step each: left out, completed, skipped, interrupted, failed. */
export async function mixedRun(door: StageHost): Promise<PlanId> {
  const steps = ["left", "done", "skipped", "lost", "failed"].map((id) => ({ id, title: id, run: "true" }));
  const id = await signed(door, { title: "Mixed", steps }, ["left"]);
  const lease = newLease();
  await record(door, id, lease, [{ type: "start", run_id: "run-1", lease }]);
  for (const [step_id, outcome] of [
    ["done", "completed"],
    ["failed", "failed"],
    ["lost", "interrupted"],
  ] as const) {
    await record(door, id, lease, [begins(step_id), ends(step_id, outcome)]);
  }
  await record(door, id, lease, [{ type: "release_lease" }]);
  abandonLease(lease.id);
  const sent = await door.desk.send(id, { type: "skip_step", step_id: "skipped", reason: "by hand" }, door.person);
  assert.ok(sent.ok, "it is skipped");
  return id;
}

async function record({ desk }: StageHost, id: PlanId, lease: Lease, commands: readonly PlanCommand[]): Promise<void> {
  const { refusal } = await desk.record(id, commands, lease.id);
  assert.equal(refusal?.message, undefined);
}

/** A live session that has the plan, and runs nothing. */
export async function idleSession(
  { desk, person }: StageHost,
  id: PlanId,
  { takesUp, agent = "other" }: { takesUp: boolean; agent?: string },
): Promise<{ end(): Promise<void> }> {
  const release = claimAgent(desk, agent);
  const begun = [
    await desk.sendAgent(agent, { type: "enter", task: "Three steps" }, person),
    await desk.sendAgent(agent, { type: "submit", plan_id: id }, HOST),
    await desk.sendAgent(agent, { type: "begin", approved_by: person, approved_at: desk.at() }, HOST),
  ];
  assert.ok(
    begun.every(({ ok }) => ok),
    "the session has the plan",
  );
  const stop = new AbortController();
  const lease = newLease();
  const { n: since } = await desk.store.feedPoint();
  const heard = takesUp ? takeUp() : Promise.resolve();
  return {
    async end() {
      stop.abort();
      await heard;
      abandonLease(lease.id);
      release?.();
    },
  };

  async function takeUp(): Promise<void> {
    for await (const { name, journal: of } of watch(desk, { since, signal: stop.signal })) {
      if (of !== id || name !== "plan.resumed") continue;
      await acquireRun(desk, id, lease);
      return;
    }
  }
}
