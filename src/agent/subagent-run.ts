import type { DeskRefusal } from "../desk/outcome.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import type { RunEnd } from "../run/execute.ts";
import type { RunNews } from "../run/run-news.ts";
import type { PlanSession } from "./plan-session.ts";
import { approvedCard, reportedCard, totalsCard } from "./run-cards.ts";
import { runReport } from "./run-report.ts";
import { runningPlan } from "./running-plan.ts";
import { sessionModel, sessionModels } from "./session-models.ts";
import { type SubagentsAtWork, withNews } from "./subagents-at-work.ts";

interface Going {
  plan_id: PlanId;
  stop: AbortController;
  ended: Promise<void>;
}

/**
 * A signed plan carried out by subagents while the session looks on: each step has an agent of its own. This process holds
 * the plan's lease meanwhile; when the session ends, it leaves, and the plan waits for somebody to resume it.
 */
export class SubagentRun {
  readonly #session: PlanSession;
  #going: Going | undefined;
  #atWork: SubagentsAtWork = new Map();
  #waits: readonly string[] = [];

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** The plan that is carried out here and now. */
  get planId(): PlanId | undefined {
    return this.#going?.plan_id;
  }

  get isGoing(): boolean {
    return this.#going !== undefined;
  }

  get atWork(): SubagentsAtWork {
    return this.#atWork;
  }

  /** Why nothing goes on at the moment. */
  get waits(): readonly string[] {
    return this.#waits;
  }

  /** After the countersignature. */
  async start(): Promise<void> {
    const plan = await this.#session.agent.plan();
    if (plan?.status !== "approved" || this.#going) return;
    const card = approvedCard(plan.id, plan.approval, false);
    this.#session.say(`${visible(card.by)} approved revision ${card.revision} of ${plan.id}. ${BY_OTHERS}`, card);
    await this.#carryOut(plan.id);
  }

  /** A person says that it should go on. Whoever holds it hears that without us. */
  async goOn(): Promise<void> {
    const plan = await this.#session.agent.plan();
    if (plan === undefined || this.#going) return;
    if (plan.status === "approved") return this.start();
    if (!runningPlan(plan)) return this.catchUp();
    const text = `${plan.id} goes on.`;
    this.#session.say(`${text} ${BY_OTHERS}`, { card: "notice", plan_id: plan.id, text });
    await this.#carryOut(plan.id);
  }

  /** It was ended elsewhere, or reviewed anew in the middle of the run. Nothing is taken up again without a person. */
  async catchUp(): Promise<void> {
    const plan = await this.#session.agent.plan();
    if (plan === undefined || this.#going) return;
    switch (plan.status) {
      case "completed":
      case "failed":
      case "cancelled":
        return this.#tellEnd(plan);
      case "approved":
        if (this.#session.isAuto && !this.#session.isHeld) await this.start();
        return;
      default:
        return;
    }
  }

  /** The session has left the plan: so do they. What runs is interrupted; nobody waits for that here. */
  leave(): void {
    this.#going?.stop.abort();
  }

  /** Nothing of it runs any more then. */
  async close(): Promise<void> {
    this.leave();
    await this.#going?.ended;
  }

  #carryOut(id: PlanId): Promise<void> {
    const stop = new AbortController();
    const ended = this.#run(id, stop.signal).catch((error) => this.#session.tell({ type: "trouble", error }));
    this.#going = { plan_id: id, stop, ended };
    return ended;
  }

  async #run(id: PlanId, signal: AbortSignal): Promise<void> {
    try {
      const { runPlan } = await import("./run-plan.ts");
      const { agent, env, context } = this.#session;
      const canWait = this.#session.canAsk();
      const models = sessionModels(context);
      const model = sessionModel(context);
      const outcome = await runPlan(id, {
        ...{ desk: agent.desk, env, signal, canWait, turn: canWait ? "wait" : "refuse" },
        tell: (news) => this.#heard(news),
        ...(models && { models }),
        ...(model !== undefined && { model }),
      });
      if (outcome.ok) await this.#ended(outcome.value);
      else this.#refused(id, outcome.refusal, signal);
    } finally {
      this.#going = undefined;
      this.#atWork = new Map();
      this.#waits = [];
      this.#session.tell({ type: "changed" });
    }
    // What happened at the very end was passed over.
    if (!signal.aborted) void this.#session.catchUp();
  }

  #heard(news: RunNews): void {
    this.#atWork = withNews(this.#atWork, news);
    if (news.type === "waiting") this.#waits = news.reasons;
    this.#session.tell({ type: "run", news });
  }

  async #ended(end: RunEnd): Promise<void> {
    switch (end.how) {
      case "completed":
      case "failed":
      case "cancelled":
        return this.#tellEnd(end.plan);
      case "left":
        return;
      case "waiting": {
        const text = `${end.plan.id} waits for a person: ${end.reasons.map((reason) => visible(reason)).join(" ")}`;
        const command = { command: "/plan resume", does: "lets it go on" };
        return this.#session.say(text, { card: "notice", plan_id: end.plan.id, text, command });
      }
      case "lost":
        // Reviewed anew in the middle of the run: what comes of that is followed.
        if ((await this.#session.agent.plan())?.run?.lease !== undefined) this.#trouble(end.refusal);
        return;
    }
  }

  async #tellEnd(plan: LivePlan): Promise<void> {
    const session = this.#session;
    const how = plan.status === "cancelled" ? "cancelled" : plan.status === "failed" ? "failed" : "completed";
    session.rest(
      `${plan.id} ${how === "completed" ? "is completed" : how === "failed" ? "has failed" : "was cancelled"}.`,
    );
    const by = plan.status === "cancelled" ? { decided_by: plan.by } : {};
    await session.leave(how === "cancelled" ? "cancelled" : "finished", HOST, by);
    const { run } = plan;
    if (run === undefined) return;
    const report = runReport(plan);
    if (how === "failed") session.say(`${report}\n${THEN}`, reportedCard({ ...plan, run }, report));
    else session.say(`${report}\n${THEN}`, totalsCard({ id: plan.id, run }, how, session.agent.desk.at()));
  }

  /** It did not begin. What was signed stays signed; it is tried again when a person says so. */
  #refused(id: PlanId, refusal: DeskRefusal, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (refusal.kind !== "lost_lease")
      this.#session.hold(`${id} could not be carried out: ${refusal.message} /plan resume tries it again.`);
    this.#trouble(refusal);
  }

  #trouble({ message, hint }: DeskRefusal): void {
    this.#session.tell({ type: "trouble", error: new Error([message, hint].filter(Boolean).join(" ")) });
  }
}

const BY_OTHERS = "Subagents carry it out, a step each. You only read until it has ended; you are told how it did.";
const THEN = "Nothing of this was done by you, and nothing is to be done now: wait for the person.";
