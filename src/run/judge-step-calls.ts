import type { Desk } from "../desk/desk.ts";
import { diffOfCall } from "../desk/diff-of-call.ts";
import { awaitAnswer } from "../desk/requests.ts";
import { scopeOf, situationOf } from "../desk/situation.ts";
import type { Addition } from "../lifecycle/amendment.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { Approval, LivePlan, Run } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { canonical } from "../plan/canonical.ts";
import { defined } from "../plan/defined.ts";
import { visible } from "../plan/visible.ts";
import { shortCall, wholeCall } from "../policy/call-words.ts";
import { judge } from "../policy/judge.ts";
import { eventsOfVerdict } from "../policy/judgement-event.ts";
import type { Facts, Situation } from "../policy/situation.ts";
import type { ToolCall } from "../policy/tool.ts";
import type { Verdict } from "../policy/verdict.ts";
import { verdictMessage } from "../policy/verdict-message.ts";
import { missingScope } from "./missing-scope.ts";
import type { CallAbout, CallAnswer, StepCalls } from "./step-calls.ts";
import type { Assignment } from "./step-runner.ts";

export interface StepCallsOptions {
  desk: Desk;
  lease: string;
  sandbox: () => Promise<Facts["sandbox"]>;
  /** Whether the run waits for a person. */
  canAsk: () => boolean;
  /** Runs a wait for a person, in which the step does not work. */
  duringWait?<Value>(wait: () => Promise<Value>): Promise<Value>;
}

const OVER = "The step is over. Nothing more is done.";
const LONGEST = 100_000;
const TOO_LONG = "It is outside the step's scope, and too long for a person to review: make it smaller.";
const NOT_DONE = "It was not done: do not assume that the operation succeeded.";

/**
 * Judges the calls of one step's agent by the scope that was signed for the step and a person's additions. A call outside
 * it becomes a request in the plan's journal, and the agent waits; denied and flagged calls are recorded there as well.
 */
export class JudgedStepCalls implements StepCalls {
  readonly #assignment: Assignment;
  readonly #options: StepCallsOptions;
  /** Calls that a person allowed once: this exact call, with the additions that the request named. */
  readonly #allowed = new Map<string, string>();

  constructor(assignment: Assignment, options: StepCallsOptions) {
    this.#assignment = assignment;
    this.#options = options;
  }

  async judge(call: ToolCall, about: CallAbout): Promise<CallAnswer> {
    const key = keyOf(call, about);
    // A call is judged with `mayAsk` when it begins and without when it runs: an allowance serves for one of each.
    if (about.mayAsk) this.#allowed.delete(key);
    const answer = await this.#judge(call, about);
    if (!about.mayAsk) this.#allowed.delete(key);
    return answer;
  }

  async #judge(call: ToolCall, about: CallAbout): Promise<CallAnswer> {
    const situation = await this.#situation();
    if (situation === undefined) return { allowed: false, message: OVER };
    const verdict = judge(call, situation);
    const { files, commits } = situation.scope?.step ?? {};
    const allowed: CallAnswer = { allowed: true, ...defined({ files }), ...(commits && { commits: true }) };
    if (verdict.verdict === "allow") {
      if (verdict.wouldDeny && about.mayAsk) await this.#recordVerdict(call, verdict, situation);
      return allowed;
    }
    const adds = verdict.verdict === "confirm" ? {} : missingScope(call, situation);
    // Files may have changed since the person decided: a link that leads elsewhere now is not the call they allowed.
    if (adds && this.#allowed.get(keyOf(call, about)) === canonical(adds))
      return { ...allowed, ...(adds.commits && { commits: true }) };
    const canAsk = this.#options.canAsk();
    // Without an addition only this one call could be allowed, and no agent would be left to make it.
    if (adds && about.mayAsk && (canAsk || Object.keys(adds).length > 0)) {
      return canAsk ? this.#ask(call, verdict, adds, about) : this.#leave(call, verdict, adds);
    }
    if (verdict.verdict === "deny") await this.#recordVerdict(call, verdict, situation);
    return { allowed: false, message: `${verdictMessage(verdict)}${adds ? "\nNo person can be asked here." : ""}` };
  }

  /** A person decides; the agent waits as long as that takes. */
  async #ask(call: ToolCall, verdict: Verdict, adds: Addition, about: CallAbout): Promise<CallAnswer> {
    const { desk, duringWait = (wait) => wait() } = this.#options;
    // From the question on, changes are a person's.
    const answered = await duringWait(async () => {
      const request = await this.#open(call, verdict, { adds });
      return "message" in request ? request : awaitAnswer(desk, request.id, about.signal);
    });
    if ("message" in answered) return { allowed: false, ...answered };
    const closing = answered.ok ? answered.value.closing : undefined;
    if (closing?.how !== "answered" || closing.answer.kind !== "amendment") {
      return { allowed: false, message: `It was not allowed. ${NOT_DONE}` };
    }
    const { choice, note } = closing.answer;
    if (choice === "refuse") {
      const words = note ? `\nThey say: ${visible(note, { multiline: true })}` : "";
      return { allowed: false, message: `${visible(closing.by.name)} refused this call. ${NOT_DONE}${words}` };
    }
    if (choice === "once") this.#allowed.set(keyOf(call, about), canonical(adds));
    // By the present state: an answer counts only while the step runs, and a call inside the scope may still need a
    // confirmation.
    return this.#judge(call, { ...about, mayAsk: choice === "add" });
  }

  /** The run does not wait: the request stays in the inbox, and the step ends. */
  async #leave(call: ToolCall, verdict: Verdict, adds: Addition): Promise<CallAnswer> {
    const request = await this.#open(call, verdict, { adds, unattended: true });
    if ("message" in request) return { allowed: false, ...request };
    return { allowed: false, message: `A person has to allow it first. ${NOT_DONE}`, isAsked: true };
  }

  async #open(
    call: ToolCall,
    verdict: Verdict,
    what: { adds: Addition; unattended?: true },
  ): Promise<{ id: string } | { message: string }> {
    const { desk, lease } = this.#options;
    const { plan_id, step, subagent_id } = this.#assignment;
    const summary = wholeCall(call.input);
    if (summary.length > LONGEST) return { message: `${TOO_LONG} ${NOT_DONE}` };
    const diff = diffOfCall(desk.project, desk.project, call);
    const subject = { step_id: step.id, subagent_id, tool: visible(call.tool), summary, ...defined({ diff }) };
    const asked = await desk.record(plan_id, [{ type: "amend", ...subject, reason: verdict.reason, ...what }], lease);
    const request =
      asked.plan &&
      openRequests(asked.plan.requests).findLast(
        (open) => open.kind === "amendment" && open.subagent_id === subagent_id && open.summary === summary,
      );
    if (request === undefined || asked.refusal) return { message: `${asked.refusal?.message ?? OVER} ${NOT_DONE}` };
    return request;
  }

  /** Undefined once this attempt is no longer the current one of the step. */
  async #situation(): Promise<Situation | undefined> {
    const { desk, lease } = this.#options;
    const { plan_id, step, subagent_id } = this.#assignment;
    const found = await desk.plan(plan_id);
    const plan = found.ok && found.value.kind === "standing" ? found.value.state : undefined;
    if (plan === undefined || !isAtWork(plan)) return undefined;
    const { run, approval } = plan;
    const now = run.steps.get(step.id);
    if (run.lease?.id !== lease || now?.status !== "in_progress" || now.subagent_id !== subagent_id) return undefined;
    const sandbox = await this.#options.sandbox();
    return situationOf(desk, "executing", { sandbox, cwd: desk.project }, scopeOf(approval, step.id, run.amendments));
  }

  async #recordVerdict(call: ToolCall, verdict: Verdict, situation: Situation): Promise<void> {
    const { desk, lease } = this.#options;
    const { plan_id, step, subagent_id } = this.#assignment;
    const commands = eventsOfVerdict(call, verdict, situation).flatMap(({ name, payload }): PlanCommand[] => {
      if (name === "confirmation_needed") return [];
      const { tool, code, rule, reason, blocked } = payload;
      const judgement = { attempt: name, tool, summary: shortCall(call.input), code, rule, reason, blocked };
      return [{ type: "record_call", step_id: step.id, subagent_id, ...judgement }];
    });
    if (commands.length > 0) await desk.record(plan_id, commands, lease);
  }
}

/** In a pause running steps continue to their end, unless it was a pause with `now`. */
function isAtWork(plan: LivePlan): plan is LivePlan & { run: Run; approval: Approval } {
  return plan.status === "executing" || (plan.status === "paused" && plan.now !== true);
}

function keyOf(call: ToolCall, { id }: CallAbout): string {
  return `${id} ${canonical({ tool: call.tool, input: call.input })}`;
}
