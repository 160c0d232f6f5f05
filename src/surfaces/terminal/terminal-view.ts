import type { Component, TUI } from "@earendil-works/pi-tui";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import { modeOf } from "../../desk/situation.ts";
import type { AgentState } from "../../lifecycle/agent-phase.ts";
import type { PlanEvent } from "../../lifecycle/plan-event.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { openRequests } from "../../lifecycle/request.ts";
import { defined } from "../../plan/defined.ts";
import { visible } from "../../plan/visible.ts";
import { liveExecutor } from "../../run/holder.ts";
import type { Inseparable } from "../../run/overlap.ts";
import { CARD_TYPE } from "./cards/card-renderer.ts";
import { noticeOf } from "./notice-of.ts";
import type { Paint } from "./paint.ts";
import { panelOfLeft } from "./panel/panel-of-left.ts";
import { panelOfPlanning } from "./panel/panel-of-planning.ts";
import { panelOfRun, type RunFacts, serialReason } from "./panel/panel-of-run.ts";
import type { PanelSubject } from "./panel/panel-subject.ts";
import { type StepTimes, withStepTime } from "./panel/step-times.ts";
import type { PendingRequests } from "./pending-requests.ts";
import { sessionActions, sessionPlan } from "./session-plan.ts";
import { spentOnRun, spentOnStep, spentSince } from "./spent.ts";
import { limitsNow, type StatusLineFacts, statusLineOf } from "./status-line/status-line-of.ts";
import { statusLineText } from "./status-line/status-line-text.ts";
import { textWidth } from "./text-width.ts";
import { cardOf } from "./transcript.ts";

const KEY = "countersign";

/** News that may leave a card in the transcript. */
const TELLING: readonly PlanNews["type"][] = ["submitted", "refused", "let_through", "recorded"];

/** Panel, status line, cards and dialogs of a session, for the person at the terminal. */
export class TerminalView {
  readonly waits: PendingRequests;
  readonly #session: PlanSession;
  #state: AgentState | undefined;
  #plan: LivePlan | undefined;
  /** The plan that the session was at, while plan mode is off. */
  #left: LivePlan | undefined;
  /** The change counter of the store at the last drawing. */
  #pulse: number | undefined;
  #times: StepTimes = new Map();
  #spent: StatusLineFacts["spent"];
  #inseparable: Inseparable | undefined;
  /** Open requests of the project; counted again when one is opened or closed. */
  #waiting: Promise<number> | undefined;
  #calls = 0;
  #refused = 0;
  #isFolded = false;
  #isShown = false;
  #isPlaced = false;
  #isAsking = false;
  #isClosed = false;
  #tui: TUI | undefined;
  #clock: NodeJS.Timeout | undefined;
  #isLimited = false;
  /** Cards are appended one after the other, in the order of their news. */
  #cards: Promise<unknown> = Promise.resolve();
  #drawing: Promise<void> = Promise.resolve();
  #nextDraw: Promise<void> | undefined;

  constructor(session: PlanSession, waits: PendingRequests) {
    this.#session = session;
    this.waits = waits;
    waits.panel.source = () => {
      const subject = this.#isShown ? this.#subject() : undefined;
      return subject && { subject, folded: this.#isFolded };
    };
    session.textWidth = textWidth;
    waits.panel.onCovering = () => this.#place();
    session.listen((news) => this.#hear(news));
    // While plan mode is off the session does not follow its last plan.
    session.agent.desk.listen(() => this.#left && this.#quietly(this.#draw()));
  }

  fold(): void {
    this.#isFolded = !this.#isFolded;
    this.#tui?.requestRender();
  }

  /** Redraws cost and context after an answer of the model, or after a rate limit. */
  answered({ isLimited }: { isLimited: boolean }): void {
    if (!this.#isShown && isLimited === this.#isLimited) return;
    this.#isLimited = isLimited;
    this.#quietly(this.#draw());
  }

  called(): void {
    this.#calls += 1;
  }

  #hear(news: PlanNews): void {
    const notice = noticeOf(news);
    if (notice) this.#session.context.ui.notify(notice.text, notice.level);
    if (news.type === "closed") {
      this.#isClosed = true;
      this.#stopClock();
      return;
    }
    if (news.type === "entered") [this.#calls, this.#refused] = [0, 0];
    if (news.type === "entered" || news.type === "review_wanted") this.waits.bringBack();
    if (news.type === "refused") this.#refused += 1;
    if (news.type === "recorded" && news.event.name === "step.updated") {
      this.#times = withStepTime(this.#times, news.event.data as PlanEvent, news.event.at);
    }
    if (news.type === "entered" || (news.type === "recorded" && news.event.data.type.startsWith("request_"))) {
      this.#waiting = undefined;
    }
    // Progress of a subagent comes often: the clock draws it. Its changes to the plan come as records.
    if (news.type === "run" && news.news.type === "progress") return;
    this.#tell(news);
    this.#quietly(this.#draw());
    this.#quietly(this.waits.showAll());
  }

  /** Into the transcript, for the person only. */
  #tell(news: PlanNews): void {
    const { agent, context, pi } = this.#session;
    // If another process runs the plan of this session, that one shows the cards.
    const isHere = this.#session.agent.isHere || this.#session.mode === "none";
    if (context.mode !== "tui" || !isHere || !TELLING.includes(news.type)) return;
    const times = this.#times;
    const told = this.#cards.then(async () => {
      const { requests } = await agent.state();
      const { level } = agent.desk.configuration.config;
      const plan = (await agent.plan()) ?? (await this.#session.lastPlan());
      const card = this.#isClosed ? undefined : cardOf(news, { agent: agent.id, level, requests, plan, times });
      if (card !== undefined) pi.appendEntry(CARD_TYPE, card);
    });
    this.#cards = told.catch(() => {});
    this.#quietly(told);
  }

  /** An error of drawing must not end pi. It is no news either: that would be drawn, and fail again. */
  #quietly(work: Promise<unknown>): void {
    work.catch((error) => {
      if (!this.#isClosed) this.#session.context.ui.notify(`Countersign: ${visible(String(error))}`, "error");
    });
  }

  /** One drawing at a time, so that the newest facts are drawn last; calls during one share the next. */
  #draw(): Promise<void> {
    this.#nextDraw ??= this.#drawing.then(() => {
      this.#nextDraw = undefined;
      const drawn = this.#drawNow();
      this.#drawing = drawn.catch(() => {});
      return drawn;
    });
    return this.#nextDraw;
  }

  async #drawNow(): Promise<void> {
    const { agent, context } = this.#session;
    this.#state = await agent.state();
    this.#plan = await agent.plan();
    const isOn = modeOf(this.#state) !== "none";
    // While the agent waits for a person, nothing works.
    const isAsking = openRequests(this.#state.requests).length > 0;
    if (isAsking !== this.#isAsking) context.ui.setWorkingVisible(!isAsking);
    this.#isAsking = isAsking;
    this.#pulse = agent.isKept ? agent.desk.store.pulse() : undefined;
    this.#left = isOn ? undefined : await sessionPlan(this.#session);
    this.#spent = this.#spentNow();
    const { ui } = context;
    ui.setStatus(KEY, isOn ? await this.#statusLine(this.#state) : undefined);
    const isShown = isOn || this.#left !== undefined;
    if (isShown !== this.#isShown) {
      this.#isShown = isShown;
      if (isShown) this.#clock ??= setInterval(() => this.#tick(), 1_000).unref();
      else this.#stopClock();
      this.#place();
    }
    this.#tui?.requestRender();
  }

  /** Above the editor while there is a panel, or a dialog that needs room there. */
  #place(): void {
    const isPlaced = this.#isShown || this.waits.panel.isCovered;
    if (isPlaced === this.#isPlaced || this.#isClosed) return;
    this.#isPlaced = isPlaced;
    const { ui } = this.#session.context;
    ui.setWidget(KEY, isPlaced ? (tui, theme) => this.#widget(tui, theme) : undefined);
  }

  #tick(): void {
    const { desk } = this.#session.agent;
    const isNew = this.#left !== undefined && this.#pulse !== desk.store.pulse();
    if (this.#session.run.planId !== undefined || isNew) this.#quietly(this.#draw());
    else this.#tui?.requestRender();
  }

  /** The clock runs only while something is shown. */
  #stopClock(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
  }

  #widget(tui: TUI, theme: Paint): Component {
    this.#tui = tui;
    return { render: (width) => this.waits.panel.linesAboveEditor(width, theme), invalidate: () => {} };
  }

  #subject(): PanelSubject | undefined {
    if (this.#state === undefined) return undefined;
    const now = this.#session.agent.desk.at();
    const plan = this.#plan;
    if (this.#left !== undefined) {
      const isRun = liveExecutor(this.#session.agent.desk, this.#left) !== undefined;
      return panelOfLeft(this.#left, { isRun, actions: sessionActions(this.#session, this.#left) });
    }
    if (this.#state.phase === "executing") return plan && panelOfRun(plan, this.#runFacts(plan, now));
    return panelOfPlanning(this.#state, { now, calls: this.#calls, refused: this.#refused, ...defined({ plan }) });
  }

  #runFacts(plan: LivePlan, now: string): RunFacts {
    const { agent, run, isBySubagents } = this.#session;
    const { dollars, tokens } = this.#spent?.run ?? { dollars: 0, tokens: 0 };
    if (!isBySubagents) return { now, times: this.#times, waits: run.waits, ...(dollars && { cost: dollars }) };
    const atWork = [...run.atWork].map(([id, { doing, stats }]) => {
      const used = stats.prompt_tokens + stats.completion_tokens;
      return [id, { tokens: used, ...defined({ doing }) }] as const;
    });
    const { max_parallel_steps } = agent.desk.configuration.config;
    const why = plan.status === "executing" ? serialReason(plan.run, max_parallel_steps, this.#inseparable) : undefined;
    if (max_parallel_steps > 1 && this.#inseparable === undefined) void this.#findInseparable(max_parallel_steps);
    return {
      now,
      times: this.#times,
      atWork: new Map(atWork),
      waits: run.waits,
      ...defined({ serialReason: why }),
      ...(dollars && { cost: dollars }),
      ...(tokens && { tokens }),
      isAbandoned: this.#isAbandoned(plan),
    };
  }

  async #findInseparable(max_parallel_steps: number): Promise<void> {
    this.#inseparable = () => undefined;
    const { agent } = this.#session;
    const { StepsApart } = await import("../../run/steps-apart.ts");
    this.#inseparable = new StepsApart(
      agent.desk.project,
      await this.#session.sandbox(),
      max_parallel_steps,
    ).inseparable;
  }

  #isAbandoned(plan: LivePlan): boolean {
    const { agent, run, isBySubagents } = this.#session;
    return isBySubagents && run.planId === undefined && liveExecutor(agent.desk, plan) === undefined;
  }

  async #statusLine(state: AgentState): Promise<string | undefined> {
    const { context } = this.#session;
    const atWork = [...this.#session.run.atWork.values()];
    const percents = atWork.flatMap(({ context_percent }) => context_percent ?? []);
    const percent = atWork.length > 0 ? Math.max(0, ...percents) : context.getContextUsage()?.percent;
    const subject = statusLineOf(state, this.#plan, {
      sandboxed: (await this.#session.sandbox()).sandbox === "on",
      level: this.#session.agent.desk.configuration.config.level,
      waiting: await this.#countWaiting(),
      subagents: this.#countSubagents(),
      isAbandoned: this.#plan?.run !== undefined && this.#isAbandoned(this.#plan),
      rate_limited: this.#isLimited || atWork.some(({ isLimited }) => isLimited === true),
      ...defined({ spent: this.#spent }),
      ...(percent != null && { context_percent: percent }),
    });
    return statusLineText(subject, context.ui.theme);
  }

  /** A step that is one exact command has no agent. */
  #countSubagents(): number {
    const commands = new Set(this.#plan?.run?.plan.steps.flatMap(({ id, run }) => (run === undefined ? [] : [id])));
    return [...this.#session.run.atWork.keys()].filter((id) => !commands.has(id)).length;
  }

  /** Counted from rows, which may be behind: the dialogs read the journals. */
  #countWaiting(): Promise<number> {
    const { desk, isKept } = this.#session.agent;
    if (!isKept) return Promise.resolve(0);
    this.#waiting ??= desk.store.countRequests({ open: true });
    return this.#waiting;
  }

  #spentNow(): StatusLineFacts["spent"] {
    const run = this.#plan && "run" in this.#plan ? this.#plan.run : undefined;
    if (run === undefined) return undefined;
    const { agent, context } = this.#session;
    const { config } = agent.desk.configuration;
    const running = run.plan.steps.find(({ id }) => run.steps.get(id)?.status === "in_progress");
    const limits = limitsNow(run, config.budget, running);
    const { isBySubagents } = this.#session;
    if (isBySubagents) {
      const { atWork } = this.#session.run;
      const step = running && spentOnStep(run, atWork, running.id);
      return { limits, run: spentOnRun(run, atWork), ...defined({ step }) };
    }
    const since = running && this.#times.get(running.id)?.started_at;
    return { limits, run: spentSince(context, run.started_at), ...(since && { step: spentSince(context, since) }) };
  }
}
