import type { Actor } from "../../lifecycle/actor.ts";
import type { AgentEvent, Leaving } from "../../lifecycle/agent-phase.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { defined } from "../../plan/defined.ts";
import type { PlanId } from "../../plan/plan.ts";
import type { PlanNews } from "../plan-news.ts";
import { cannot, type PlanningRefusal } from "./planner.ts";
import type { Planning, PlanningEnd } from "./planning-in-progress.ts";
import type { PlanningNews } from "./planning-news.ts";
import { endPlanning, type PlanningSession, REMINDER, stoppedWithout } from "./planning-session.ts";

/** Follows planning in this process to its end, which it brings about when the plan or the model says so. */
export class PlanningWithPersons implements Planning {
  readonly agent: string;
  readonly model: string;
  readonly done: Promise<PlanningEnd>;
  phase: Planning["phase"] = "gathering";
  plan_id: PlanId | undefined;
  readonly #open: PlanningSession;
  readonly #tell: (news: PlanningNews) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => void this.#end({ how: "stopped", refusal: SERVER_STOPPED.refusal });
  #resolve: (end: PlanningEnd) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #looking: Promise<void> = Promise.resolve();
  #ending: Promise<PlanningEnd> | undefined;
  #refused: string | undefined;
  #isReminded = false;
  #cost = 0;

  constructor(open: PlanningSession, tell: (news: PlanningNews) => void, signal: AbortSignal | undefined) {
    this.#open = open;
    this.#tell = tell;
    this.#signal = signal;
    this.agent = open.planning.agent.id;
    this.model = open.talk.model;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Its end need not be awaited.
    this.done.catch(() => {});
  }

  get cost(): number {
    return this.phase === "ended" ? this.#cost : this.#open.talk.cost();
  }

  /** The model begins with the goal; without one it waits, or revises a plan that was sent back. */
  async begin(goal: string | undefined): Promise<void> {
    const { planning } = this.#open;
    this.plan_id = (await planning.agent.plan())?.id;
    const { sandbox } = await planning.sandbox();
    this.#tell({ type: "started", model: this.model, sandboxed: sandbox === "on" });
    this.#signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (this.#signal?.aborted) this.#onAbort();
    else if (goal !== undefined) this.#say(firstWords(goal));
    this.#look(false);
  }

  stop(by: Actor): Promise<PlanningEnd> {
    const refusal = cannot("stopped", `${by.name} stopped the planning.`).refusal;
    return this.#end({ how: "stopped", refusal }, by);
  }

  heard(news: PlanningNews): void {
    if (news.type === "not_a_plan") this.#refused = news.reason;
  }

  happened(news: PlanNews): void {
    switch (news.type) {
      case "submitted": {
        const { id, proposal } = news.proposed.plan;
        this.plan_id = id;
        this.#tell({ type: "proposed", plan_id: id, revision: proposal.revision });
        this.#isReminded = false;
        this.#refused = undefined;
        break;
      }
      case "recorded":
        this.#recorded(news);
        break;
      case "left":
      case "timed_out":
        this.#look(false);
        break;
      case "settled":
        this.#look(true);
        break;
    }
  }

  #recorded({ event: { journal, data, by } }: Extract<PlanNews, { type: "recorded" }>): void {
    if (journal !== this.agent && journal !== this.plan_id) return;
    if (data.type === "request_answered" && data.answer.kind === "question")
      this.#tell({ type: "answered", request: data.request_id, by: by.name });
    if (data.type === "planning_resumed") this.#open.talk.again();
    this.#look(false);
  }

  /** Sends words of ours; the model's answer is looked at when it has settled. */
  #say(words: string): void {
    this.#open.talk.say(words).then(
      ({ ok }) => (ok ? undefined : this.#look(true)),
      (error) => this.#broke(error),
    );
  }

  /** Serialised. */
  #look(hasSettled: boolean): void {
    this.#looking = this.#looking.then(() => this.#lookOnce(hasSettled)).catch((error) => this.#broke(error));
  }

  async #lookOnce(hasSettled: boolean): Promise<void> {
    if (this.#ending) return;
    const { planning, talk } = this.#open;
    // An answer is applied first: it may give the model more to do.
    await planning.catchUp();
    const state = await planning.agent.state();
    if (state.phase === "inactive") return void this.#end({ how: HOW[await this.#howLeft()] });
    const plan = await planning.agent.plan();
    this.plan_id = plan?.id ?? this.plan_id;
    const how = plan && outcomeOf(plan);
    if (how !== undefined) return void this.#end({ how });
    const phase = state.phase === "submitted" ? "submitted" : plan === undefined ? "gathering" : "revising";
    if (phase === "revising" && this.phase !== "revising" && plan?.status === "changes_requested")
      this.#tell({ type: "revising", plan_id: plan.id, by: plan.review.by.name });
    this.phase = phase;
    if (!hasSettled || phase === "submitted" || !talk.session.isIdle) return;
    const said = talk.said();
    if (!said.ok) return void this.#end({ how: "failed", refusal: said.refusal });
    if (this.#isReminded) {
      return void this.#end({ how: "failed", refusal: stoppedWithout(said.value, this.#refused).refusal });
    }
    this.#isReminded = true;
    this.#tell({ type: "reminded" });
    this.#say(REMINDER);
  }

  async #howLeft(): Promise<Leaving> {
    const { desk, id } = this.#open.planning.agent;
    const { records } = await desk.store.loadJournal(id);
    const events = records.flatMap((record) => record.events) as AgentEvent[];
    return events.findLast((event) => event.type === "planning_left")?.how ?? "cancelled";
  }

  #broke(error: unknown): void {
    this.#tell({ type: "trouble", reason: String(error) });
    const refusal = cannot("model_failed", `Planning broke off: ${error instanceof Error ? error.message : error}`);
    void this.#end({ how: "failed", refusal: refusal.refusal });
  }

  #end(end: PlanningEnd, by?: Actor): Promise<PlanningEnd> {
    this.#ending ??= this.#close(end, by).then((closed) => {
      this.#resolve(closed);
      return closed;
    });
    this.#ending.catch(this.#reject);
    return this.done;
  }

  async #close(end: PlanningEnd, by: Actor | undefined): Promise<PlanningEnd> {
    const { planning, talk, close } = this.#open;
    this.#signal?.removeEventListener("abort", this.#onAbort);
    const { plan_id } = this;
    try {
      await talk.session.abort();
      const isOver = (await planning.agent.state()).phase === "inactive";
      if (!isOver) await endPlanning(planning, noteOn(end, plan_id), by);
    } catch (error) {
      // The time-out does what failed here.
      this.#tell({ type: "trouble", reason: String(error) });
    }
    this.#cost = talk.cost();
    this.phase = "ended";
    await close();
    return { ...end, ...defined({ plan_id }) };
  }
}

/** What the answer to a plan means for its planning; undefined if it waits for one, or for a revision. */
function outcomeOf({ status }: LivePlan): PlanningEnd["how"] | undefined {
  switch (status) {
    case "proposed":
    case "needs_review":
    case "changes_requested":
      return undefined;
    case "rejected":
    case "cancelled":
      return status;
    case "approved":
    case "executing":
    case "paused":
    case "stalled":
    case "failed":
    case "completed":
      return "approved";
  }
}

const HOW: Record<Leaving, PlanningEnd["how"]> = {
  finished: "approved",
  rejected: "rejected",
  cancelled: "cancelled",
  timed_out: "timed_out",
  handed_off: "stopped",
  ended: "stopped",
};

function noteOn({ how, refusal }: PlanningEnd, plan: PlanId | undefined): string {
  return refusal?.message ?? `${plan} is ${how}.`;
}

function firstWords(goal: string): string {
  return `Make a plan for this, and submit it:

${goal}

A person answers what you ask with ask_user, and reviews the plan.`;
}

const SERVER_STOPPED: { refusal: PlanningRefusal } = cannot("stopped", "The server stopped; planning ended.");
