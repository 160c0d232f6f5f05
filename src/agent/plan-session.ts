import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { DeskEvent } from "../desk/events.ts";
import { notifier } from "../desk/notify.ts";
import { no, type Outcome } from "../desk/outcome.ts";
import { planMdWriter } from "../desk/plan-md.ts";
import { modeOf, situationOf } from "../desk/situation.ts";
import { dropTree, keepTree, lookAtTree } from "../desk/tree.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { AgentState, Leaving } from "../lifecycle/agent-phase.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import type { Digest } from "../plan/digest.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Situation } from "../policy/situation.ts";
import { sandboxOf } from "../run/surroundings.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";
import { AgentEntry } from "./agent-entry.ts";
import { tellOnBus } from "./bus.ts";
import { capSubagents } from "./cap-subagents.ts";
import type { CardDetails } from "./card-details.ts";
import { follow } from "./follow.ts";
import { interruptedPlanning } from "./interrupted.ts";
import { JournalFeed } from "./journal-feed.ts";
import { LiveAgent } from "./live-agent.ts";
import { markLive } from "./live-mark.ts";
import { modePrompt } from "./mode-prompt.ts";
import type { PlanNews } from "./plan-news.ts";
import { Proposing } from "./proposing.ts";
import { Questions } from "./questions.ts";
import { SessionRun } from "./session-run.ts";
import { SessionTools } from "./session-tools.ts";
import type { OwnTools } from "./tool-source.ts";
import { plannerTools } from "./tools/planner-tools.ts";

/** What a surface tells of itself. */
export interface PlanHost {
  /** terminal, discord … */
  surface: string;
  env: NodeJS.ProcessEnv;
  /** For whom it plans, if that is not whoever sits here. */
  requester?: Actor;
  /** Sessions that others open in this process are its children: what binds this one binds them. */
  isAlone?: boolean;
  /** Whether somebody can be asked here now. */
  canAsk(context: ExtensionContext): boolean;
}

/** All sessions of this process. */
const live = new Set<PlanSession>();

/** Plan mode in one session of pi: everything but how a person sees it. */
export class PlanSession {
  readonly pi: ExtensionAPI;
  readonly host: PlanHost;
  readonly agent: LiveAgent;
  readonly run: SessionRun;
  readonly entry: AgentEntry;
  readonly proposing: Proposing;
  readonly questions: Questions;
  readonly tools: SessionTools;
  context: ExtensionContext;
  /** Why the agent only reads until a person speaks, although it is not in plan mode. */
  resting: string | undefined;
  /** Why no tool may be called at all. */
  locked: string | undefined;
  /** A plan starts as soon as it is approved. */
  isAuto = true;
  /** Something was answered while nobody was here; it waits until a person says to go on. */
  isHeld = false;
  #mode: Situation["mode"] = "none";
  /** The shell of this turn is ours: it confines what it runs. */
  hasOwnShell = false;
  #uncap: (() => void) | undefined;
  #liveMark: (() => void) | undefined;
  #fresh: PlanId | undefined;
  #told: string | undefined;
  #applying: Promise<void> = Promise.resolve();
  #following: Promise<void> = Promise.resolve();
  readonly #shown = new Set<Digest>();
  readonly #feed: JournalFeed;
  readonly #endings: (() => Promise<void>)[];
  #last: PlanId | undefined;
  readonly #listeners = new Set<(news: PlanNews) => void>();
  readonly #judged = new Map<string, string>();

  constructor(pi: ExtensionAPI, context: ExtensionContext, host: PlanHost, id: string, own: OwnTools) {
    this.pi = pi;
    this.context = context;
    this.host = host;
    this.tools = new SessionTools(pi, own);
    this.agent = new LiveAgent(id, context.cwd, host.surface, host.env);
    this.run = new SessionRun(this);
    live.add(this);
    this.entry = new AgentEntry(this);
    this.proposing = new Proposing(this);
    this.questions = new Questions(this);
    const told = (error: unknown) => this.tell({ type: "trouble", error });
    this.#feed = new JournalFeed(this.agent.desk, (event) => this.#happened(event), told);
    const trouble = (message: string) => this.tell({ type: "trouble", error: new Error(message) });
    this.#endings = [
      notifier(this.agent.desk, trouble),
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

  /** What the tools of this session are switched for. */
  get mode(): Situation["mode"] {
    return this.#mode;
  }

  canAsk(): boolean {
    return this.host.canAsk(this.context);
  }

  signal(): AbortSignal | undefined {
    return this.context.signal;
  }

  sandbox(): Promise<SandboxFact> {
    return sandboxOf(this.agent.desk, this.env);
  }

  /** Another session of this process plans here, and this one is its child: a subagent, say. */
  get isBoundByAnother(): boolean {
    const isBinding = (other: PlanSession) =>
      other !== this &&
      other.host.isAlone === true &&
      other.mode !== "none" &&
      other.agent.desk.project === this.agent.desk.project;
    return [...live].some(isBinding);
  }

  /** What the model wrote; other extensions may have changed it since. */
  inputOf(toolCallId: string): Record<string, unknown> | undefined {
    for (const entry of this.context.sessionManager.getBranch().toReversed()) {
      if (entry.type !== "message" || entry.message.role !== "assistant") continue;
      const found = entry.message.content.find((part) => part.type === "toolCall" && part.id === toolCallId);
      return found?.type === "toolCall" ? found.arguments : undefined;
    }
    return undefined;
  }

  /** The command a call was allowed with; with one, it is remembered. */
  judgedCommand(toolCallId: string, command?: string): string | undefined {
    if (command !== undefined) this.#judged.set(toolCallId, command);
    return this.#judged.get(toolCallId);
  }

  /** Where the session was left: what it planned, carried out or waited for. */
  async begin(isAsked: boolean): Promise<void> {
    const { phase, requests, version } = await this.agent.state();
    if (version > 0) this.tools.know([...plannerTools(this, "planning"), ...plannerTools(this, "executing")]);
    // The calls they were asked for are gone. Questions stay: their answers are still wanted.
    for (const { id, kind } of openRequests(requests)) {
      if (kind === "confirmation") await this.agent.send({ type: "cancel_request", request_id: id });
    }
    const plan = await this.agent.plan();
    // What was answered while nobody was here does not set anything going by itself.
    const isApproved = plan?.status === "approved" && !this.#runsByItself;
    this.isHeld = phase === "submitted" && (plan?.status === "changes_requested" || isApproved);
    // Waited for, however long its check takes: before that nobody knows whether the step is done.
    if (phase === "executing") await this.run.recover();
    if (phase === "inactive" && isAsked) await this.#enterOrLock({});
    await this.apply();
    if (this.isHeld && plan) this.tell({ type: "held", plan_id: plan.id, status: plan.status });
    const lost = phase === "inactive" && !isAsked ? await interruptedPlanning(this) : [];
    if (lost.length > 0) this.tell({ type: "interrupted", planning: lost });
  }

  /** A fork of a session that plans, plans: what was said there does not set it free. */
  async comesFrom(agent: string): Promise<void> {
    const before = await this.agent.desk.agent(agent);
    if (before.ok && modeOf(before.value) === "none") return;
    const task = before.ok && "task" in before.value ? before.value.task : undefined;
    if (this.#mode === "none") await this.#enterOrLock(task === undefined ? {} : { task });
  }

  /** Where plan mode is to begin and cannot, there is no agent without it. */
  async #enterOrLock(subject: { task?: string }): Promise<void> {
    const entered = await this.enter({ ...this.agent.actor, kind: "local" }, subject);
    if (entered.ok) return;
    const { message, hint } = entered.refusal;
    this.locked = `Plan mode was asked for and cannot begin: ${message}`;
    this.tell({ type: "trouble", error: new Error([this.locked, hint].filter(Boolean).join(" ")) });
  }

  /** A live host may start what was approved elsewhere. */
  get #runsByItself(): boolean {
    return this.agent.desk.configuration.config.auto_run;
  }

  /** Whatever happened was decided elsewhere, or by the end of a run: the agent, still at work perhaps, only reads on. */
  rest(why: string): void {
    this.resting = `${why} Nothing more is changed until the person speaks.`;
  }

  /** A person said something: what was to wait for that goes on. */
  personSpeaks(): void {
    this.resting = undefined;
  }

  async settled(isCutShort: boolean): Promise<void> {
    if (this.#mode === "executing" && !isCutShort) await this.run.settled();
    this.tell({ type: "settled" });
  }

  /** Starts planning; the tree is looked at first, so that it can be said later that nothing changed. */
  async enter(by: Actor, subject: { task?: string; reason?: string }): Promise<Outcome<AgentState>> {
    if (!this.agent.desk.configuration.config.enabled) {
      return no("wrong_configuration", "Plan mode is switched off.", {
        hint: 'Set "enabled" to true in the settings.',
      });
    }
    const entered = await this.agent.send({ type: "enter", ...subject }, by);
    if (entered.ok) {
      this.locked = undefined;
      if (by.kind !== "agent") this.personSpeaks();
      this.proposing.begin();
      await this.#rememberTree();
      await this.apply();
      this.tell({ type: "entered", by, ...subject });
      const { sandbox } = await this.sandbox();
      this.say("Planning mode is on.", { card: "planning_started", ...subject, sandboxed: sandbox === "on" });
    }
    return entered;
  }

  /** What cannot be remembered is shown as unknown at the review; planning itself does not depend on it. */
  async #rememberTree(): Promise<void> {
    const { desk, id } = this.agent;
    try {
      keepTree(desk, id, await lookAtTree(desk.project));
    } catch (error) {
      dropTree(desk, id);
      this.tell({ type: "trouble", error });
    }
  }

  /** The plan this session was at last, after it has left it. */
  async lastPlan(): Promise<LivePlan | undefined> {
    this.#last ??= await this.agent.lastPlanId();
    const found = this.#last === undefined ? undefined : await this.agent.desk.plan(this.#last);
    return found?.ok && found.value.kind === "standing" ? found.value.state : undefined;
  }

  /** Approved with a fresh context: what was said before the approval is not sent to the model any more. */
  startFresh(plan: PlanId): void {
    this.#fresh = plan;
  }

  /** This very text was on a person's screen here: only then can their words be about it. */
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
    // Before it is free: calls of the same batch are judged meanwhile.
    if (how === "finished") this.rest("The plan has ended.");
    const left = await this.agent.send({ type: "leave", how, ...more }, by);
    if (left.ok) {
      await this.apply();
      this.tell({ type: "left", how, by: more.decided_by ?? by });
    }
    return left;
  }

  /** Makes tools and watching fit where the agent stands now; one after the other. */
  apply(): Promise<void> {
    const applied = this.#applying.then(() => this.#apply());
    this.#applying = applied.catch(() => {});
    return applied;
  }

  async #apply(): Promise<void> {
    const state = await this.agent.state();
    const mode = modeOf(state);
    if ("plan_id" in state && state.plan_id !== undefined) this.#last = state.plan_id;
    if (mode !== this.#mode) {
      if (this.#mode === "executing") await this.run.ended();
      if (mode === "none") this.tools.leave();
      else await this.#enterTools(mode);
      if (mode === "none" || this.context.isIdle()) this.hasOwnShell = mode !== "none";
      this.#uncap?.();
      this.#uncap = mode === "planning" ? capSubagents(this.context.sessionManager.getSessionId()) : undefined;
      this.#mode = mode;
    }
    if (mode === "none") this.#feed.rest();
    else if (this.#feed.watch()) void this.catchUp();
    if (mode === "none") this.#unmark();
    else this.#liveMark ??= markLive(this.agent.desk.home, this.agent.id);
    this.tell({ type: "changed" });
  }

  /** The words for the model, as of now. */
  async prompt(): Promise<string | undefined> {
    const state = await this.agent.state();
    if (modeOf(state) === "none") return undefined;
    const { sandbox } = await this.sandbox();
    return modePrompt(this.agent, state, await this.agent.plan(), {
      offered: this.tools.offered(),
      sandbox: sandbox === "refuse" ? "missing" : sandbox,
      cwd: this.cwd,
    });
  }

  /** What stands in the system prompt of this run. */
  promptIsTold(text: string | undefined): void {
    this.#told = text;
  }

  /** What the system prompt does not say yet, because the mode has changed since it was written. */
  async correction(): Promise<string | undefined> {
    const now = await this.prompt();
    if (now === this.#told) return undefined;
    return now ?? "Plan mode has ended: what was said about planning or executing holds no more.";
  }

  /** Serialised: each time all that happened meanwhile is caught up with. */
  catchUp(): Promise<void> {
    this.#following = this.#following.then(() => follow(this)).catch((error) => this.tell({ type: "trouble", error }));
    return this.#following;
  }

  /** Into the transcript: a card for the person, words for the model; with `go` it works on at once. */
  say(words: string, card: CardDetails, { go = false, fresh = false }: { go?: boolean; fresh?: boolean } = {}): void {
    this.pi.sendMessage(
      { customType: "countersign", content: words, display: true, details: { ...card, ...(fresh && { fresh }) } },
      go ? { triggerTurn: true, deliverAs: "followUp" } : { triggerTurn: false },
    );
  }

  toolEnded(toolCallId: string): void {
    this.#judged.delete(toolCallId);
  }

  /** Tools that changed in the turn before are there now. */
  turnStarted(): void {
    this.hasOwnShell = this.#mode !== "none";
  }

  listen(listener: (news: PlanNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(news: PlanNews): void {
    for (const listener of [...this.#listeners]) listener(news);
  }

  close(): void {
    this.tell({ type: "closed" });
    live.delete(this);
    // Whatever comes late finds nobody: the session it was for is gone.
    this.#listeners.clear();
    this.#unmark();
    this.#uncap?.();
    this.#feed.close();
    this.run.interrupt();
    // pi takes over what is switched on when it loads extensions anew: what was hidden would stay so for good.
    this.tools.leave();
    for (const end of this.#endings) void end();
    this.agent.close();
  }

  async #enterTools(mode: "planning" | "executing"): Promise<void> {
    const { sandbox } = await this.sandbox();
    const facts = { cwd: this.cwd, sandbox: sandbox === "refuse" ? "missing" : sandbox } as const;
    const [tools, others] = [
      plannerTools(this, mode),
      plannerTools(this, mode === "planning" ? "executing" : "planning"),
    ];
    const { ownBash } = await import("./own-bash.ts");
    // Also those of the other mode: the transcript is drawn by them.
    this.tools.enter(situationOf(this.agent.desk, mode, facts), tools, [...tools, ...others], ownBash(this));
  }

  #happened(event: DeskEvent): void {
    if (event.data.type === "request_answered" && event.journal === this.agent.id) {
      this.questions.answered(event.data, event.by).catch((error) => this.tell({ type: "trouble", error }));
    }
    // What runs for a plan that was cancelled elsewhere is stopped at once.
    if (event.name === "plan.cancelled" && event.journal === this.#last) this.run.interrupt();
    tellOnBus(this.pi, event);
    this.tell({ type: "recorded", event });
    if (this.#mode !== "none") void this.catchUp();
  }

  #unmark(): void {
    this.#liveMark?.();
    this.#liveMark = undefined;
  }
}
