import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Acting, Done } from "../../src/acts/act.ts";
import { approvePlan } from "../../src/acts/approve-plan.ts";
import { archivePlans } from "../../src/acts/archive-plans.ts";
import { cancelPlan } from "../../src/acts/cancel-plan.ts";
import { chooseModel } from "../../src/acts/choose-model.ts";
import { clearQueue } from "../../src/acts/clear-queue.ts";
import { clonePlan } from "../../src/acts/clone-plan.ts";
import { failPlan, failStep } from "../../src/acts/fail-plan.ts";
import { findPlan } from "../../src/acts/find-plan.ts";
import { pausePlan } from "../../src/acts/pause-plan.ts";
import { prepareRollBack } from "../../src/acts/prepare-roll-back.ts";
import { rejectPlan } from "../../src/acts/reject-plan.ts";
import { reopenPlan } from "../../src/acts/reopen-plan.ts";
import { requestChanges } from "../../src/acts/request-changes.ts";
import { decisionForm, takeDecision } from "../../src/acts/request-decide.ts";
import { formOf } from "../../src/acts/request-form.ts";
import { resumePlan } from "../../src/acts/resume-plan.ts";
import { retryPlan } from "../../src/acts/retry-plan.ts";
import { runPlan } from "../../src/acts/run-plan.ts";
import type { SessionPort } from "../../src/acts/session-port.ts";
import { skipStep } from "../../src/acts/skip-step.ts";
import { startPlan } from "../../src/acts/start-plan.ts";
import { Desk } from "../../src/desk/desk.ts";
import { no, type Outcome, yes } from "../../src/desk/outcome.ts";
import { localActor, type Person } from "../../src/desk/persons.ts";
import { answer, findRequest } from "../../src/desk/requests.ts";
import type { Actor } from "../../src/lifecycle/actor.ts";
import { adviceLines, refusalLines } from "../../src/lifecycle/next-action.ts";
import { stepCounts } from "../../src/lifecycle/step-counts.ts";
import type { PlanId } from "../../src/plan/plan.ts";
import { changeQueue } from "../../src/run/change-queue.ts";
import { callAction } from "../../src/surfaces/cli/call-action.ts";
import { type ActName, type ActsDoor, type DoorOptions, describeActs, type Wish } from "../../testing/describe-acts.ts";
import { idleSession, planOf, signed } from "../../testing/plan-stages.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { makeProject } from "../agent/bench/project.ts";
import { must } from "../desk/fixture.ts";
import { CLI_ADVICE } from "../surfaces/cli/advice.ts";
import { completeRun } from "./complete-run.ts";

const ALL: ReadonlySet<ActName> = new Set([
  ...(["run", "resume", "pause", "retry", "skip", "fail", "cancel", "decide", "answer"] as const),
  ...(["queue", "unqueue", "clear", "archive", "clone", "model", "rollback"] as const),
  ...(["approve", "request_changes", "reject", "reopen"] as const),
]);

/** The acts themselves, without a surface. */
async function directly({ settings = {} }: DoorOptions, withSession: boolean): Promise<ActsDoor> {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  writeFileSync(join(project.home, "plans.json"), JSON.stringify(settings));
  const desk = new Desk({ directory: project.cwd, env: project.env });
  afterTest(() => desk.close());
  const person = must(desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" }));
  const session = withSession ? new FakeSession(desk) : undefined;
  const acting: Acting = { desk, by: person, ...(session && { session }) };
  const door: ActsDoor = {
    ...{ desk, person, can: ALL, call: callAction, advice: CLI_ADVICE },
    does: async (wish, says) => {
      const text = await act(acting, person, wish);
      expect(text).toMatch(says);
      return text;
    },
    doesInside: (wish) => act({ ...acting, by: localActor({ COUNTERSIGN_AGENT: "bot" }) }, undefined, wish),
    runs: async (id) => {
      must(await resumePlan({ desk, by: person }, id));
      const stop = new AbortController();
      const options = { desk, env: project.env, tell: () => {}, signal: stop.signal, canWait: false };
      const ended = runPlan(id, { ...options, agents: async () => no("not_found", "There are no agents.") });
      return () => ended;
    },
    completes: (id) => completeRun(desk, id),
    own: async (draft) => {
      const id = await signed(door, draft);
      if (session) session.own = id;
      return id;
    },
    counts: async (id) => {
      const { done, total } = stepCounts(await planOf(door, id));
      return `${done} of ${total}`;
    },
    close: () => desk.close(),
  };
  return door;
}

async function act(acting: Acting, person: Person | undefined, wish: Wish): Promise<string> {
  const { act: name, plan: id, about = "", words = "" } = wish;
  switch (name) {
    case "run":
      return told(await startPlan(acting, id));
    case "resume":
      return told(await resumePlan(acting, id));
    case "pause":
      return told(await pausePlan(acting, id, { now: false }));
    case "retry":
      return told(await retryPlan(acting, id, about || undefined));
    case "skip":
      return told(await skipStep(acting, id, about, words));
    case "fail":
      return told(about === "" ? await failPlan(acting, id) : await failStep(acting, id, about));
    case "cancel":
      return told(await cancelPlan(acting, id));
    case "decide":
      return decide(acting, person, id, about, words);
    case "answer": {
      if (person === undefined) return "Only a person answers.";
      const { desk } = acting;
      const request = must(await findRequest(desk, about));
      const given = formOf(request).parse(words);
      const answered = given.ok ? await answer(desk, about, given.value, person) : given;
      return answered.ok ? `Answered ${about}.` : refusalLines(answered.refusal, callAction).join("\n");
    }
    case "queue":
    case "unqueue": {
      const changed = await changeQueue(acting.desk, id, { how: name === "queue" ? "add" : "remove" }, acting.by);
      return changed.ok ? changed.value.words : changed.refusal.message;
    }
    case "clear": {
      const cleared = await clearQueue(acting);
      return cleared.ok ? cleared.value.words : cleared.refusal.message;
    }
    case "archive": {
      const { refused, words: said } = await archivePlans(acting, [id], { env: {} });
      return refused[0]?.message ?? said;
    }
    case "clone":
      return told(await clonePlan(acting, id));
    case "model":
      return told(await chooseModel(acting, id, words));
    case "rollback": {
      const prepared = await prepareRollBack(acting, id, { env: {} });
      if (!prepared.ok || person === undefined) return prepared.ok ? "It can be rolled back." : told(prepared);
      expect(prepared.value.preview.changes).toEqual([expect.objectContaining({ path: "one.txt", how: "added" })]);
      return told(await prepared.value.confirm(person));
    }
    case "approve": {
      const { revision, digest } = (await planOf(acting, id)).proposal;
      return told(await approvePlan(acting, id, { revision, digest, start: "later" }));
    }
    case "request_changes": {
      const { revision, digest } = (await planOf(acting, id)).proposal;
      return told(await requestChanges(acting, id, { revision, digest, feedback: words }));
    }
    case "reject": {
      const { revision, digest } = (await planOf(acting, id)).proposal;
      return told(await rejectPlan(acting, id, { revision, digest }));
    }
    case "reopen":
      return told(await reopenPlan(acting, id));
  }
}

async function decide({ desk }: Acting, person: Person | undefined, id: PlanId, about: string, words: string) {
  if (person === undefined) return "Only a person decides.";
  const plan = await findPlan(desk, id);
  const form = plan.ok ? decisionForm(plan.value, about) : plan;
  const selections = form.ok ? form.value.parse(words) : form;
  if (!selections.ok) return told(selections);
  return told(await takeDecision(desk, id, { decision_id: about, selections: selections.value }, person));
}

function told(done: Outcome<Done<object>>): string {
  if (!done.ok) return refusalLines(done.refusal, callAction).join("\n");
  return [done.value.words, ...adviceLines(done.value.next, callAction)].join("\n");
}

/** A session that runs nothing and has nothing to check. */
class FakeSession implements SessionPort {
  readonly agent = "own";
  readonly running = undefined;
  readonly isBySubagents = true;
  readonly isHeld = false;
  readonly isChecking = false;
  own: PlanId | undefined;
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  plan() {
    return this.own === undefined ? Promise.resolve(undefined) : planOf({ desk: this.#desk }, this.own);
  }

  async started() {}
  async checkFirst() {
    return undefined;
  }

  async startsApproved(plan: PlanId) {
    return this.own === plan;
  }

  dropWish() {}
  async release() {}
  async takeUp() {
    return yes("begun" as const);
  }

  async goOn() {}
  rest() {}
  async leave(_: "cancelled" | "handed_off", __: Actor) {
    return yes({ wasLost: false });
  }
}

// To decide takes a `Person`, which an agent's shell cannot make.
const inside: ActName[] = [
  ...(["run", "resume", "pause", "retry", "skip", "fail", "cancel"] as const),
  ...(["queue", "unqueue", "clear", "archive", "model", "rollback"] as const),
];
const runner = { describe, it };
describeActs("directly", (options) => directly(options, false), runner, {
  can: ALL,
  inside,
  isRunning: true,
  requestsByName: true,
});
describeActs("from a session", (options) => directly(options, true), runner, {
  can: ALL,
  inside,
  requestsByName: true,
});

describe("a resume of a plan whose session does not take it up", () => {
  it("says that no process runs it", async () => {
    const door = await directly({}, false);
    const id = await signed(door, { title: "One", steps: [{ id: "one", title: "One", run: "true" }] });
    const { desk, person } = door;
    must(await desk.send(id, { type: "start", run_id: "run-1" }, person));
    must(await desk.send(id, { type: "pause" }, person));
    const session = await idleSession(door, id, { takesUp: false });
    const done = must(await resumePlan({ desk, by: person, patience: 50 }, id));
    expect([done.goes, done.words]).toEqual([{ by: "none" }, expect.stringContaining("No process runs it")]);
    await session.end();
  });
});
