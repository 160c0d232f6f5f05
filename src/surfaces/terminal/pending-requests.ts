import type { PlanSession } from "../../agent/plan-session.ts";
import type { KeyPress } from "../../desk/key-presses.ts";
import { answer, findRequest, type InboxEntry } from "../../desk/requests.ts";
import { usablePlan } from "../../desk/usable-plan.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { openRequests, type RequestState, runsAgainAt } from "../../lifecycle/request.ts";
import { requestQuestion } from "../../lifecycle/request-question.ts";
import { defined } from "../../plan/defined.ts";
import { visible } from "../../plan/visible.ts";
import { attentionBytes } from "./attention.ts";
import { closingMessage } from "./dialogs/closing-message.ts";
import type { Dialog, DialogDraft } from "./dialogs/dialog.ts";
import { type ShownDialog, showDialog } from "./dialogs/show-dialog.ts";
import { showRequest } from "./dialogs/show-request.ts";
import type { TerminalOptions } from "./extension.ts";
import { cut, oneLine } from "./lines.ts";
import { openReview } from "./open-review.ts";
import { PanelPlace } from "./panel/panel-place.ts";
import { personHere } from "./person.ts";
import type { Call } from "./show-view.ts";

/** A yes, and the key it was said with. */
export interface Confirmed {
  press: KeyPress | undefined;
}

type AnsweredDialog = Extract<ShownDialog, { kind: "answered" }>;

/** The open requests for the person at this terminal, shown one after the other. */
export class PendingRequests {
  /** Of the session: a dialog draws it where it would cover it. */
  readonly panel = new PanelPlace();
  readonly #session: PlanSession;
  readonly #options: TerminalOptions;
  /** Requests that the person closed without an answer. */
  readonly #aside = new Set<string>();
  /** Requests of steps that run again by themselves: shown only if the person asks for what waits. */
  readonly #selfEnding = new Set<string>();
  /** Requests that the person was called for. */
  readonly #called = new Set<string>();
  readonly #drafts = new Map<string, DialogDraft>();
  #isBusy = false;
  /** Looking for the next request: nothing is shown yet. */
  #looking: Promise<unknown> = Promise.resolve();

  constructor(session: PlanSession, options: TerminalOptions) {
    this.#session = session;
    this.#options = options;
  }

  get options(): TerminalOptions {
    return this.#options;
  }

  /** Requests that the person closed are shown again. */
  bringBack(): void {
    this.#aside.clear();
  }

  /** Shows open requests one after the other; returns whether there was one. */
  async showAll({ again = false } = {}): Promise<boolean> {
    if (this.#isBusy || !this.#session.canAsk()) return false;
    if (again) this.bringBack();
    this.#isBusy = true;
    let isShown = false;
    try {
      for (let next = await this.#look(); next !== undefined; next = await this.#look()) {
        isShown = true;
        await this.#show(next);
      }
      return isShown;
    } finally {
      this.#isBusy = false;
    }
  }

  /** Shows one request, of any agent or plan. */
  async answer(id: string): Promise<void> {
    const found = await findRequest(this.#session.agent.desk, id);
    if (!found.ok) return this.#session.context.ui.notify(visible(found.refusal.message), "warning");
    if (!this.#isBusy) await this.#show(found.value);
  }

  /** The key with which the person confirmed something that is no request; undefined if they did not. */
  async confirm(dialog: Dialog, signal?: AbortSignal): Promise<Confirmed | undefined> {
    const outcome = await this.ask(dialog, signal);
    const isMeant = outcome?.answer.kind === "confirmation" && outcome.answer.allow;
    return isMeant ? { press: outcome.press } : undefined;
  }

  /** Asks something that is no request, while nothing else is shown; undefined if the person closes it, or cannot be asked. */
  async ask(dialog: Dialog, signal?: AbortSignal, draft?: DialogDraft): Promise<AnsweredDialog | undefined> {
    return this.#alone(async () => {
      const { ui, mode } = this.#session.context;
      const calls = { bytes: "", ...this.#status(dialog.heading, "question") };
      const how = { mode, panel: this.panel, calls, ...this.#options, ...defined({ signal, draft }) };
      const outcome = await showDialog(ui, dialog, how);
      return outcome.kind === "answered" ? outcome : undefined;
    });
  }

  /** Shows the plan with the question whether to approve it. */
  async askApproval(plan: LivePlan): Promise<void> {
    const calls = { bytes: "", ...this.#status(reviewWords(plan.id), "permission") };
    const how = { ...this.#options, calls, opens: "approval" } as const;
    await this.#alone(async () => void (await openReview(this.#session, plan, how)));
  }

  /** While nothing else is shown. */
  async #alone<Value>(show: () => Promise<Value>): Promise<Value | undefined> {
    await this.#looking;
    if (this.#isBusy) return undefined;
    this.#isBusy = true;
    try {
      return await show();
    } finally {
      this.#isBusy = false;
      // Requests that were opened during the dialog were not shown.
      this.showAll().catch((error) => this.#session.tell({ type: "trouble", error }));
    }
  }

  #look(): Promise<InboxEntry | undefined> {
    const looking = this.#next();
    this.#looking = looking.catch(() => {});
    return looking;
  }

  /** First the requests of this agent, then those of its plan. A review waits until the agent has stopped. */
  async #next(): Promise<InboxEntry | undefined> {
    const state = await this.#session.agent.state();
    const plan = await this.#session.agent.plan();
    const of = (journal: string, requests: Record<string, RequestState>) =>
      openRequests(requests).map((request): InboxEntry => ({ ...request, journal }));
    const all = [...of(this.#session.agent.id, state.requests), ...(plan ? of(plan.id, plan.requests) : [])];
    for (const request of all) {
      if (runsAgainAt(request) === undefined || this.#selfEnding.has(request.id)) continue;
      this.#selfEnding.add(request.id);
      this.#aside.add(request.id);
    }
    return all.find(({ id, kind }) => !this.#aside.has(id) && (kind !== "review" || this.#session.context.isIdle()));
  }

  async #show(entry: InboxEntry): Promise<void> {
    if (entry.kind === "review") return this.#review(entry);
    const outcome = await this.#ask(entry);
    if (outcome.kind === "aside") {
      this.#drafts.set(entry.id, outcome.draft);
      this.#aside.add(entry.id);
      return;
    }
    const person = personHere(this.#session, outcome.press);
    const given = person.ok ? await answer(this.#session.agent.desk, entry.id, outcome.answer, person.value) : person;
    if (given.ok) return;
    this.#session.context.ui.notify(visible(given.refusal.message), "warning");
    this.#aside.add(entry.id);
  }

  async #review({ id, journal }: InboxEntry): Promise<void> {
    const plan = await usablePlan(this.#session.agent.desk, journal);
    const how = plan.ok
      ? await openReview(this.#session, plan.value, {
          ...this.#options,
          calls: this.#calls(id, reviewWords(journal), "permission"),
        })
      : "closed";
    if (how === "closed") this.#aside.add(id);
  }

  /** Rings once for each request; what state the program is in is said each time. */
  #calls(id: string, words: string, kind: "question" | "permission"): Call {
    const { agent, env } = this.#session;
    const isNew = !this.#called.has(id);
    this.#called.add(id);
    const bytes = isNew ? attentionBytes(words, agent.desk.configuration.config.notify.terminal, env) : "";
    return { bytes, ...this.#status(words, kind) };
  }

  #status(words: string, kind: "question" | "permission"): Pick<Call, "status" | "after"> {
    const { context, pi } = this.#session;
    const status = { state: "blocked", app: "pi", kind, message: cut(oneLine(words), 200) } as const;
    const after = () =>
      context.isIdle()
        ? ({ state: "idle", app: "pi" } as const)
        : { state: "working" as const, app: "pi" as const, ...defined({ message: pi.getSessionName() }) };
    return { status, after };
  }

  /** If another surface answers first, the dialog says so. */
  async #ask(entry: InboxEntry): Promise<ShownDialog> {
    const { context, agent } = this.#session;
    const elsewhere = new AbortController();
    const stop = this.#session.listen((news) => {
      if (news.type !== "recorded" || news.event.journal !== entry.journal) return;
      const looked = findRequest(agent.desk, entry.id).then((found) => {
        if (found.ok && found.value.closing) elsewhere.abort(closingMessage(found.value.closing));
      });
      looked.catch((error) => this.#session.tell({ type: "trouble", error }));
    });
    const draft = this.#drafts.get(entry.id);
    const found = entry.kind === "decision" ? await usablePlan(agent.desk, entry.journal) : undefined;
    const plan = found?.ok ? found.value : undefined;
    try {
      return await showRequest(context.ui, entry, {
        mode: context.mode,
        signal: elsewhere.signal,
        calls: this.#calls(entry.id, requestQuestion(entry), entry.kind === "confirmation" ? "permission" : "question"),
        panel: this.panel,
        ...this.#options,
        ...defined({ draft, plan }),
      });
    } finally {
      stop();
    }
  }
}

function reviewWords(plan: string): string {
  return `${plan} waits for your review`;
}
