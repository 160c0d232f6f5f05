import type { AssistantMessage } from "@earendil-works/pi-ai";
import type {
  AgentBeforeSettleEvent,
  AgentBeforeSettleEventResult,
  ExtensionAPI,
  ExtensionContext,
} from "@earendil-works/pi-coding-agent";
import type { Proposed } from "../desk/desk.ts";
import type { DeskRefusal, Outcome } from "../desk/outcome.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { AgentState, Leaving } from "../lifecycle/agent-phase.ts";
import type { CallAction } from "../lifecycle/next-action.ts";
import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import type { RequestId } from "../lifecycle/request.ts";
import type { Digest } from "../plan/digest.ts";
import type { PlanId } from "../plan/plan.ts";
import type { StepTool } from "../policy/offered-tool.ts";
import type { Situation } from "../policy/situation.ts";
import type { ToolCall } from "../policy/tool.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";
import type { CardDetails } from "./card-details.ts";
import type { AgentHost, LiveAgent } from "./live-agent.ts";
import type { PlanNews } from "./plan-news.ts";
import type { LastingReason, ReadOnlyReason } from "./read-only-reason.ts";
import type { Claim, Cut, SessionStep } from "./session-step.ts";
import type { SessionTools } from "./session-tools.ts";
import type { SubagentsAtWork } from "./subagents-at-work.ts";
import type { ToolAnswer } from "./tools/own-tool.ts";

/** A surface's description of itself. */
export interface PlanHost extends AgentHost {
  /** The person for whom it plans, if that is not the local user. */
  readonly requester?: Actor | undefined;
  /** Sessions opened in this process by other code are its children: its restrictions hold for them. */
  isAlone?: boolean;
  /** How an action is called on this surface. Left out: no person can act from here. */
  callAction?: CallAction;
  /** Whether a person can be asked here now. */
  canAsk(context: ExtensionContext): boolean;
  /** Tools of extensions that subagents can have, beside the tools of the session. */
  extensionTools?(): readonly StepTool[];
}

/**
 * Plan mode in one session, as its parts and the surfaces see it. `PiPlanSession` puts it together; a test of a part gives
 * it an object with the members that the part uses.
 */
export interface PlanSession extends Voice {
  readonly pi: ExtensionAPI;
  readonly host: PlanHost;
  context: ExtensionContext;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly callAction: CallAction;
  /** Columns that a text for people may have now; a surface may change it. */
  textWidth: () => number;
  readonly agent: LiveAgent;
  readonly tools: SessionTools;
  readonly run: SessionRun;
  readonly restraint: Restraint;
  readonly told: { words(): Promise<string | undefined> };
  readonly calls: Calls;
  readonly entry: Entry;
  readonly proposing: { begin(): void; propose(draft: unknown): Promise<Outcome<Proposed>> };
  readonly unsubmitted: {
    reset(): void;
    stopping(event: AgentBeforeSettleEvent): Promise<AgentBeforeSettleEventResult | undefined>;
  };
  readonly questions: {
    awaiting<Value>(request: RequestId, waiting: () => Promise<Outcome<Value>>): Promise<Outcome<Value>>;
  };
  /** The mode that the tools of this session are set for. */
  readonly mode: Situation["mode"];
  /** Plans that are approved elsewhere while this session is open and idle. */
  readonly approvedElsewhere: { watch(): void; startsHere(): boolean };
  /** The shell of this turn is ours: it confines what it runs. */
  readonly hasOwnShell: boolean;
  /** Whether steps have agents of their own. A run that began otherwise stays as it began. */
  readonly isBySubagents: boolean;
  /** Another session of this process plans here, and this one is its child, for example a subagent. */
  readonly isBoundByAnother: boolean;
  readonly isHeld: boolean;
  canAsk(): boolean;
  signal(): AbortSignal | undefined;
  /** The tools and capabilities that a step of a plan can have here. */
  stepTools(): StepTool[];
  sandbox(): Promise<SandboxFact>;
  /** Why the agent can only read now, although its mode allows more. */
  readingOnly(): Promise<ReadOnlyReason | undefined>;
  /** The agent, which may be in the middle of a turn, can only read until a person speaks. */
  rest(why: string): void;
  personSpeaks(): void;
  /** An answer starts nothing until a person resumes. */
  hold(words: string): void;
  settled(cut: Cut): void;
  enter(by: Actor, subject: { task?: string; reason?: string }): Promise<Outcome<AgentState>>;
  /** Tells the person and the model that planning has begun. */
  announcePlanning(subject: { task?: string; reason?: string }): Promise<void>;
  leave(how: Leaving, by: Actor, more?: { note?: string; decided_by?: Actor }): Promise<Outcome<AgentState>>;
  /** The last plan of this session, also after the session has left it. */
  lastPlan(): Promise<LivePlan | undefined>;
  /** Approved with a fresh context: the model does not get the messages before the approval. */
  startFresh(plan: PlanId): void;
  isFresh(plan: PlanId): boolean;
  /** A person saw this text here: only then can a message approve it. */
  shown(digest: Digest): void;
  hasShown(digest: Digest): boolean;
  /** Sets tools and watching for the agent's phase. */
  apply(): Promise<void>;
  /** Applies all answers since the last call. */
  catchUp(): Promise<void>;
  turnStarted(): Promise<void>;
  close(isQuitting?: boolean): Promise<void>;
}

/** The output of a session: into the transcript, and to its surface. */
export interface Voice {
  /** A card for the person, a message for the model; with `go` the model continues at once. */
  say(words: string, card: CardDetails, options?: { go?: boolean; fresh?: boolean }): void;
  tell(news: PlanNews): void;
  listen(listener: (news: PlanNews) => void): () => void;
}

/** The run of a signed plan from this session. */
export interface SessionRun {
  /** The plan that runs here now. */
  readonly planId: PlanId | undefined;
  readonly by: "session" | "subagents" | undefined;
  readonly atWork: SubagentsAtWork;
  /** Why no step runs at the moment. */
  readonly waits: readonly string[];
  readonly runner: SessionModel;
  readonly recovery: Recovery;
  isInStep(): Promise<boolean>;
  started(): Promise<void>;
  settled(): Promise<void>;
  start(): Promise<void>;
  goOn(): Promise<void>;
  wait(): Promise<void>;
  catchUp(): Promise<void>;
  handOver(): Promise<void>;
}

/** The session's own model at a step. */
export interface SessionModel {
  readonly step: SessionStep | undefined;
  report(claim: Claim, signal?: AbortSignal): Promise<Outcome<string>>;
  answered(message: AssistantMessage): Promise<void>;
  turnEnded(): void;
  called(isError: boolean): void;
  /** Waits for a person; the waiting does not count towards the step's time. */
  pausedDuring<Value>(ask: () => Promise<Value>): Promise<Value>;
}

/** Finds out how far an interrupted step got. */
export interface Recovery {
  /** Resolves when the check has decided, if one runs. */
  readonly underWay: Promise<void> | undefined;
  expect(plan: RunningPlan): void;
  begin(): Promise<void>;
  /** A person's command for when the check has decided; the last one counts. */
  afterwards(wish: (() => Promise<unknown>) | undefined): void;
  interrupt(): void;
}

/** The reasons why the agent can only read, each lifted separately. */
export interface Restraint {
  /** Why not even reading is allowed: plan mode was requested and cannot start. */
  readonly forbidsAll: string | undefined;
  put(reason: LastingReason): void;
  lift(because: LastingReason["because"]): void;
  has(because: LastingReason["because"]): boolean;
  /** The strongest reason for an agent in this state. */
  now(state: AgentState): Promise<ReadOnlyReason | undefined>;
}

/** The judged calls that are in progress. */
export interface Calls {
  nested(toolCallId: string, input: unknown): void;
  inputOf(toolCallId: string): Record<string, unknown> | undefined;
  allowed(toolCallId: string, command: string, input: ToolCall["input"]): void;
  allowedWith(toolCallId: string, command: string): ToolCall["input"] | undefined;
  ended(toolCallId: string): void;
}

/** The agent's own way into plan mode. */
export interface Entry {
  enter(input: object): Promise<DeskRefusal | undefined>;
  confirm(reason: string): Promise<ToolAnswer>;
}
