import type { TUI } from "@earendil-works/pi-tui";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import { answer, findRequest, type InboxEntry } from "../../desk/requests.ts";
import { modeOf } from "../../desk/situation.ts";
import type { AgentState } from "../../lifecycle/agent-phase.ts";
import type { PlanEvent } from "../../lifecycle/plan-event.ts";
import { bindingPlan, type LivePlan } from "../../lifecycle/plan-state.ts";
import { openRequests, type RequestState } from "../../lifecycle/request.ts";
import { visible } from "../../plan/visible.ts";
import { costSince } from "./cost-since.ts";
import { closingWords } from "./dialogs/closing-words.ts";
import type { DialogDraft, DialogOutcome } from "./dialogs/dialog.ts";
import { showRequest } from "./dialogs/show-request.ts";
import type { TerminalOptions } from "./extension.ts";
import { interruptedWords } from "./interrupted-words.ts";
import { openReview } from "./open-review.ts";
import { panel } from "./panel/panel.ts";
import { panelOfPlanning } from "./panel/panel-of-planning.ts";
import { panelOfRun } from "./panel/panel-of-run.ts";
import type { PanelSubject } from "./panel/panel-subject.ts";
import { type StepTimes, withStepTime } from "./panel/step-times.ts";
import { personHere } from "./person.ts";
import type { TickerMode } from "./ticker/ticker-subject.ts";
import { tickerText } from "./ticker/ticker-text.ts";

const KEY = "countersign";

/** What a person at the terminal sees of a session: panel, status line, and one dialog at a time for what waits. */
export class TerminalView {
  readonly #session: PlanSession;
  readonly #options: TerminalOptions;
  /** Requests that the person has put aside, until they ask for them. */
  readonly #aside = new Set<string>();
  readonly #drafts = new Map<string, DialogDraft>();
  #state: AgentState | undefined;
  #plan: LivePlan | undefined;
  #times: StepTimes = new Map();
  #cost: number | undefined;
  #calls = 0;
  #refused = 0;
  #isFolded = false;
  #isBusy = false;
  #isShown = false;
  #isClosed = false;
  #tui: TUI | undefined;
  #clock: NodeJS.Timeout | undefined;
  #isLimited = false;

  constructor(session: PlanSession, options: TerminalOptions) {
    this.#session = session;
    this.#options = options;
    session.listen((news) => this.#hear(news));
  }

  get options(): TerminalOptions {
    return this.#options;
  }

  fold(): void {
    this.#isFolded = !this.#isFolded;
    this.#tui?.requestRender();
  }

  /** A provider asked us to wait, or answers again. */
  rateLimited(isLimited: boolean): void {
    if (isLimited === this.#isLimited) return;
    this.#isLimited = isLimited;
    this.#quietly(this.#draw());
  }

  called(): void {
    this.#calls += 1;
  }

  /** Shows what waits, one after the other. Whether anything was shown. */
  async attend({ again = false } = {}): Promise<boolean> {
    if (this.#isBusy || !this.#session.canAsk()) return false;
    if (again) this.#aside.clear();
    this.#isBusy = true;
    let isShown = false;
    try {
      for (let next = await this.#next(); next !== undefined; next = await this.#next()) {
        isShown = true;
        await this.#show(next);
      }
      return isShown;
    } finally {
      this.#isBusy = false;
    }
  }

  /** Shows one request, whoever asks it. */
  async answer(id: string): Promise<void> {
    const found = await findRequest(this.#session.agent.desk, id);
    if (!found.ok) return this.#session.context.ui.notify(visible(found.refusal.message), "warning");
    if (!this.#isBusy) await this.#show(found.value);
  }

  #hear(news: PlanNews): void {
    const { ui } = this.#session.context;
    switch (news.type) {
      case "entered":
        [this.#calls, this.#refused] = [0, 0];
        this.#aside.clear();
        break;
      case "refused":
        this.#refused += 1;
        break;
      case "recorded":
        if (news.event.name === "step.updated") {
          this.#times = withStepTime(this.#times, news.event.data as PlanEvent, news.event.at);
        }
        break;
      case "trouble":
        ui.notify(
          `Countersign: ${visible(news.error instanceof Error ? news.error.message : String(news.error))}`,
          "error",
        );
        break;
      case "trespassed":
        ui.notify(
          `A command made protected paths; they were removed: ${news.paths.map((path) => visible(path)).join(", ")}`,
          "warning",
        );
        break;
      case "review_wanted":
        this.#aside.clear();
        break;
      case "held": {
        const what = news.status === "approved" ? "was approved" : "was sent back with changes requested";
        ui.notify(`${news.plan_id} ${what} while nobody was here. /plan resume goes on.`, "info");
        break;
      }
      case "interrupted":
        ui.notify(interruptedWords(news.planning), "info");
        break;
      case "closed":
        this.#isClosed = true;
        this.#stopClock();
        return;
      case "left":
      case "submitted":
      case "settled":
      case "changed":
        break;
    }
    this.#quietly(this.#draw());
    this.#quietly(this.attend());
  }

  /** What cannot be shown must not end pi; and it is not news, or it would be drawn, and fail again. */
  #quietly(work: Promise<unknown>): void {
    work.catch((error) => {
      if (!this.#isClosed) this.#session.context.ui.notify(`Countersign: ${visible(String(error))}`, "error");
    });
  }

  async #draw(): Promise<void> {
    const { agent, context } = this.#session;
    this.#state = await agent.state();
    this.#plan = await agent.plan();
    const run = this.#plan && "run" in this.#plan ? this.#plan.run : undefined;
    this.#cost = run && costSince(context, run.started_at);
    const { ui } = context;
    const isOn = modeOf(this.#state) !== "none";
    ui.setStatus(KEY, isOn ? tickerText({ mode: await this.#mode(), ...this.#facts() }, ui.theme) : undefined);
    if (isOn !== this.#isShown) {
      this.#isShown = isOn;
      if (isOn) this.#clock ??= setInterval(() => this.#tui?.requestRender(), 1_000).unref();
      else this.#stopClock();
      ui.setWidget(KEY, isOn ? (tui, theme) => this.#widget(tui, theme) : undefined);
    }
    this.#tui?.requestRender();
  }

  /** Times run only as long as something is shown. */
  #stopClock(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
  }

  #widget(tui: TUI, theme: Parameters<typeof panel>[1]) {
    this.#tui = tui;
    return panel(() => {
      const subject = this.#subject();
      return subject && { subject, folded: this.#isFolded };
    }, theme);
  }

  #subject(): PanelSubject | undefined {
    if (this.#state === undefined) return undefined;
    const now = this.#session.agent.desk.at();
    const plan = this.#plan;
    const cost = this.#cost;
    const facts = { now, times: this.#times, ...(cost !== undefined && { cost }) };
    if (this.#state.phase === "executing") return plan && panelOfRun(plan, facts);
    return panelOfPlanning(this.#state, { now, calls: this.#calls, refused: this.#refused, ...(plan && { plan }) });
  }

  async #mode(): Promise<TickerMode> {
    const state = this.#state;
    switch (state?.phase) {
      case "gathering":
        return { kind: "planning", sandboxed: (await this.#session.sandbox()).sandbox === "on" };
      case "submitted":
        return { kind: "submitted", plan_id: state.plan_id, ...answeredOf(this.#plan) };
      case "executing":
        return { kind: this.#plan?.status === "paused" ? "paused" : "executing" };
      case "inactive":
        return state.timed_out ? { kind: "timed_out" } : { kind: "none" };
      default:
        return { kind: "none" };
    }
  }

  #facts() {
    const percent = this.#session.context.getContextUsage()?.percent;
    const goal =
      this.#plan?.proposal.plan.title ?? (this.#state && "task" in this.#state ? this.#state.task : undefined);
    const decisions = this.#plan
      ? openRequests(this.#plan.requests).filter(({ kind }) => kind === "decision").length
      : 0;
    const steps = this.#plan && "run" in this.#plan && this.#plan.run ? this.#plan.run : undefined;
    const at = steps?.plan.steps.findIndex(({ id }) => steps.steps[id]?.status === "in_progress") ?? -1;
    const step = steps?.plan.steps[at];
    return {
      ...(goal !== undefined && { goal }),
      ...(steps && step && { step: { id: step.id, position: at + 1, of: steps.plan.steps.length } }),
      ...(this.#isLimited && { rate_limited: true }),
      ...(percent != null && { context_percent: percent }),
      ...(decisions > 0 && { decisions }),
    };
  }

  /** What this agent asks first, then what its plan does. A review waits until the agent has stopped. */
  async #next(): Promise<InboxEntry | undefined> {
    const state = await this.#session.agent.state();
    const plan = await this.#session.agent.plan();
    const of = (journal: string, requests: Record<string, RequestState>) =>
      openRequests(requests).map((request): InboxEntry => ({ ...request, journal }));
    const all = [...of(this.#session.agent.id, state.requests), ...(plan ? of(plan.id, plan.requests) : [])];
    return all.find(({ id, kind }) => !this.#aside.has(id) && (kind !== "review" || this.#session.context.isIdle()));
  }

  async #show(entry: InboxEntry): Promise<void> {
    if (entry.kind === "review") {
      const found = await this.#session.agent.desk.plan(entry.journal);
      const isThere = found.ok && found.value.kind === "standing";
      const how =
        isThere && found.value.kind === "standing"
          ? await openReview(this.#session, found.value.state, this.#options)
          : "closed";
      if (how === "closed") this.#aside.add(entry.id);
      return;
    }
    const outcome = await this.#ask(entry);
    if (outcome.kind === "aside") {
      this.#drafts.set(entry.id, outcome.draft);
      this.#aside.add(entry.id);
      return;
    }
    const person = personHere(this.#session);
    const given = person.ok ? await answer(this.#session.agent.desk, entry.id, outcome.answer, person.value) : person;
    if (given.ok) return;
    this.#session.context.ui.notify(visible(given.refusal.message), "warning");
    this.#aside.add(entry.id);
  }

  /** Whoever answers first: if that is somebody elsewhere, the dialog says so. */
  async #ask(entry: InboxEntry): Promise<DialogOutcome> {
    const { context, agent } = this.#session;
    const elsewhere = new AbortController();
    const stop = this.#session.listen((news) => {
      if (news.type !== "recorded" || news.event.journal !== entry.journal) return;
      const looked = findRequest(agent.desk, entry.id).then((found) => {
        if (found.ok && found.value.closing) elsewhere.abort(closingWords(found.value.closing));
      });
      this.#quietly(looked);
    });
    const draft = this.#drafts.get(entry.id);
    const plan = entry.kind === "decision" ? await agent.plan() : undefined;
    const decision =
      entry.kind === "decision" && plan
        ? bindingPlan(plan).decisions?.find(({ decision_id }) => decision_id === entry.decision_id)
        : undefined;
    try {
      return await showRequest(context.ui, entry, {
        ...{ mode: context.mode, signal: elsewhere.signal, ...this.#options },
        ...(draft && { draft }),
        ...(decision && { decision }),
      });
    } finally {
      stop();
    }
  }
}

function answeredOf(plan: LivePlan | undefined): { answered?: "approved" | "changes_requested" } {
  return plan?.status === "approved" || plan?.status === "changes_requested" ? { answered: plan.status } : {};
}
