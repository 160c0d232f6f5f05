import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { claimAgent } from "../src/desk/agent-pid-file.ts";
import type { Desk } from "../src/desk/desk.ts";
import { eventsOf } from "../src/desk/events.ts";
import { localActor, type Person } from "../src/desk/persons.ts";
import { pulses } from "../src/desk/pulses.ts";
import { watch } from "../src/desk/watch.ts";
import { HOST } from "../src/lifecycle/actor.ts";
import type { Lease } from "../src/lifecycle/lease.ts";
import type { CallAction } from "../src/lifecycle/next-action.ts";
import type { PlanCommand } from "../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../src/lifecycle/plan-state.ts";
import { openRequests } from "../src/lifecycle/request.ts";
import { stepCounts } from "../src/lifecycle/step-counts.ts";
import type { PlanId, StepId } from "../src/plan/plan.ts";
import { acquireRun } from "../src/run/acquire-run.ts";
import { abandonLease, newLease } from "../src/run/lease.ts";

import type { TestRunner } from "./describe-store.ts";

export type ActName = "run" | "resume" | "pause" | "retry" | "skip" | "fail" | "cancel" | "decide";

/** What a person wants of a plan that they name. */
export interface Wish {
  act: ActName;
  plan: PlanId;
  /** The step, or the decision. */
  about?: string;
  /** The reason, or the choice. */
  words?: string;
}

/** A surface, or the acts themselves, on a project that is empty at first. */
export interface ActsDoor {
  /** The same project as another process sees it. */
  desk: Desk;
  /** A person who may do everything, to set things up. */
  person: Person;
  /** The lease of a process that was killed. */
  killed(): Promise<Lease>;
  /** The acts that this door has. */
  can: ReadonlySet<ActName>;
  call: CallAction;
  /** Does it as a person there would, and gives what they are told; waits for `says` where an answer comes in pieces. */
  does(wish: Wish, says: RegExp): Promise<string>;
  /** The same by an agent's shell: COUNTERSIGN_AGENT is set there. Left out where no act can come from one. */
  doesInside?(wish: Wish): Promise<string>;
  /** Resumes a plan, and runs it if that is this door's to do; goes on until it is called off. */
  runs?(plan: PlanId): Promise<() => Promise<unknown>>;
  /** Makes a plan the session's own, if the door has a session; else it is just another plan. */
  own(draft: object): Promise<PlanId>;
  /** "2 of 4", as shown. */
  counts(plan: PlanId): Promise<string>;
  close(): void | Promise<void>;
}

export interface DoorOptions {
  /** Settings of the user. */
  settings?: object;
}

const STEPS = [
  { id: "one", title: "One", run: "true" },
  { id: "two", title: "Two", run: "echo two >> log", depends_on: ["one"] },
  { id: "three", title: "Three", run: "true", depends_on: ["two"] },
];
const THREE = { title: "Three steps", steps: STEPS };

/** The last step waits for a decision, one of whose options has a comma. */
const WHERE = {
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

/** What an act needs besides the plan. */
const ABOUT: Partial<Record<ActName, Pick<Wish, "about" | "words">>> = {
  retry: { about: "two" },
  skip: { about: "two", words: "by hand" },
  decide: { about: "where", words: "There" },
};

/** What people do to a plan leaves the same record whichever door they come by. */
export function describeActs(
  name: string,
  make: (options: DoorOptions) => Promise<ActsDoor>,
  { describe, it }: TestRunner,
  doors: { can: ReadonlySet<ActName>; inside?: readonly ActName[]; isRunning?: true },
): void {
  const holds = (sentence: string, body: (door: ActsDoor) => Promise<void>, options: DoorOptions = {}) =>
    it(sentence, async () => {
      const door = await make(options);
      try {
        await body(door);
      } finally {
        await door.close();
      }
    });
  const ifCan = (act: ActName, ...rest: Parameters<typeof holds>) => (doors.can.has(act) ? holds(...rest) : undefined);

  describe(`${name}: acts`, () => {
    describe("of a run whose process was killed", () => {
      for (const [wish, says, expected] of ON_DEAD_RUN) {
        ifCan(wish.act, `${wish.act}${wish.about ? ` ${wish.about}` : ""} holds`, async (door) => {
          const id = await deadRun(door);
          const before = await versionOf(door, id);
          await door.does({ ...wish, plan: id }, says);
          assert.deepEqual(await journal(door, id, before), expected);
        });
      }
    });

    describe("of a plan whose file cannot be read", () => {
      const acts = (["run", "resume", "pause", "retry", "skip", "fail"] as const).filter((act) => doors.can.has(act));
      holds(`${acts.join(", ")} are refused, and the session's own plan is untouched`, async (door) => {
        const other = await deadRun(door);
        const own = await door.own(THREE);
        writeFileSync(join(door.desk.project, ".pi/plans", `${other}.md`), "# Nothing\n");
        const before = [await versionOf(door, other), await versionOf(door, own)] as const;
        for (const act of acts) {
          await door.does({ act, plan: other, ...ABOUT[act] }, /cannot be read|is unreadable|not readable/);
        }
        assert.deepEqual(await journal(door, other, before[0]), []);
        assert.deepEqual(await journal(door, own, before[1]), []);
      });
    });

    ifCan("run", "run of a paused plan is refused, and resume is named", async (door) => {
      const id = await pausedRun(door);
      const before = await versionOf(door, id);
      const text = await door.does({ act: "run", plan: id }, /was started .*and is not run now/s);
      const call = door.call({ move: "resume", plan: id, what: "continue it" }) ?? "no resume";
      assert.ok(text.replaceAll(/\s+/g, " ").includes(call), `${text} names ${call}`);
      assert.deepEqual(await journal(door, id, before), []);
    });

    ifCan("decide", "a label with a comma can be chosen", async (door) => {
      const id = await signed(door, WHERE);
      const before = await versionOf(door, id);
      await door.does({ act: "decide", plan: id, about: "where", words: "Here, now" }, /Here, now/);
      assert.deepEqual(await journal(door, id, before), ["request_answered by person", "decided by person"]);
      assert.deepEqual((await planOf(door, id)).selections, { where: ["Here, now"] });
    });

    holds("what is refused is not offered: no resume while a budget is open", async (door) => {
      const id = await runOverBudget(door);
      const before = await versionOf(door, id);
      const text = await door.does({ act: "resume", plan: id }, /budget is used up/);
      const call = door.call({ move: "resume", plan: id, what: "continue it" }) ?? "no resume";
      assert.ok(!text.includes(call), `${text} names ${call}`);
      assert.deepEqual(await journal(door, id, before), []);
    });

    holds("a plan of an idle session is resumed by that session", async (door) => {
      const id = await pausedRun(door);
      const session = await idleSession(door, id, { takesUp: true });
      const before = await versionOf(door, id);
      await door.does({ act: "resume", plan: id }, /the session other runs it/);
      assert.deepEqual(await journal(door, id, before), ["resumed by person", "lease_taken by host"]);
      await session.end();
    });

    holds("steps are counted alike", async (door) => {
      const id = await mixedRun(door);
      const { done, total } = stepCounts(await planOf(door, id));
      assert.equal(`${done} of ${total}`, "2 of 4");
      assert.equal(await door.counts(id), "2 of 4");
    });

    const { inside = [] } = doors;
    if (inside.length > 0) {
      holds(`${inside.join(", ")} inside an agent's shell are refused, and nothing is recorded`, async (door) => {
        for (const id of [await deadRun(door, WHERE), await pausedRun(door, WHERE), await signed(door, WHERE)]) {
          const before = await versionOf(door, id);
          for (const act of inside) {
            const text = await door.doesInside?.({ act, plan: id, ...ABOUT[act] });
            assert.match(text ?? "", REFUSED_INSIDE, act);
            assert.deepEqual(await journal(door, id, before), [], act);
          }
        }
      });
    }

    if (doors.isRunning) {
      describe("of a step that was interrupted", () => {
        for (const { check, on_interrupted, moves, ends } of INTERRUPTED) {
          const what = `${check === undefined ? "without a check" : `with the check "${check}"`}, on_interrupted ${on_interrupted}`;
          holds(
            `${what}: ${moves.at(-1)}`,
            async (door) => {
              const steps = STEPS.map((step) => (step.id === "two" && check ? { ...step, verify: check } : step));
              const id = await deadRun(door, { ...THREE, steps });
              const before = await versionOf(door, id);
              const stop = await door.runs?.(id);
              await until(door, id, (plan) => (ends === "asked" ? isAsked(plan) : plan.status === ends));
              await stop?.();
              assert.deepEqual(await movesOf(door, id, before), moves);
            },
            { settings: { on_interrupted } },
          );
        }
      });
    }
  });
}

/** For who acts, or for where the plan stands. */
const REFUSED_INSIDE = /[Oo]nly a person|started by an agent|cannot be|Agents cannot|no person/;

const LEFT = [
  "lease_taken by host",
  "two in_progress → interrupted by host",
  "paused by host",
  "lease_released by host",
];

/** Act, what is said, and what is recorded. A pause and a failure of the plan are also for this machine's own user. */
const ON_DEAD_RUN: [Omit<Wish, "plan">, RegExp, string[]][] = [
  [{ act: "pause" }, /Step two was interrupted: the process is gone/, LEFT],
  [{ act: "retry", about: "two" }, /Step two is to be tried again/, [...LEFT, "two interrupted → pending by person"]],
  [
    { act: "skip", about: "two", words: "by hand" },
    /Skipped step two/,
    [...LEFT, "two interrupted → skipped by person"],
  ],
  [{ act: "fail" }, /as failed/, [...LEFT, "failed by an actor"]],
  [
    { act: "fail", about: "two" },
    /Marked step two of \S+ as failed/,
    [...LEFT, "two interrupted → failed by person", "three pending → blocked by person"],
  ],
  [{ act: "cancel" }, /Cancelled PLAN-\w+\. Step two was interrupted/, [...LEFT, "cancelled by person"]],
];

const INTERRUPTED: {
  check?: string;
  on_interrupted: "ask" | "retry" | "fail";
  /** Of step two, one after the other. */
  moves: string[];
  ends: "asked" | "completed" | "failed";
}[] = [
  { check: "true", on_interrupted: "ask", moves: ["completed"], ends: "completed" },
  { check: "false", on_interrupted: "ask", moves: ["interrupted"], ends: "asked" },
  { on_interrupted: "ask", moves: ["interrupted"], ends: "asked" },
  { on_interrupted: "retry", moves: ["interrupted", "pending", "in_progress", "completed"], ends: "completed" },
  { on_interrupted: "fail", moves: ["failed"], ends: "failed" },
];

/** Where step two went. That it was interrupted before it failed is recorded by sessions, which look before they run. */
async function movesOf(door: ActsDoor, id: PlanId, after: number): Promise<string[]> {
  const lines = (await journal(door, id, after)).filter((line) => line.startsWith("two "));
  const to = lines.map((line) => /→ (\w+)/.exec(line)?.[1] ?? line);
  return to.filter((status, at) => !(status === "interrupted" && to[at + 1] === "failed"));
}

function isAsked({ requests }: LivePlan): boolean {
  return openRequests(requests).some(({ kind }) => kind === "interruption");
}

/** The events recorded since, a line each: the type, of a step its old and new status, and the kind of actor. */
async function journal({ desk }: ActsDoor, id: PlanId, after: number): Promise<string[]> {
  const { records } = await desk.store.loadJournal(id);
  const since = records.filter(({ seq }) => seq > after).flatMap((record) => eventsOf(record));
  return since.map(({ data, by }) => {
    const what = data.type === "step_updated" ? `${data.step_id} ${data.from} → ${data.to}` : data.type;
    const isEither = data.type === "failed" || data.type === "paused";
    const kind = isEither && by.kind !== "host" ? "an actor" : by.kind;
    return `${what} by ${kind}`;
  });
}

async function versionOf({ desk }: ActsDoor, id: PlanId): Promise<number> {
  return (await desk.store.loadJournal(id)).records.at(-1)?.seq ?? 0;
}

export async function planOf({ desk }: Pick<ActsDoor, "desk">, id: PlanId): Promise<LivePlan> {
  const found = await desk.plan(id);
  assert.ok(found.ok && found.value.kind === "standing", `${id} is there`);
  return found.value.state;
}

async function until(
  door: ActsDoor,
  id: PlanId,
  isWanted: (plan: LivePlan) => boolean | Promise<boolean>,
): Promise<void> {
  for await (const _ of pulses(door.desk, AbortSignal.timeout(10_000))) {
    if (await isWanted(await planOf(door, id))) return;
  }
  const plan = await planOf(door, id);
  assert.fail(
    `${id} stays ${plan.status}: ${[...(plan.run?.steps ?? [])].map(([step, { status }]) => `${step} ${status}`)}`,
  );
}

export async function signed({ desk, person }: ActsDoor, draft: object, left_out: StepId[] = []): Promise<PlanId> {
  const proposed = await desk.propose(draft, localActor({}));
  assert.ok(proposed.ok, "it is proposed");
  const { id, proposal } = proposed.value.plan;
  const { revision, digest } = proposal;
  const choices = left_out.length > 0 ? { choices: { left_out } } : {};
  const sent = await desk.send(id, { type: "approve", revision, digest, ...choices }, person);
  assert.ok(sent.ok, "it is signed");
  return id;
}

/** A run in the middle of its second step, under the lease of a process that was killed. */
async function deadRun(door: ActsDoor, draft: object = THREE): Promise<PlanId> {
  const id = await signed(door, draft);
  const lease = await door.killed();
  await record(door, id, lease, [
    ...([{ type: "start", run_id: "run-1", lease }] as const),
    ...([{ type: "start_step", step_id: "one" }] as const),
    ...([{ type: "end_step", step_id: "one", outcome: "completed" }] as const),
    ...([{ type: "start_step", step_id: "two" }] as const),
  ]);
  return id;
}

/** A run that its executor left after the first step. */
async function pausedRun(door: ActsDoor, draft: object = THREE): Promise<PlanId> {
  const id = await signed(door, draft);
  const lease = newLease();
  await record(door, id, lease, [
    ...([{ type: "start", run_id: "run-1", lease }] as const),
    ...([{ type: "start_step", step_id: "one" }] as const),
    ...([{ type: "end_step", step_id: "one", outcome: "completed" }, { type: "release_lease" }] as const),
  ]);
  abandonLease(lease.id);
  return id;
}

async function runOverBudget(door: ActsDoor): Promise<PlanId> {
  const id = await signed(door, THREE);
  const lease = newLease();
  await record(door, id, lease, [
    ...([{ type: "start", run_id: "run-1", lease }] as const),
    ...([{ type: "hit_budget", of: "plan", what: "tokens", used: 2, limit: 1 }, { type: "release_lease" }] as const),
  ]);
  abandonLease(lease.id);
  return id;
}

/** One step each: left out, completed, skipped, interrupted, failed. */
async function mixedRun(door: ActsDoor): Promise<PlanId> {
  const steps = ["left", "done", "skipped", "lost", "failed"].map((id) => ({ id, title: id, run: "true" }));
  const id = await signed(door, { title: "Mixed", steps }, ["left"]);
  const lease = newLease();
  await record(door, id, lease, [{ type: "start", run_id: "run-1", lease }]);
  for (const [step_id, outcome] of [
    ["done", "completed"],
    ["failed", "failed"],
    ["lost", "interrupted"],
  ] as const) {
    await record(door, id, lease, [
      { type: "start_step", step_id },
      { type: "end_step", step_id, outcome },
    ]);
  }
  await record(door, id, lease, [{ type: "release_lease" }]);
  abandonLease(lease.id);
  const sent = await door.desk.send(id, { type: "skip_step", step_id: "skipped", reason: "by hand" }, door.person);
  assert.ok(sent.ok, "it is skipped");
  return id;
}

async function record({ desk }: ActsDoor, id: PlanId, lease: Lease, commands: readonly PlanCommand[]): Promise<void> {
  const { refusal } = await desk.record(id, commands, lease.id);
  assert.equal(refusal?.message, undefined);
}

/** A live session that has the plan, and runs nothing. */
export async function idleSession(
  { desk, person }: ActsDoor,
  id: PlanId,
  { takesUp }: { takesUp: boolean },
): Promise<{ end(): Promise<void> }> {
  const agent = "other";
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
