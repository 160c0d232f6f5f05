import type { PlanSession } from "../../agent/plan-session.ts";
import type { DeskEvent } from "../../desk/events.ts";
import { findRequest } from "../../desk/requests.ts";
import { usablePlan } from "../../desk/usable-plan.ts";
import { watch } from "../../desk/watch.ts";
import { ENDS, type LivePlan } from "../../lifecycle/plan-state.ts";
import { openRequests, type RequestId, type RequestState } from "../../lifecycle/request.ts";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { liveExecutor } from "../../run/holder.ts";
import { interruptDeadRun } from "../../run/interrupt-dead-run.ts";
import { CardReconciler, type CardReconcilerOptions, type DrawnCard } from "./card-reconciler.ts";
import type { CardSubject, KeptCard } from "./card-store.ts";
import { isOfRequest, type RequestRef } from "./cards/custom-id.ts";
import { planCard } from "./cards/plan-card.ts";
import { requestCard } from "./cards/request-card.ts";
import type { Ping } from "./config/discord-config.ts";
import { factsOf } from "./facts-of.ts";
import { planAnnouncement } from "./plan-announcement.ts";

export interface AgentCardsOptions extends Omit<CardReconcilerOptions, "draw"> {
  session: PlanSession;
  /** Whom to ping when a plan waits for a signature. */
  ping: Ping;
  /** The channel for new cards: where people write to the agent now. */
  channel(): string;
}

/** The cards of one agent: its plans and all open requests. They follow the journals, whichever process writes them. */
export class AgentCards {
  readonly #options: AgentCardsOptions;
  readonly #reconciler: CardReconciler;
  readonly #stop = new AbortController();
  readonly #following: Promise<void>;
  #ownPlans = new Set<PlanId>();

  constructor(options: AgentCardsOptions) {
    this.#options = options;
    const { session, trouble } = options;
    this.#reconciler = new CardReconciler({ ...options, draw: (subject) => this.#draw(subject) });
    this.#following = this.#follow().catch(trouble);
    let running: PlanId | undefined;
    session.listen(({ type }) => {
      if (type !== "run" && type !== "changed") return;
      // The card shows the current activity of a step, or that it has ended.
      const shown = session.run.planId ?? running;
      running = session.run.planId;
      if (shown !== undefined) this.#reconciler.refresh(`plan:${shown}`);
    });
  }

  /** Updates every card: after a start, or when events may have been missed. */
  async refreshAll(): Promise<void> {
    const { session, owner, store, trouble } = this.#options;
    for (const { subject } of store.open(owner)) this.#reconciler.refresh(subject, { urgent: true, look: true });
    const state = await session.agent.state();
    for (const { id } of openRequests(state.requests)) this.#reconciler.refresh(`request:${id}`, { urgent: true });
    const plan = await session.agent.plan();
    if (plan === undefined) return;
    await this.#interruptIfDead(plan).catch(trouble);
    this.showPlan(plan);
  }

  /** If the process that ran the plan was killed: marks its steps interrupted, so that the card says so and has Resume. */
  async #interruptIfDead(plan: LivePlan): Promise<void> {
    const { session } = this.#options;
    const { desk } = session.agent;
    const isHeld = plan.status === "executing" && plan.run.lease !== undefined;
    if (!isHeld || !session.isBySubagents || session.run.planId !== undefined) return;
    if (liveExecutor(desk, plan) === undefined) await interruptDeadRun(desk, plan.id);
  }

  /** Shows its card and those of its requests, also if they were deleted. */
  showPlan({ id, requests }: LivePlan): void {
    this.#ownPlans.add(id);
    this.#reconciler.refresh(`plan:${id}`, { urgent: true, look: true });
    for (const { id: request, kind } of openRequests(requests))
      if (kind !== "review") this.#reconciler.refresh(`request:${request}`, { urgent: true, look: true });
  }

  /** Whether this message is the one that shows the plan. */
  isShownBy(id: PlanId, message: string): boolean {
    return this.#kept(id)?.message === message;
  }

  urlOf(id: PlanId, guild: string | null): string | undefined {
    const kept = this.#kept(id);
    if (kept?.message === undefined || guild === null) return undefined;
    return `https://discord.com/channels/${guild}/${kept.channel}/${kept.message}`;
  }

  /** A request of the agent or of a plan, by the reference on a button. Requests of other agents are not answered here. */
  async findRequest(ref: RequestRef): Promise<RequestState | undefined> {
    const { session } = this.#options;
    const found = await findRequest(session.agent.desk, ref);
    if (found.ok)
      return isPlanId(found.value.journal) || found.value.journal === session.agent.id ? found.value : undefined;
    const { requests } = await session.agent.state();
    const plans = await Promise.all([...this.#ownPlans].map((id) => this.#plan(id)));
    const all = [requests, ...plans.map((plan) => plan?.requests ?? {})].flatMap((some) => Object.values(some));
    return all.find(({ id }) => isOfRequest(ref, id));
  }

  async planOf({ id }: RequestState): Promise<LivePlan | undefined> {
    const journal = id.slice(0, id.lastIndexOf("/"));
    return isPlanId(journal) ? this.#plan(journal) : undefined;
  }

  refresh(subject: CardSubject): void {
    this.#reconciler.refresh(subject, { urgent: true });
  }

  settled(): Promise<void> {
    return this.#reconciler.settled();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#following;
    await this.#reconciler.close();
  }

  #kept(id: PlanId): KeptCard | undefined {
    const { store, owner } = this.#options;
    return store.find(owner, `plan:${id}`);
  }

  async #follow(): Promise<void> {
    const { session, trouble } = this.#options;
    for await (const event of watch(session.agent.desk, { signal: this.#stop.signal })) {
      await this.#happened(event).catch(trouble);
    }
  }

  async #happened({ journal, data, by }: DeskEvent): Promise<void> {
    const { session } = this.#options;
    const isOwn = journal === session.agent.id;
    if (isPlanId(journal) && (await this.#isOurs(journal))) {
      // Steps change quickly; people wait for every other event.
      this.#reconciler.refresh(`plan:${journal}`, { urgent: data.type !== "step_updated" || by.kind === "person" });
    } else if (!isOwn) return;
    const request = requestIn(data);
    if (request !== undefined && !/\/review-/.test(request))
      this.#reconciler.refresh(`request:${request}`, { urgent: true });
  }

  /** A plan that this agent proposed, or that has a card here. */
  async #isOurs(id: PlanId): Promise<boolean> {
    if (this.#ownPlans.has(id)) return true;
    const { session, owner, store } = this.#options;
    const plan = await this.#plan(id);
    const isOurs = plan?.proposal.proposed_by.id === session.agent.id || store.find(owner, `plan:${id}`) !== undefined;
    if (isOurs) this.#ownPlans.add(id);
    return isOurs;
  }

  async #plan(id: PlanId): Promise<LivePlan | undefined> {
    const found = await usablePlan(this.#options.session.agent.desk, id);
    return found.ok ? found.value : undefined;
  }

  async #draw(subject: CardSubject): Promise<DrawnCard | undefined> {
    const { session, channel } = this.#options;
    const at = subject.indexOf(":") + 1;
    const id = subject.slice(at);
    if (subject.startsWith("request:")) {
      const found = await findRequest(session.agent.desk, id);
      if (!found.ok) return undefined;
      const plan = isPlanId(found.value.journal) ? await this.#plan(found.value.journal) : undefined;
      const isLast = found.value.closing !== undefined;
      return { card: requestCard(found.value, plan), channel: channel(), isLast };
    }
    const plan = isPlanId(id) ? await this.#plan(id) : undefined;
    if (plan === undefined) return undefined;
    const drawn = await factsOf(session, plan, () => this.#reconciler.refresh(subject));
    const facts = { ...drawn, ping: this.#options.ping };
    session.shown(plan.proposal.digest);
    const isLast = ENDS.includes(plan.status);
    return { card: planCard(facts), channel: channel(), word: planAnnouncement(facts), isLast };
  }
}

function requestIn(data: DeskEvent["data"]): RequestId | undefined {
  if (data.type === "request_opened") return data.request.id;
  return data.type === "request_answered" || data.type === "request_closed" ? data.request_id : undefined;
}
