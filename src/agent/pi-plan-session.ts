import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { DeskEvent } from "../desk/events.ts";
import { notifier } from "../desk/notify.ts";
import { no, type Outcome } from "../desk/outcome.ts";
import { planMdWriter } from "../desk/plan-md.ts";
import { modeOf, situationOf } from "../desk/situation.ts";
import { timeOutOf } from "../desk/time-out-of.ts";
import { dropTree, keepTree, lookAtTree } from "../desk/tree.ts";
import type { Actor } from "../lifecycle/actor.ts";
import { type AgentState, isStillReadOnly, type Leaving } from "../lifecycle/agent-phase.ts";
import type { CallAction } from "../lifecycle/next-action.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { Digest } from "../plan/digest.ts";
import type { PlanId } from "../plan/plan.ts";
import type { StepTool } from "../policy/offered-tool.ts";
import type { Situation } from "../policy/situation.ts";
import { projectSandbox, sandboxForPolicy } from "../run/project-sandbox.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";
import { sandboxOnCard } from "../sandbox/sandbox-words.ts";
import { AgentEntry } from "./agent-entry.ts";
import { applyAnswer } from "./apply-answer.ts";
import { tellOnBus } from "./bus.ts";
import { capSubagents } from "./cap-subagents.ts";
import type { CardDetails } from "./card-details.ts";
import { JournalFeed } from "./journal-feed.ts";
import { JudgedCalls } from "./judged-calls.ts";
import { LiveAgent } from "./live-agent.ts";
import { liveSessions } from "./live-sessions.ts";
import { ModeInstructions } from "./mode-instructions.ts";
import { sayPlanModeOff } from "./plan-mode-off.ts";
import type { PlanNews } from "./plan-news.ts";
import { PlanRun } from "./plan-run.ts";
import type { PlanHost, PlanSession } from "./plan-session.ts";
import { Proposing } from "./proposing.ts";
import { Questions } from "./questions.ts";
import type { ReadOnlyReason } from "./read-only-reason.ts";
import { ReadOnlyReasons } from "./read-only-reasons.ts";
import { sayIfExpired } from "./say-expired.ts";
import type { Cut } from "./session-step.ts";
import type { SessionTools } from "./session-tools.ts";
import { ApprovedElsewhere } from "./start-approved.ts";
import { plannerTools, type ToolSet } from "./tools/planner-tools.ts";
import { UnsubmittedPlan } from "./unsubmitted-plan.ts";

/** Plan mode in one session of pi, without its display. */
export class PiPlanSession implements PlanSession {
  readonly pi: ExtensionAPI;
  readonly host: PlanHost;
  readonly agent: LiveAgent;
  readonly run: PlanRun;
  readonly entry: AgentEntry;
  readonly proposing: Proposing;
  readonly unsubmitted: UnsubmittedPlan;
  readonly questions: Questions;
  readonly tools: SessionTools;
  readonly restraint: ReadOnlyReasons;
  readonly told: ModeInstructions;
  readonly calls: JudgedCalls;
  context: ExtensionContext;
  textWidth = () => 76;
  readonly approvedElsewhere: ApprovedElsewhere;
  #mode: Situation["mode"] = "none";
  #tools: ToolSet | undefined;
  hasOwnShell = false;
  #uncap: (() => void) | undefined;
  #fresh: PlanId | undefined;
  #applying: Promise<void> = Promise.resolve();
  #following: Promise<void> = Promise.resolve();
  readonly #shown = new Set<Digest>();
  readonly #feed: JournalFeed;
  readonly #endings: (() => Promise<void>)[];
  #last: PlanId | undefined;
  /** The number of `leave` calls in progress. */
  #leavings = 0;
  readonly #listeners = new Set<(news: PlanNews) => void>();

  constructor(pi: ExtensionAPI, context: ExtensionContext, host: PlanHost, id: string, tools: SessionTools) {
    this.pi = pi;
    this.context = context;
    this.host = host;
    this.tools = tools;
    this.agent = new LiveAgent(id, context.cwd, host);
    this.run = new PlanRun(this);
    this.restraint = new ReadOnlyReasons(this);
    this.told = new ModeInstructions(this);
    this.calls = new JudgedCalls(this);
    liveSessions.add(this);
    this.entry = new AgentEntry(this);
    this.proposing = new Proposing(this);
    this.unsubmitted = new UnsubmittedPlan(this);
    this.questions = new Questions(this);
    this.approvedElsewhere = new ApprovedElsewhere(this);
    const told = (error: unknown) => this.tell({ type: "trouble", error });
    this.#feed = new JournalFeed(this.agent.desk, (event, from) => this.#happened(event, from), told);
    const trouble = (message: string) => this.tell({ type: "trouble", error: new Error(message) });
    this.#endings = [
      notifier(this.agent.desk, trouble, { call: this.callAction }),
      planMdWriter(
        this.agent.desk,
        (outcome) => outcome.kind === "kept" && trouble(`PLAN.md was not written: ${outcome.because}`),
      ),
    ];
  }

  get env(): NodeJS.ProcessEnv {
    return this.host.env;
  }

  get cwd(): string {
    return this.context.cwd;
  }

  get callAction(): CallAction {
    return this.host.callAction ?? (() => undefined);
  }

  get mode(): Situation["mode"] {
    return this.#mode;
  }

  get isBySubagents(): boolean {
    const { by } = this.run;
    return by === undefined ? this.agent.desk.configuration.config.execution === "subagent" : by === "subagents";
  }

  canAsk(): boolean {
    return this.host.canAsk(this.context);
  }

  signal(): AbortSignal | undefined {
    return this.context.signal;
  }

  stepTools(): StepTool[] {
    const capabilities = Object.keys(this.agent.desk.configuration.config.capabilities);
    const here = this.tools.forSteps(this.isBySubagents);
    const elsewhere = this.isBySubagents ? (this.host.extensionTools?.() ?? []) : [];
    const others = elsewhere.filter(({ tool }) => !here.some((one) => one.tool === tool));
    return [...here, ...others, ...capabilities.map((tool) => ({ tool }))];
  }

  sandbox(): Promise<SandboxFact> {
    return projectSandbox(this.agent.desk, this.env);
  }

  get isBoundByAnother(): boolean {
    const isBinding = (other: PlanSession) =>
      other !== this &&
      other.host.isAlone === true &&
      other.mode !== "none" &&
      other.agent.desk.project === this.agent.desk.project;
    return [...liveSessions].some(isBinding);
  }

  async readingOnly(): Promise<ReadOnlyReason | undefined> {
    return this.restraint.now(await this.agent.state());
  }

  rest(why: string): void {
    this.restraint.put({ because: "awaiting_person", words: `${why} Change nothing until the person speaks.` });
  }

  personSpeaks(): void {
    this.restraint.lift("awaiting_person");
  }

  hold(words: string): void {
    this.restraint.put({ because: "held", words });
  }

  get isHeld(): boolean {
    return this.restraint.has("held");
  }

  settled(cut: Cut): void {
    this.run.runner.settled(cut);
    this.tell({ type: "settled" });
  }

  /** Starts planning. A fingerprint of the tree is taken first: the review shows what planning changed. */
  async enter(by: Actor, subject: { task?: string; reason?: string }): Promise<Outcome<AgentState>> {
    if (!this.agent.desk.configuration.config.enabled) {
      return no("wrong_configuration", "Plan mode is switched off.", {
        hint: 'Set "enabled" to true in the settings.',
      });
    }
    const entered = await this.agent.send({ type: "enter", ...subject }, by);
    if (entered.ok) {
      this.restraint.lift("no_plan_mode");
      this.restraint.lift("held");
      if (by.kind !== "agent") this.personSpeaks();
      this.proposing.begin();
      this.unsubmitted.reset();
      await this.#rememberTree();
      await this.apply();
      this.tell({ type: "entered", by, ...subject, ...this.#lax() });
      // A person may still decline what an agent began.
      if (by.kind !== "agent") await this.announcePlanning(subject);
    }
    return entered;
  }

  async announcePlanning(subject: { task?: string; reason?: string }): Promise<void> {
    const sandbox = sandboxOnCard(await this.sandbox());
    this.say("Planning mode is on.", { card: "planning_started", ...subject, ...this.#lax(), ...sandbox });
  }

  /** The level, if it is not the one that people expect. */
  #lax(): { level?: "log" | "prompt" } {
    const { level } = this.agent.desk.configuration.config;
    return level === "enforce" ? {} : { level };
  }

  /** Without a fingerprint the review says "unknown"; planning does not depend on it. */
  async #rememberTree(): Promise<void> {
    const { desk, id } = this.agent;
    try {
      keepTree(desk, id, await lookAtTree(desk.project));
    } catch (error) {
      dropTree(desk, id);
      this.tell({ type: "trouble", error });
    }
  }

  async lastPlan(): Promise<LivePlan | undefined> {
    this.#last ??= await this.agent.lastPlanId();
    const found = this.#last === undefined ? undefined : await this.agent.desk.plan(this.#last);
    return found?.ok && found.value.kind === "standing" ? found.value.state : undefined;
  }

  startFresh(plan: PlanId): void {
    this.#fresh = plan;
  }

  shown(digest: Digest): void {
    this.#shown.add(digest);
  }

  hasShown(digest: Digest): boolean {
    return this.#shown.has(digest);
  }

  isFresh(plan: PlanId): boolean {
    return this.#fresh === plan;
  }

  async leave(how: Leaving, by: Actor, more: { note?: string; decided_by?: Actor } = {}): Promise<Outcome<AgentState>> {
    // First: calls of the same batch are judged while the command is sent.
    if (how === "finished") this.rest("The plan has ended.");
    this.#leavings += 1;
    try {
      const left = await this.agent.send({ type: "leave", how, ...more }, by);
      if (left.ok) {
        this.restraint.lift("held");
        await this.apply();
        this.tell({ type: "left", how, by: more.decided_by ?? by });
      }
      return left;
    } finally {
      this.#leavings -= 1;
    }
  }

  /** Serialised. */
  apply(): Promise<void> {
    const applied = this.#applying.then(() => this.#apply());
    this.#applying = applied.catch(() => {});
    return applied;
  }

  async #apply(): Promise<void> {
    const state = await this.agent.state();
    const mode = modeOf(state);
    const tools = this.#toolSet(state);
    if ("plan_id" in state && state.plan_id !== undefined) this.#last = state.plan_id;
    if (mode !== this.#mode) {
      if (this.#mode === "executing") await this.run.ended();
      // Another process ended plan mode in the middle of the agent's turn: it stays read-only for the rest of the turn.
      if (mode === "none" && this.#leavings === 0 && !this.context.isIdle()) this.rest("Plan mode was left elsewhere.");
    }
    if (tools !== this.#tools) {
      if (tools === undefined) this.tools.leave();
      else await this.#enterTools(tools);
      this.#tools = tools;
    }
    if (mode !== this.#mode) {
      if (mode === "none") sayPlanModeOff(this);
      if (mode === "none" || this.context.isIdle()) this.hasOwnShell = mode !== "none";
      this.#uncap?.();
      this.#uncap = this.#isReading(mode) ? capSubagents(this.context.sessionManager.getSessionId()) : undefined;
      this.#mode = mode;
    }
    if (mode === "none") this.#feed.rest();
    else if (this.#feed.watch()) void this.catchUp();
    // While executing, only an explicit resume claims the agent for this process.
    if (mode === "none") this.agent.letGo();
    else if (mode === "planning") this.agent.takeOver();
    this.tell({ type: "changed" });
  }

  /** Serialised. */
  catchUp(): Promise<void> {
    this.#following = this.#following
      .then(() => applyAnswer(this))
      .catch((error) => this.tell({ type: "trouble", error }));
    return this.#following;
  }

  say(words: string, card: CardDetails, { go = false, fresh = false }: { go?: boolean; fresh?: boolean } = {}): void {
    this.pi.sendMessage(
      { customType: "countersign", content: words, display: true, details: { ...card, ...(fresh && { fresh }) } },
      go ? { triggerTurn: true, deliverAs: "followUp" } : { triggerTurn: false },
    );
  }

  /** pi applies changes of tools at the start of a turn. */
  async turnStarted(): Promise<void> {
    this.hasOwnShell = this.#mode !== "none";
    await this.run.runner.turnStarted();
  }

  listen(listener: (news: PlanNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(news: PlanNews): void {
    for (const listener of [...this.#listeners]) listener(news);
  }

  /** Ends the run of its plan, and waits for that. */
  async close(isQuitting = true): Promise<void> {
    this.tell({ type: "closed" });
    liveSessions.delete(this);
    // Late news has no listener: the surface of this session is closed.
    this.#listeners.clear();
    this.#uncap?.();
    this.#feed.close();
    // When pi reloads extensions it keeps the active tools: hidden ones would stay hidden.
    this.tools.leave();
    for (const end of this.#endings) void end();
    await this.run.close(isQuitting);
    this.#feed.end();
    // Last: another process may take the agent now.
    this.agent.letGo();
    this.agent.close();
  }

  /** A planner, or a session whose subagents run its plan. */
  #isReading(mode: Situation["mode"]): boolean {
    return mode === "planning" || (mode === "executing" && this.isBySubagents);
  }

  /** Our tools for a state. A change of it changes the tools that the model is given, and nothing else does. */
  #toolSet(state: AgentState): ToolSet | undefined {
    const mode = modeOf(state);
    if (mode === "none") return undefined;
    if (mode === "planning") return isStillReadOnly(state) ? "watching" : "planning";
    if (this.#mode === "executing" && this.#tools !== undefined) return this.#tools;
    return this.isBySubagents ? "watching" : "executing";
  }

  async #enterTools(set: ToolSet): Promise<void> {
    const facts = { cwd: this.cwd, sandbox: sandboxForPolicy(await this.sandbox()) };
    const tools = plannerTools(this, set);
    const { confinedBash } = await import("./confined-bash.ts");
    // Also those of other modes: pi draws their calls in the transcript.
    const known = [...plannerTools(this, "planning"), ...plannerTools(this, "executing")];
    const situation = situationOf(this.agent.desk, set === "executing" ? set : "planning", facts);
    this.tools.enter(situation, tools, [...tools, ...known], confinedBash(this));
  }

  #happened(event: DeskEvent, from: "here" | "elsewhere"): void {
    if (event.data.type === "request_answered" && event.journal === this.agent.id && this.agent.isHere) {
      this.questions.answered(event.data, event.by).catch((error) => this.tell({ type: "trouble", error }));
    }
    // Another process cancelled the plan: stop its check at once.
    if (event.name === "plan.cancelled" && event.journal === this.#last) this.run.recovery.interrupt();
    tellOnBus(this.pi, event);
    this.tell({ type: "recorded", event });
    this.#tellTimeOut(event);
    if (event.data.type === "step_updated" && event.name === "step.updated" && event.journal === this.#last) {
      const { step_id, result: { deviations } = {} } = event.data;
      if (deviations !== undefined) this.tell({ type: "deviated", plan_id: event.journal, step_id, deviations });
    }
    const isResumed = event.data.type === "resumed" && event.by.kind === "person" && event.journal === this.#last;
    if (isResumed && from === "elsewhere") this.#takeUpIfIdle();
    if (this.#mode !== "none") void this.catchUp();
  }

  #tellTimeOut(event: DeskEvent): void {
    const { data, journal } = event;
    const what = journal === this.agent.id || journal === this.#last ? timeOutOf(event) : undefined;
    if (what === undefined) return;
    this.tell({ type: "timed_out", what, endsPlanning: data.type === "planning_left" });
    if (data.type === "cancelled") sayIfExpired(this).catch((error) => this.tell({ type: "trouble", error }));
  }

  /** A person resumed this session's plan elsewhere, and no process runs it: this one does. */
  #takeUpIfIdle(): void {
    const isIdle = this.#mode === "executing" && this.agent.isHere && this.run.planId === undefined && !this.isHeld;
    if (isIdle) this.run.takeUpIdle().catch((error) => this.tell({ type: "trouble", error }));
  }
}
