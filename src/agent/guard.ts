import { isDeepStrictEqual } from "node:util";
import type { ToolCallEvent, ToolCallEventResult } from "@earendil-works/pi-coding-agent";
import { type JudgedCall, judgeCall } from "../desk/judge-call.ts";
import { modeOf } from "../desk/situation.ts";
import { refusalLines } from "../lifecycle/next-action.ts";
import { defined } from "../plan/defined.ts";
import { freeze } from "../plan/freeze.ts";
import { changesNoFile } from "../policy/changes-no-file.ts";
import { mayWrite } from "../policy/modes.ts";
import type { ToolCall } from "../policy/tool.ts";
import { toolOf } from "../policy/tool-of.ts";
import { verdictMessage } from "../policy/verdict-message.ts";
import { missingScope } from "../run/missing-scope.ts";
import { sandboxForPolicy } from "../run/project-sandbox.ts";
import type { CallAnswer } from "../run/step-calls.ts";
import { askToAllow } from "./ask-to-allow.ts";
import type { PlanSession } from "./plan-session.ts";
import type { ReadOnlyReason } from "./read-only-reason.ts";
import { resolveGetters } from "./resolve-getters.ts";
import { stanceNow, stanceOf, stanceWords } from "./stance.ts";

type Blocked = ToolCallEventResult & { block: true };

const UNKNOWN_INPUT =
  "TOOL_BLOCKED_BY_MODE: another tool makes this call, and its input cannot be known. Make the call directly.";

/**
 * The one place through which every call of every tool goes: a call that is not allowed does not run, and exactly the
 * judged input runs. Any failure here blocks the call.
 */
export async function guardCall(session: PlanSession, event: ToolCallEvent): Promise<Blocked | undefined> {
  const { forbidsAll } = session.restraint;
  if (forbidsAll !== undefined) return blocked(forbidsAll);
  resolveGetters(event.input);
  const begun = JSON.stringify(event.input);
  const call = callOf(session, event.toolName, event.input);
  // In force from the next call on, also in the same batch: the hooks of a batch run before its first tool.
  if (call.source === "countersign" && call.tool === "enter_plan_mode") {
    const refusal = await session.entry.enter(event.input);
    if (refusal !== undefined) return blocked(refusalLines(refusal, session.callAction).join("\n"));
  }
  const judged = await judgeHere(session, call);
  if ("refused" in judged) return blocked(judged.refused);
  const { verdict, situation, only } = judged;
  if (situation.mode !== "none") {
    // An earlier extension may have put another input into the event than the one that runs, or hidden that a tool makes the call.
    const meant = session.calls.inputOf(event.toolCallId);
    if (meant === undefined) return blocked(UNKNOWN_INPUT);
    if (!isDeepStrictEqual(meant, event.input)) {
      const real = { ...call, input: meant };
      const other = await judgeHere(session, real);
      if ("refused" in other) return blocked(other.refused);
      if (other.verdict.verdict === "deny") return denied(session, call, other);
      const isAsked = verdict.verdict === "confirm" && readsAlike(meant, event.input);
      if (other.verdict.verdict === "confirm" && !isAsked) {
        const answer = await askToAllow(session, real, other.verdict.reason);
        if (!answer.allowed) return blocked(answer.refused);
      }
    }
  }
  const answered = verdict.verdict === "deny" ? await askToAmend(session, event.toolCallId, call, judged) : undefined;
  if (verdict.verdict === "deny" && answered === undefined) return denied(session, call, judged);
  if (answered?.allowed === false) return blocked(answered.message);
  if (verdict.verdict === "allow" && verdict.wouldDeny) session.tell({ type: "let_through", tool: call.tool, verdict });
  const field = toolOf(call, situation)?.command;
  if (field !== undefined && situation.mode !== "none") {
    const refused = withoutOwnShell(session, only);
    if (refused !== undefined) return blocked(refused);
  }
  if (verdict.verdict === "confirm") {
    const answer = await askToAllow(session, call, verdict.reason);
    if (!answer.allowed) return blocked(answer.refused);
    // The input that a person allowed is what runs, whichever extension follows.
    freeze(event.input);
  }
  if (situation.mode === "none") return undefined;
  if (JSON.stringify(event.input) !== begun) return blocked(CHANGED);
  if (field !== undefined) session.calls.allowed(event.toolCallId, String(call.input[field]), call.input);
  const mayWriteInput = verdict.verdict === "allow" && field === undefined && isOfOthers(call);
  if (mayWriteInput) showCopy(event);
  else freeze(event.input);
  if (!changesNoFile(call)) await session.run.runner.step?.attempt.works();
  return undefined;
}

/** They differ at most as pi makes a number of `"5"`: a person who is shown one has seen the other. */
function readsAlike(one: object, other: object): boolean {
  const words = (input: object) =>
    JSON.stringify(input, (_key, value) => (typeof value === "object" ? value : String(value)));
  return words(one) === words(other);
}

const CHANGED = "TOOL_BLOCKED_BY_MODE: another extension changed this call while it was judged.";

function isOfOthers({ source }: ToolCall): boolean {
  return source !== "pi" && source !== "countersign";
}

/**
 * A tool of another extension gets pi's own object, and may write to it, as it may outside of plan mode. Handlers of later
 * extensions get a copy in its place, which neither they nor others can change: such a try fails, and blocks the call.
 */
function showCopy(event: ToolCallEvent): void {
  const value = freeze(structuredClone(event.input));
  Object.defineProperty(event, "input", { value, enumerable: true, writable: false, configurable: false });
}

/**
 * At the place where a command runs: the command judged for this call may run; any other is judged now, without
 * asking a person. Throws if it may not run.
 */
export async function guardShell(
  session: PlanSession,
  toolCallId: string,
  command: string,
): Promise<{ mode: "planning" | "executing"; files?: readonly string[]; writes: boolean; commits: boolean }> {
  const input = session.calls.allowedWith(toolCallId, command);
  const judged = await judgeHere(session, callOf(session, "bash", { command }), input !== undefined);
  if ("refused" in judged) throw new Error(judged.refused);
  const { verdict, situation } = judged;
  const once = verdict.verdict === "deny" ? await allowedOnce(session, toolCallId, input) : undefined;
  if (!(once || verdict.verdict === "allow" || (verdict.verdict === "confirm" && input)))
    throw new Error(verdictMessage(verdict));
  const { files, mode, commits = once?.commits ?? false } = situation.scope?.step ?? {};
  const writes = mayWrite({ ...defined({ mode }) });
  return { mode: situation.mode === "executing" ? "executing" : "planning", ...defined({ files }), writes, commits };
}

/**
 * A call outside the scope of the step that this session runs: a person decides on it. Undefined if it is not about
 * scope.
 */
async function askToAmend(
  session: PlanSession,
  id: string,
  call: ToolCall,
  { situation, only }: JudgedHere,
): Promise<CallAnswer | undefined> {
  const { step } = session.run.runner;
  if (step === undefined || only !== undefined || missingScope(call, situation) === undefined) return undefined;
  const stopped = session.signal();
  const signal = stopped ? AbortSignal.any([step.attempt.signal, stopped]) : step.attempt.signal;
  return step.attempt.waitFor(() => step.calls.judge(call, { id, mayAsk: true, signal }));
}

async function allowedOnce(session: PlanSession, id: string, input: object | undefined) {
  const { step } = session.run.runner;
  if (step === undefined || input === undefined) return undefined;
  const { signal } = step.attempt;
  const answer = await step.calls.judge(callOf(session, "bash", input), { id, mayAsk: false, signal });
  return answer.allowed ? answer : undefined;
}

/** A hidden tool was called and not found: returns the reason. */
export async function guardHidden(session: PlanSession, tool: string, toolCallId?: string): Promise<string> {
  const { tools } = session;
  if (tools.isOwn(tool)) return stanceWords(await stanceNow(session), tools.canEnter);
  const input = toolCallId === undefined ? undefined : session.calls.inputOf(toolCallId);
  const judged = await judgeHere(session, callOf(session, tool, input ?? {}));
  if ("refused" in judged) return judged.refused;
  const { verdict } = judged;
  session.tell({ type: "refused", tool, verdict });
  return verdict.verdict === "deny" ? verdictMessage(verdict) : `TOOL_BLOCKED_BY_MODE: ${tool} is not available now.`;
}

function callOf(session: PlanSession, tool: string, input: object): ToolCall {
  return { ...session.tools.named(tool), input: input as ToolCall["input"] };
}

type JudgedHere = JudgedCall & { only: ReadOnlyReason | undefined };

async function judgeHere(
  session: PlanSession,
  call: ToolCall,
  isRecorded = false,
): Promise<JudgedHere | { refused: string }> {
  const { agent, cwd } = session;
  const state = await agent.state();
  const sandbox = modeOf(state) === "none" ? "off" : sandboxForPolicy(await session.sandbox());
  // By the same state that is judged: later changes are for the next call.
  const only = await session.restraint.now(state);
  const isPlanning = only !== undefined;
  const stance = stanceOf(state, only, session.tools.canEnter);
  const judged = await judgeCall(agent.desk, agent.id, call, {
    ...{ state, cwd, sandbox, shell: "bash", isPlanning, isRecorded, planTools: session.tools.ownNames },
    ...(stance.is === "reading" && { readOnly: stance.words }),
  });
  if (!judged.ok) return { refused: refusalLines(judged.refusal, session.callAction).join("\n") };
  const { situation } = judged.value;
  return { ...judged.value, only, situation: isPlanning ? { ...situation, mode: "planning" } : situation };
}

/** Why no command runs in this turn, if the shell is pi's own, which confines nothing. */
function withoutOwnShell({ hasOwnShell }: PlanSession, only: ReadOnlyReason | undefined): string | undefined {
  // The session itself does not plan: it has no confined shell, or is about to lose it.
  const isForeign = only?.because === "awaiting_person" || (!hasOwnShell && only?.because === "parent_planning");
  if (isForeign || (!hasOwnShell && only?.because === "elsewhere")) return `${only?.words} No command runs here.`;
  return hasOwnShell ? undefined : "TOOL_BLOCKED_BY_MODE: plan mode has just begun. Run it in your next turn.";
}

function denied(session: PlanSession, { tool }: ToolCall, { verdict, only }: JudgedHere): Blocked {
  session.tell({ type: "refused", tool, verdict });
  const message = verdictMessage(verdict);
  return blocked(message, only && !message.includes(only.words) ? only.words : undefined);
}

function blocked(...reasons: (string | undefined)[]): Blocked {
  return { block: true, reason: reasons.filter(Boolean).join("\n") };
}
