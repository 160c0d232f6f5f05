import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Acting } from "../../src/acts/act.ts";
import { archivePlans } from "../../src/acts/archive-plans.ts";
import { cancelPlan } from "../../src/acts/cancel-plan.ts";
import { clonePlan } from "../../src/acts/clone-plan.ts";
import { failPlan, failStep } from "../../src/acts/fail-plan.ts";
import { pausePlan } from "../../src/acts/pause-plan.ts";
import { prepareRollBack } from "../../src/acts/prepare-roll-back.ts";
import { takeDecision } from "../../src/acts/request-decide.ts";
import { formOf } from "../../src/acts/request-form.ts";
import { resumePlan } from "../../src/acts/resume-plan.ts";
import { retryPlan } from "../../src/acts/retry-plan.ts";
import { skipStep } from "../../src/acts/skip-step.ts";
import { startPlan } from "../../src/acts/start-plan.ts";
import type { Outcome } from "../../src/desk/outcome.ts";
import { answer, findRequest } from "../../src/desk/requests.ts";
import type { Move, NextAction } from "../../src/lifecycle/next-action.ts";
import { nextActions } from "../../src/lifecycle/next-actions.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { changeQueue } from "../../src/run/change-queue.ts";
import { holderOf } from "../../src/run/holder.ts";
import {
  HOLDERS,
  planOf,
  RUNS,
  type RunStage,
  type RunTurn,
  runStage,
  type StageHolder,
  TURNS,
} from "../../testing/plan-stages.ts";
import { type Fixture, fixture, must } from "../desk/fixture.ts";
import { runs } from "../runs.ts";

/** Refusals that the plan's state or its process gives: what leads to one of these must not be offered. */
const FALSE_HOPES = [
  ...["wrong_state", "wrong_step_state", "step_in_progress", "lost_lease", "not_started"],
  ...["budget_open", "model_open", "diverged", "not_queued", "already_archived", "not_archived"],
];

async function carryOut({ desk, person, env }: Fixture, action: NextAction): Promise<Outcome<unknown> | undefined> {
  const acting: Acting = { desk, by: person, patience: 1 };
  const { move, plan: id = "", about = "", flag } = action;
  switch (move) {
    case "run":
      return startPlan(acting, id);
    case "resume":
      return resumePlan(acting, id);
    case "pause":
      return pausePlan(acting, id, { now: flag === "now" });
    case "retry":
      return retryPlan(acting, id, about || undefined);
    case "skip":
      return skipStep(acting, id, about, "by hand");
    case "fail":
      return about ? failStep(acting, id, about) : failPlan(acting, id);
    case "cancel":
      return cancelPlan(acting, id);
    case "rollback":
      return prepareRollBack(acting, id, { env });
    case "queue":
      return changeQueue(desk, id, { how: "add" }, person);
    case "unqueue":
      return changeQueue(desk, id, { how: "remove" }, person);
    case "clone":
      return clonePlan(acting, id);
    case "archive": {
      const {
        refused: [refusal],
      } = await archivePlans(acting, [id], { env, undo: flag === "undo" });
      return refusal ? { ok: false, refusal } : { ok: true, value: undefined };
    }
    case "decide":
      return takeDecision(desk, id, { decision_id: about, selections: ["There"] }, person);
    case "answer": {
      const form = formOf(must(await findRequest(desk, about)));
      const [choice] = form.choices;
      return answer(desk, about, must(form.parse(choice?.word ?? "")), person);
    }
    default:
      return undefined;
  }
}

const stages = fc.record({
  run: fc.constantFrom(...(Object.keys(RUNS) as RunStage[])),
  turn: fc.constantFrom(...(Object.keys(TURNS) as RunTurn[])),
  holder: fc.constantFrom<StageHolder>(...HOLDERS),
});

/** Everything that could be done to a plan. */
function everyAction(plan: LivePlan): NextAction[] {
  const of = (move: Move, ...abouts: (string | undefined)[]) =>
    abouts.map((about) => ({ move, plan: plan.id, what: "", ...(about && { about }) }));
  const asked = openRequests(plan.requests).map(({ id }) => id);
  const plain = [
    "run",
    "resume",
    "pause",
    "fail",
    "cancel",
    "rollback",
    "queue",
    "unqueue",
    "clone",
    "archive",
  ] as const;
  return [
    ...plain.flatMap((move) => of(move, undefined)),
    ...of("fail", "one", "two", "three"),
    ...of("retry", undefined, "one", "two", "three"),
    ...of("skip", "one", "two", "three"),
    ...of("decide", "where"),
    ...of("answer", ...asked),
  ];
}

const isSame = (one: NextAction) => (other: NextAction) =>
  one.move === other.move && one.about === other.about && one.flag === other.flag;

/** Possible, and yet no advice. */
function isNoAdvice({ move, about }: NextAction, plan: LivePlan): boolean {
  const step = about === undefined ? undefined : plan.run?.steps.get(about)?.status;
  switch (move) {
    case "clone":
      return true;
    // A plan that is paused already, or that no process runs, needs no pause.
    case "pause":
      return true;
    // Steps that have not run yet may be skipped, and decided on, beforehand.
    case "skip":
      return step !== "failed" && step !== "interrupted";
    case "decide":
    case "answer":
      return true;
    // A live process between two steps would lose its plan.
    case "fail":
      return plan.status === "executing";
    default:
      return false;
  }
}

describe("of a plan that was started", () => {
  it("what is offered is not refused for its state or its process, and what is not offered is", async () => {
    const at = fixture();
    await fc.assert(
      fc.asyncProperty(stages, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), async (stage, chances) => {
        const made = await runStage(at, stage);
        fc.pre(made !== undefined);
        // To set up a plan costs far more than to act on it, and a refused act leaves it for the next one.
        for (const chance of chances) {
          const plan = await planOf(at, made.id);
          const offered = nextActions(plan, holderOf(at.desk, plan));
          // Every second time something that is offered.
          const actions = chance % 2 === 0 ? everyAction(plan) : offered;
          const action = actions[chance % actions.length] as NextAction;
          const isOffered = offered.some(isSame(action));
          const done = await carryOut(at, action);
          const kind = done === undefined || done.ok ? "done" : done.refusal.kind;
          const isWrong = isOffered ? FALSE_HOPES.includes(kind) : kind === "done" && !isNoAdvice(action, plan);
          const what = `${isOffered ? "offered" : "not offered"}: ${action.move} ${action.about ?? ""}, ${plan.status}`;
          expect(isWrong, `${what}: ${kind}`).toBe(false);
        }
        await made.release();
      }),
      { numRuns: runs(100) },
    );
  }, 180_000);
});
