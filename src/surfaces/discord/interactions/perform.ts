import type { ReviewSeen } from "../../../acts/answer-review.ts";
import { type ApprovalWish, approvePlan } from "../../../acts/approve-plan.ts";
import { archivePlans } from "../../../acts/archive-plans.ts";
import { cancelPlan } from "../../../acts/cancel-plan.ts";
import { chooseModel } from "../../../acts/choose-model.ts";
import { clearQueue } from "../../../acts/clear-queue.ts";
import { clonePlan } from "../../../acts/clone-plan.ts";
import { editPlan } from "../../../acts/edit-plan.ts";
import { failPlan, failStep } from "../../../acts/fail-plan.ts";
import { cancelPlanning, handOff } from "../../../acts/leave-plan-mode.ts";
import { pausePlan } from "../../../acts/pause-plan.ts";
import { rejectPlan } from "../../../acts/reject-plan.ts";
import { reopenPlan } from "../../../acts/reopen-plan.ts";
import { requestChanges } from "../../../acts/request-changes.ts";
import { decisionForm, takeDecision } from "../../../acts/request-decide.ts";
import { resumePlan } from "../../../acts/resume-plan.ts";
import { retryPlan } from "../../../acts/retry-plan.ts";
import { skipStep } from "../../../acts/skip-step.ts";
import { startPlan } from "../../../acts/start-plan.ts";
import { actingFrom } from "../../../agent/acting-from.ts";
import { approveByMessage } from "../../../agent/go-ahead.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer } from "../../../desk/requests.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Answer, RequestId } from "../../../lifecycle/request.ts";
import type { PlanId, StepId } from "../../../plan/plan.ts";
import { changeQueue, type QueueChange } from "../../../run/change-queue.ts";
import type { CustomId } from "../cards/custom-id.ts";
import type { RefusalWords } from "../cards/text-message.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { doneText } from "../done-text.ts";
import type { PlanningTask } from "../prompt-model.ts";
import { planAsShown } from "./plan-at.ts";
import type { Answered } from "./reply.ts";
import { confirmRollBack } from "./roll-back.ts";
import { unreadCommands } from "./unread-commands.ts";

/** An act of a person, by a command, a click, a form or a message. */
export type Act =
  | { act: "plan"; task: PlanningTask }
  | { act: "handoff" | "clear_queue" }
  /** Without a plan: cancels planning. */
  | { act: "cancel"; plan?: PlanId }
  /** `onCard`: how many of the commands that approval runs were on the card. */
  | { act: "approve"; plan: PlanId; wish: ApprovalWish & { context?: "same" | "fresh" }; onCard: number }
  | { act: "approve_by_message"; plan: LivePlan; message: string; onCard: number }
  | { act: "request_changes"; plan: PlanId; seen: ReviewSeen; feedback: string; comments?: Record<StepId, string> }
  | { act: "reject"; plan: PlanId; seen: ReviewSeen; feedback: string }
  | { act: "edit"; plan: LivePlan; text: string }
  | { act: "reopen" | "start" | "resume" | "clone"; plan: PlanId }
  | { act: "pause"; plan: PlanId; now: boolean }
  | { act: "retry"; plan: PlanId; step?: StepId | undefined }
  | { act: "fail"; plan: PlanId; step?: StepId | undefined; reason?: string | undefined }
  | { act: "skip"; plan: PlanId; step: StepId; reason: string }
  | { act: "decide"; plan: LivePlan; decision: string; choice: string }
  | { act: "queue"; plan: PlanId; change: QueueChange }
  | { act: "model"; plan: PlanId; model: string }
  | { act: "archive"; plan: PlanId; undo: boolean }
  | { act: "rollback"; preview: Extract<CustomId, { on: "rollback" }> }
  | { act: "answer"; request: RequestId; answer: Outcome<Answer> };

/** Does the act of an authenticated person. Every act in Discord is done here, and nowhere else. */
export async function perform(act: Act, agent: ChannelAgent, person: Person): Promise<Answered> {
  const unread = await unreadBy(act, agent, person);
  if (unread) return { ok: false, refusal: unread };
  const { session, desk } = agent;
  const acting = actingFrom(session, person);
  switch (act.act) {
    case "plan":
      return said(await agent.startPlanning(person, act.task), () =>
        act.task.task === undefined
          ? "Planning. Say what should be planned."
          : "Planning. The plan comes here, on a card.",
      );
    case "handoff":
      return handOff(acting);
    case "cancel":
      return act.plan === undefined ? cancelPlanning(acting) : doneText(await cancelPlan(acting, act.plan));
    case "approve": {
      const { plan, wish } = act;
      // The model that runs the plan does not get the conversation of the planning.
      if (wish.context === "fresh") session.startFresh(plan);
      return doneText(await approvePlan(acting, plan, wish));
    }
    case "approve_by_message":
      return doneText(await approveByMessage(session, act.plan, act.message, person));
    case "request_changes": {
      const { seen, feedback, comments } = act;
      return doneText(await requestChanges(acting, act.plan, { ...seen, feedback, comments }));
    }
    case "reject":
      return doneText(await rejectPlan(acting, act.plan, { ...act.seen, feedback: act.feedback }));
    case "edit":
      return doneText(await editPlan(acting, act.plan.id, act.text, act.plan.version));
    case "reopen":
      return doneText(await reopenPlan(acting, act.plan));
    case "start":
      return doneText(await startPlan(acting, act.plan));
    case "pause":
      return doneText(await pausePlan(acting, act.plan, { now: act.now }));
    case "resume":
      return doneText(await resumePlan(acting, act.plan));
    case "retry":
      return doneText(await retryPlan(acting, act.plan, act.step));
    case "skip":
      return doneText(await skipStep(acting, act.plan, act.step, act.reason));
    case "fail": {
      const { plan, step, reason } = act;
      return doneText(
        await (step === undefined ? failPlan(acting, plan, reason) : failStep(acting, plan, step, reason)),
      );
    }
    case "clone": {
      const cloned = await clonePlan(acting, act.plan);
      if (cloned.ok) agent.cards.showPlan(cloned.value.plan);
      return doneText(cloned);
    }
    case "decide": {
      const { plan, decision: decision_id, choice } = act;
      const form = decisionForm(plan, decision_id);
      const selections = form.ok ? form.value.parse(choice) : form;
      if (!selections.ok) return selections;
      const taken = await takeDecision(desk, plan.id, { decision_id, selections: selections.value }, person);
      return said(taken, ({ words }) => words);
    }
    case "queue":
      return said(await changeQueue(desk, act.plan, act.change, person), ({ words }) => words);
    case "clear_queue":
      return said(await clearQueue(acting), ({ words }) => words);
    case "model":
      return doneText(await chooseModel(acting, act.plan, act.model));
    case "archive": {
      const { refused, words } = await archivePlans(acting, [act.plan], { undo: act.undo, env: session.env });
      const [refusal] = refused;
      return refusal ? { ok: false, refusal } : yes(words);
    }
    case "rollback":
      return confirmRollBack(act.preview, agent, person);
    case "answer": {
      if (!act.answer.ok) return act.answer;
      return said(await answer(desk, act.request, act.answer.value, person), () => "Your answer is recorded.");
    }
  }
}

/** Every approval in Discord passes here: why it may not be signed yet. */
async function unreadBy(act: Act, agent: ChannelAgent, { id: person }: Person): Promise<RefusalWords | undefined> {
  if (act.act === "approve_by_message") return unreadCommands({ ...act, person }, agent.opened);
  if (act.act !== "approve") return undefined;
  const plan = await planAsShown(agent, { id: act.plan, ...act.wish });
  if (!plan.ok) return plan.refusal;
  const leftOut = act.wish.choices?.left_out ?? [];
  return unreadCommands({ plan: plan.value, person, onCard: act.onCard, leftOut }, agent.opened);
}

function said<Value>(outcome: Outcome<Value>, words: (value: Value) => string): Outcome<string> {
  return outcome.ok ? yes(words(outcome.value)) : outcome;
}
