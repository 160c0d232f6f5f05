import { COMMANDS } from "./commands.ts";
import { askModel, chooseModel } from "./decide-model.ts";
import { edit, propose } from "./decide-proposal.ts";
import { queue, unqueue } from "./decide-queue.ts";
import { choose, expire, settle } from "./decide-request.ts";
import {
  approve,
  archive,
  cancel,
  goStale,
  reject,
  reopen,
  requestChanges,
  restore,
  withdraw,
} from "./decide-review.ts";
import { rollBack } from "./decide-roll-back.ts";
import * as run from "./decide-run.ts";
import { askAmendment, askBudget } from "./decide-run-request.ts";
import { awaitDecision, endStep, failStep, rerunStep, retryStep, skipStep, startStep } from "./decide-step.ts";
import { isStarted } from "./is-started.ts";
import { lostLease } from "./lease.ts";
import type { CommandOf, PlanCommandType, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { LivePlan, PlanState, RunningPlan } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";

type Decider<State, Type extends PlanCommandType> = (
  state: State,
  command: CommandOf<Type>,
  terms: Terms,
) => Decided<PlanEvent>;

/** The function that decides each command, called once its row allows it. */
export const DECIDERS: { readonly [Type in PlanCommandType]: Decider<PlanState, Type> } = {
  propose: propose,
  edit: existing(edit),
  approve: existing(approve),
  request_changes: existing(requestChanges),
  reject: existing(reject),
  withdraw: existing(withdraw),
  reopen: existing(reopen),
  cancel: existing(cancel),
  decide: existing(choose),
  settle_divergence: existing(settle),
  choose_model: existing(chooseModel),
  expire_request: existing((state, command, terms) =>
    expire(state, command, terms, (id) =>
      isStarted(state) ? rerunStep(state, id) : refuse("wrong_state", `${state.id} does not run.`),
    ),
  ),
  go_stale: existing(goStale),
  queue: queue,
  unqueue: unqueue,
  start: run.start,
  take_lease: started(run.takeLease),
  release_lease: inRun(run.releaseLease),
  pause: inRun(run.pause),
  resume: inRun((state, _, terms) => run.resume(state, terms)),
  stall: inRun(run.stall),
  start_step: inRun(startStep),
  await_decision: inRun((state, { step_id }) => awaitDecision(state, step_id)),
  end_step: inRun(endStep),
  rerun_step: inRun((state, { step_id }) => rerunStep(state, step_id)),
  amend: inRun(askAmendment),
  hit_budget: inRun(askBudget),
  miss_model: inRun(askModel),
  answer: inRun(run.answer),
  record_call: inRun(run.recordCall),
  skip_step: inRun((state, { step_id, reason }, terms) => skipStep(state, step_id, reason, terms)),
  retry_step: inRun((state, { step_id }, terms) => retryStep(state, step_id, terms)),
  fail_step: inRun((state, { step_id, reason }, terms) => failStep(state, step_id, reason, terms)),
  complete: inRun(run.complete),
  fail: inRun(run.fail),
  roll_back: inRun(rollBack),
  retry: inRun(run.retry),
  archive: existing(archive),
  restore: existing(restore),
};

function existing<Type extends PlanCommandType>(decide: Decider<LivePlan, Type>): Decider<PlanState, Type> {
  return (state, command, terms) =>
    state.status === "absent" ? refuse("wrong_state", "There is no such plan.") : decide(state, command, terms);
}

function started<Type extends PlanCommandType>(decide: Decider<RunningPlan, Type>): Decider<PlanState, Type> {
  return (state, command, terms) =>
    isStarted(state) ? decide(state, command, terms) : refuse("not_started", "The plan was not started.");
}

/** An executor records nothing once it has lost its lease, whether the command needs a lease or not. */
function inRun<Type extends PlanCommandType>(decide: Decider<RunningPlan, Type>): Decider<PlanState, Type> {
  return started((state, command, terms) => {
    const isExecutors = COMMANDS[command.type].lease || terms.lease !== undefined;
    const lost = isExecutors ? lostLease(state.run.lease, terms.lease) : undefined;
    return lost ? { ok: false, refusal: lost } : decide(state, command, terms);
  });
}
