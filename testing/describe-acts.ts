import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Desk } from "../src/desk/desk.ts";
import { eventsOf } from "../src/desk/events.ts";
import type { Person } from "../src/desk/persons.ts";
import { localActor } from "../src/desk/persons.ts";
import { pulses } from "../src/desk/pulses.ts";
import { findRequest } from "../src/desk/requests.ts";
import { HOST } from "../src/lifecycle/actor.ts";
import type { CallAction } from "../src/lifecycle/next-action.ts";
import type { LivePlan } from "../src/lifecycle/plan-state.ts";
import { openRequests, type RequestId } from "../src/lifecycle/request.ts";
import { stepCounts } from "../src/lifecycle/step-counts.ts";
import type { PlanId } from "../src/plan/plan.ts";

import { type AdviceReader, wrongAdvice } from "./advice.ts";
import type { TestRunner } from "./describe-store.ts";
import {
  deadRun,
  idleSession,
  mixedRun,
  pausedRun,
  planOf,
  proposed,
  refusedRun,
  runOverBudget,
  STEPS,
  signed,
  THREE,
  WHERE,
} from "./plan-stages.ts";

export type ActName =
  | "run"
  | "resume"
  | "pause"
  | "retry"
  | "skip"
  | "fail"
  | "cancel"
  | "decide"
  | "answer"
  | "queue"
  | "unqueue"
  | "clear"
  | "archive"
  | "clone"
  | "rollback"
  | "model"
  | "approve"
  | "request_changes"
  | "reject"
  | "reopen";

/** What a person wants of a plan that they name. */
export interface Wish {
  act: ActName;
  plan: PlanId;
  /** The step, the decision, or the request. */
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
  /** The acts that this door has. */
  can: ReadonlySet<ActName>;
  /** The agent whose questions are shown there; without it, those of every agent are. */
  agent?: string;
  call: CallAction;
  /** How it reads the commands that its texts name. */
  advice: AdviceReader;
  /** Does it as a person there would, and gives what they are told; waits for `says` where an answer comes in pieces. */
  does(wish: Wish, says: RegExp): Promise<string>;
  /** The same by an agent's shell: COUNTERSIGN_AGENT is set there. Left out where no act can come from one. */
  doesInside?(wish: Wish): Promise<string>;
  /** Resumes a plan, and runs it if that is this door's to do; goes on until it is called off. */
  runs?(plan: PlanId): Promise<() => Promise<unknown>>;
  /** Another process runs all steps of a plan of commands; for doors that can roll back. */
  completes?(plan: PlanId): Promise<unknown>;
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

export interface DoorTraits {
  can: ReadonlySet<ActName>;
  /** Acts that an agent's shell tries there. */
  inside?: readonly ActName[];
  isRunning?: true;
  /** Plans are named by what a person types. */
  byName?: true;
  /** Requests are named by what a person types, also those that are closed. */
  requestsByName?: true;
}

/** What an act needs besides the plan. */
const ABOUT: Partial<Record<ActName, Pick<Wish, "about" | "words">>> = {
  retry: { about: "two" },
  skip: { about: "two", words: "by hand" },
  decide: { about: "where", words: "There" },
  model: { words: "a/b" },
};

/** What people do to a plan leaves the same record whichever door they come by. */
export function describeActs(
  name: string,
  make: (options: DoorOptions) => Promise<ActsDoor>,
  { describe, it }: TestRunner,
  doors: DoorTraits,
): void {
  const holds = (sentence: string, body: (door: ActsDoor) => Promise<void>, options: DoorOptions = {}) =>
    it(sentence, async () => {
      const door = await make(options);
      try {
        await body(advisingWell(door));
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

    for (const [how, words] of [
      ["by its label", "There"],
      ["in other case", "tHERE"],
      ["by its number", "2"],
    ] as const) {
      ifCan("decide", `an option is chosen ${how}`, async (door) => {
        const id = await signed(door, WHERE);
        await door.does({ act: "decide", plan: id, about: "where", words }, /Decided where: There/);
        assert.deepEqual((await planOf(door, id)).selections, { where: ["There"] });
      });
    }

    for (const [what, about, words, says] of [
      ["a decision that the plan does not have: its decisions are named", "wher", "There", /no decision wher.*where/s],
      ["an answer that is no option: its options are named", "where", "Nowhere", /Nowhere.*Here, now.*There/s],
    ] as const) {
      ifCan("decide", `nothing is decided by ${what}`, async (door) => {
        const id = await signed(door, WHERE);
        const before = await versionOf(door, id);
        await door.does({ act: "decide", plan: id, about, words }, says);
        assert.deepEqual(await journal(door, id, before), []);
        const { rows } = await door.desk.plans({ limit: 2 });
        assert.deepEqual([rows.length, (await door.desk.store.listAgents()).map(({ phase }) => phase)], [1, []]);
      });
    }

    ifCan("decide", "a decision of an ended plan comes too late", async (door) => {
      const id = await signed(door, WHERE);
      assert.ok((await door.desk.send(id, { type: "cancel" }, door.person)).ok);
      const before = await versionOf(door, id);
      await door.does({ act: "decide", plan: id, about: "where", words: "There" }, /is cancelled/);
      assert.deepEqual(await journal(door, id, before), []);
    });

    ifCan("queue", "an approved plan is queued, and taken out again, one by one or all at once", async (door) => {
      const id = await signed(door, THREE);
      const before = await versionOf(door, id);
      const does = (act: ActName, says: RegExp) => (doors.can.has(act) ? door.does({ act, plan: id }, says) : "");
      await does("queue", /is in the queue: number 1 of 1/);
      await does("unqueue", /is no longer in the queue/);
      await does("queue", /is in the queue: number 1 of 1/);
      await does("clear", /Took 1 plan out of the queue/);
      const expected = ["queued by an actor", "unqueued by an actor", "queued by an actor", "unqueued by an actor"];
      assert.deepEqual(await journal(door, id, before), doors.can.has("clear") ? expected : expected.slice(0, -1));
    });

    ifCan("archive", "an ended plan is archived, and no other", async (door) => {
      const id = await signed(door, THREE);
      const before = await versionOf(door, id);
      await door.does({ act: "archive", plan: id }, /The plan is approved, so it cannot be archived/);
      assert.ok((await door.desk.send(id, { type: "cancel" }, door.person)).ok);
      await door.does({ act: "archive", plan: id }, /moved to the archive/);
      assert.deepEqual(await journal(door, id, before), ["cancelled by person", "archived by person"]);
    });

    ifCan("clone", "a clone is a new plan without a signature, and leaves the old one alone", async (door) => {
      const id = await deadRun(door);
      const before = await versionOf(door, id);
      const text = await door.does({ act: "clone", plan: id }, /Proposed PLAN-\w+, a copy of PLAN-/);
      const [, copy = ""] = /Proposed (PLAN-\w+)/.exec(text) ?? [];
      assert.equal((await planOf(door, copy)).status, "proposed");
      assert.deepEqual(await journal(door, id, before), []);
    });

    for (const [how, words, expected] of [
      ["by its label", "red", "red"],
      ["in other case", "RED", "red"],
      ["with a number, which is a text like any other", "2", "2"],
      ["in own words", "neither", "neither"],
    ] as const) {
      ifCan("answer", `a question is answered ${how}, once: a second answer comes too late`, async (door) => {
        const { agent, request } = await askedQuestion(door);
        const plan = await signed(door, THREE);
        const before = await versionOf(door, agent);
        await door.does({ act: "answer", plan, about: request, words }, ANSWERED);
        assert.deepEqual(await answerTo(door, request), { kind: "question", text: expected });
        assert.deepEqual(await journal(door, agent, before), ["request_answered by person"]);
        if (!doors.requestsByName) return;
        await door.does({ act: "answer", plan, about: request, words: "blue" }, /has answered already/);
        assert.deepEqual(await journal(door, agent, before), ["request_answered by person"]);
      });
    }

    ifCan("answer", "the request of a decision takes one of its options", async (door) => {
      const { id, request, before } = await askedDecision(door);
      await door.does({ act: "answer", plan: id, about: request, words: "There" }, ANSWERED);
      assert.deepEqual((await planOf(door, id)).selections, { where: ["There"] });
      assert.deepEqual(await journal(door, id, before), DECIDED);
    });

    for (const [words, does] of [
      ["again", ["two interrupted → pending by person"]],
      ["wait", ["request_opened by person"]],
      ["stop", ["paused by an actor"]],
    ] as const) {
      ifCan("answer", `a step that its provider refuses takes the answer ${words}`, async (door) => {
        const { id, request, before } = await refusedStep(door);
        await door.does({ act: "answer", plan: id, about: request, words }, ANSWERED);
        assert.deepEqual(await answerTo(door, request), { kind: "interruption", choice: words });
        assert.deepEqual(await journal(door, id, before), ["request_answered by person", ...does]);
      });
    }

    if (doors.requestsByName) {
      holds("the request of a decision takes an option in any case, and nothing else", async (door) => {
        const { id, request, before } = await askedDecision(door);
        await door.does({ act: "answer", plan: id, about: request, words: "Nowhere" }, /Nowhere.*Here, now.*There/s);
        assert.deepEqual(await journal(door, id, before), []);
        await door.does({ act: "answer", plan: id, about: request, words: "tHERE" }, ANSWERED);
        await door.does({ act: "answer", plan: id, about: request, words: "1" }, /has answered already/);
        assert.deepEqual((await planOf(door, id)).selections, { where: ["There"] });
        assert.deepEqual(await journal(door, id, before), DECIDED);
      });
    }

    ifCan("approve", "a proposed text is approved for later, once: a second answer comes too late", async (door) => {
      const id = await proposed(door, THREE);
      const before = await versionOf(door, id);
      await door.does(
        { act: "approve", plan: id },
        /You signed revision 1 of PLAN-\w+\. It runs when a person starts it/,
      );
      assert.deepEqual(await journal(door, id, before), [
        "signed by person",
        "request_answered by person",
        "approved by person",
      ]);
      await door.does({ act: "reject", plan: id }, /has approved it already|The plan is approved/);
      assert.equal((await planOf(door, id)).status, "approved");
    });

    ifCan(
      "request_changes",
      "a text is sent back with what should change, until no revision is left; a person grants one more",
      async (door) => {
        const id = await proposed(door, THREE);
        const before = await versionOf(door, id);
        await door.does(
          { act: "request_changes", plan: id, words: "smaller steps" },
          /You requested changes on PLAN-\w+\./,
        );
        assert.deepEqual(await journal(door, id, before), [
          "request_answered by person",
          "changes_requested by person",
        ]);
        const { status, ...plan } = await planOf(door, id);
        assert.deepEqual([status, "review" in plan && plan.review.feedback], ["changes_requested", "smaller steps"]);
        for (const title of ["Second", "Third"]) {
          assert.ok((await door.desk.propose({ ...THREE, title }, localActor({}), { id })).ok);
          await door.does({ act: "request_changes", plan: id, words: "again" }, /You requested changes/);
        }
        assert.equal((await planOf(door, id)).status, "needs_review");
        if (!doors.can.has("reopen")) return;
        await door.does({ act: "reopen", plan: id }, /may be revised once more/);
        assert.equal((await planOf(door, id)).status, "changes_requested");
      },
    );

    ifCan("reject", "a proposed text is rejected, and cannot be approved afterwards", async (door) => {
      const id = await proposed(door, THREE);
      const before = await versionOf(door, id);
      await door.does({ act: "reject", plan: id }, /You rejected PLAN-/);
      assert.deepEqual(await journal(door, id, before), ["request_answered by person", "rejected by person"]);
      await door.does({ act: "approve", plan: id }, /has rejected it already|The plan is rejected/);
      assert.equal((await planOf(door, id)).status, "rejected");
    });

    ifCan("rollback", "a run is rolled back once, after a preview, and the second roll back says so", async (door) => {
      const id = await signed(door, { title: "Writes", steps: [{ id: "one", title: "One", run: "echo 1 > one.txt" }] });
      await door.completes?.(id);
      assert.equal((await planOf(door, id)).status, "completed");
      const file = join(door.desk.project, "one.txt");
      const before = await versionOf(door, id);
      assert.ok(existsSync(file));
      await door.does({ act: "rollback", plan: id }, /Rolled back: 1 file as before/);
      assert.ok(!existsSync(file));
      assert.deepEqual(await journal(door, id, before), ["rolled_back by person"]);
      await door.does({ act: "rollback", plan: id }, doors.byName ? /is rolled back already: one/ : /rolled back/);
      assert.deepEqual(await journal(door, id, before), ["rolled_back by person"]);
    });

    ifCan("model", "another model is chosen after the signature", async (door) => {
      const id = await signed(door, THREE);
      const before = await versionOf(door, id);
      await door.does({ act: "model", plan: id, words: "faux/other" }, /is carried out by faux\/other from now on/);
      assert.deepEqual(await journal(door, id, before), ["model_chosen by person"]);
    });

    if (doors.byName) {
      holds("a plan is named by the beginning of its id", async (door) => {
        const id = await deadRun(door);
        const before = await versionOf(door, id);
        await door.does({ act: "skip", plan: id.slice(0, 10), about: "two", words: "by hand" }, /Skipped step two/);
        assert.deepEqual(await journal(door, id, before), [...LEFT, "two interrupted → skipped by person"]);
      });
    }

    holds("what is refused is not offered: no resume while a budget is open", async (door) => {
      const id = await runOverBudget(door);
      const before = await versionOf(door, id);
      const text = await door.does({ act: "resume", plan: id }, /budget is used up|has used 2 tokens of 1/);
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
        const queued = await signed(door, WHERE);
        assert.ok((await door.desk.send(queued, { type: "queue" }, door.person)).ok);
        const ended = await signed(door, WHERE);
        assert.ok((await door.desk.send(ended, { type: "cancel" }, door.person)).ok);
        const stages = [
          await deadRun(door, WHERE),
          await pausedRun(door, WHERE),
          await signed(door, WHERE),
          queued,
          ended,
        ];
        for (const id of stages) {
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

const ANSWERED = /Answered|answer is recorded/;

const DECIDED = ["request_answered by person", "decided by person"];

/** A run whose process was killed has asked where to. */
async function askedDecision(door: ActsDoor): Promise<{ id: PlanId; request: RequestId; before: number }> {
  const id = await deadRun(door, WHERE);
  const [asked] = openRequests((await planOf(door, id)).requests);
  assert.ok(asked?.kind === "decision");
  return { id, request: asked.id, before: await versionOf(door, id) };
}

/** The provider of step two kept refusing, until its process asked a person and was killed. */
async function refusedStep(door: ActsDoor): Promise<{ id: PlanId; request: RequestId; before: number }> {
  const id = await refusedRun(door);
  const [asked] = openRequests((await planOf(door, id)).requests);
  assert.ok(asked?.kind === "interruption");
  return { id, request: asked.id, before: await versionOf(door, id) };
}

/** An agent that plans asks which of two colours. */
async function askedQuestion({
  desk,
  person,
  agent = "planner",
}: ActsDoor): Promise<{ agent: string; request: RequestId }> {
  assert.ok((await desk.sendAgent(agent, { type: "enter", task: "Paint" }, person)).ok);
  const sent = await desk.sendAgent(agent, { type: "ask", question: "Which colour?", options: ["blue", "red"] }, HOST);
  assert.ok(sent.ok);
  const [request] = openRequests(sent.value.requests);
  assert.ok(request);
  return { agent, request: request.id };
}

async function answerTo({ desk }: ActsDoor, id: RequestId): Promise<unknown> {
  const found = await findRequest(desk, id);
  return found.ok && found.value.closing?.how === "answered" ? found.value.closing.answer : undefined;
}

/** Every command that the door's texts name can be typed there, and is about a plan and a step that exist. */
function advisingWell(door: ActsDoor): ActsDoor {
  const checked = async (text: string) => {
    assert.deepEqual(await wrongAdvice(door, text, door.advice), [], text);
    return text;
  };
  const { doesInside } = door;
  return {
    ...door,
    does: async (wish, says) => checked(await door.does(wish, says)),
    ...(doesInside && { doesInside: async (wish: Wish) => checked(await doesInside(wish)) }),
  };
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
async function journal({ desk }: ActsDoor, id: string, after: number): Promise<string[]> {
  const { records } = await desk.store.loadJournal(id);
  const since = records.filter(({ seq }) => seq > after).flatMap((record) => eventsOf(record));
  return since.map(({ data, by }) => {
    const what = data.type === "step_updated" ? `${data.step_id} ${data.from} → ${data.to}` : data.type;
    const isEither = EITHER.includes(data.type);
    const kind = isEither && by.kind !== "host" ? "an actor" : by.kind;
    return `${what} by ${kind}`;
  });
}

/** Also for this machine's own user. */
const EITHER: readonly string[] = ["failed", "paused", "queued", "unqueued"];

async function versionOf({ desk }: ActsDoor, id: string): Promise<number> {
  return (await desk.store.loadJournal(id)).records.at(-1)?.seq ?? 0;
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
