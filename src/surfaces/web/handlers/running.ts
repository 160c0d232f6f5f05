import type { Done } from "../../../acts/act.ts";
import { archivePlans } from "../../../acts/archive-plans.ts";
import { cancelPlan } from "../../../acts/cancel-plan.ts";
import { chooseModel } from "../../../acts/choose-model.ts";
import { clonePlan } from "../../../acts/clone-plan.ts";
import { failPlan, failStep } from "../../../acts/fail-plan.ts";
import { pausePlan } from "../../../acts/pause-plan.ts";
import { decisionForm, takeDecision } from "../../../acts/request-decide.ts";
import { resumePlan } from "../../../acts/resume-plan.ts";
import { retryPlan } from "../../../acts/retry-plan.ts";
import { skipStep } from "../../../acts/skip-step.ts";
import { startPlan } from "../../../acts/start-plan.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { defined } from "../../../plan/defined.ts";
import type { PlanId } from "../../../plan/plan.ts";
import { changeQueue, type QueueChange } from "../../../run/change-queue.ts";
import type { ActDone } from "../api/acts.ts";
import type { RouteName } from "../api/routes.ts";
import type { BodyOf } from "../api/shapes.ts";
import { actDone, wordsDone } from "./act-done.ts";
import { type At, actingAt } from "./acting-at.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";
import type { Call, Handlers } from "./handler.ts";
import { withDifference } from "./with-difference.ts";

/** What persons do to a plan and its run. */
export function runHandlers(
  dashboard: Dashboard,
): Pick<
  Handlers,
  | "start"
  | "pause"
  | "resume"
  | "cancel"
  | "retry"
  | "skip"
  | "fail"
  | "decide"
  | "chooseModel"
  | "queue"
  | "archive"
  | "clone"
> {
  const { runs } = dashboard;
  const at = <Name extends RouteName>(
    call: Call<Name>,
    act: (here: At, body: BodyOf<Name>) => Promise<Outcome<ActDone>>,
  ): Promise<Outcome<ActDone>> => actingAt(dashboard, call, (here) => act(here, call.body));
  const done = async ({ project, id }: At, outcome: Promise<Outcome<Done<object>>>): Promise<Outcome<ActDone>> => {
    const answered = actDone(project, await outcome);
    const waits = runs.waitsFor(project, id);
    if (!answered.ok || answered.value.goes !== "here" || waits.length === 0) return answered;
    return yes({ ...answered.value, words: `${id} waits: ${waits.join("; ")}.` });
  };
  return {
    start: (call) => at(call, (here) => done(here, startPlan(here.acting, here.id))),
    pause: (call) => at(call, (here, { now }) => done(here, pausePlan(here.acting, here.id, { now }))),
    resume: (call) =>
      at(call, (here, { interrupted }) => done(here, resumePlan(here.acting, here.id, { interrupted }))),
    cancel: (call) =>
      at(call, async (here, { note, version }) => {
        const { acting, id } = here;
        const cancelled = await cancelPlan(acting, id, { note, seen: version });
        return done(here, withDifference(acting.desk, id, defined({ version }), cancelled));
      }),
    retry: (call) => at(call, (here, { step }) => done(here, retryPlan(here.acting, here.id, step))),
    skip: (call) => at(call, (here, { step, reason }) => done(here, skipStep(here.acting, here.id, step, reason))),
    fail: (call) =>
      at(call, (here, { step, reason }) => {
        const { acting, id } = here;
        return done(here, step === undefined ? failPlan(acting, id, reason) : failStep(acting, id, step, reason));
      }),
    decide: (call) => at(call, (here, body) => decide(here, body)),
    chooseModel: (call) => at(call, (here, { model }) => done(here, chooseModel(here.acting, here.id, model))),
    queue: (call) =>
      at(call, async ({ project, id, acting }, { change, priority }) => {
        const wish: QueueChange = change === "add" ? { how: "add", ...defined({ priority }) } : { how: change };
        const changed = await changeQueue(project.desk, id, wish, acting.by);
        return changed.ok ? moved(project, id, changed.value.words, { act: "queue", change }) : changed;
      }),
    archive: (call) =>
      at(call, async ({ acting, project, id }, { undo = false }) => {
        const { refused, words } = await archivePlans(acting, [id], { undo, env: dashboard.env });
        const [refusal] = refused;
        return refusal ? { ok: false, refusal } : moved(project, id, words, { act: "archive", undo });
      }),
    clone: (call) => at(call, (here) => done(here, clonePlan(here.acting, here.id))),
  };
}

async function decide(
  { acting, project, id }: At,
  { decision, chosen, words: typed = "", request }: BodyOf<"decide">,
): Promise<Outcome<ActDone>> {
  const plan = await usablePlan(acting.desk, id);
  if (!plan.ok) return plan;
  const form = decisionForm(plan.value, decision);
  const selections = form.ok ? form.value.parse(chosen ?? typed) : form;
  if (!selections.ok) return selections;
  const given = { decision_id: decision, selections: selections.value, ...defined({ request_id: request }) };
  return actDone(project, await takeDecision(acting.desk, id, given, acting.by));
}

async function moved(
  project: ServedProject,
  id: PlanId,
  words: string,
  fact: Record<string, unknown>,
): Promise<Outcome<ActDone>> {
  const plan = await usablePlan(project.desk, id);
  return plan.ok ? yes(wordsDone(project, plan.value, { words, fact })) : plan;
}
