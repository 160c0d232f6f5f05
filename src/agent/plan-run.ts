import { HOST } from "../lifecycle/actor.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import type { RunNews } from "../run/run-news.ts";
import { warnOnBus } from "./bus.ts";
import type { PlanSession } from "./plan-session.ts";
import { approvedCard } from "./run-cards.ts";
import { runningPlan } from "./running-plan.ts";
import { sessionModel, sessionModels } from "./session-models.ts";
import { SessionRunner } from "./session-runner.ts";
import { StepRecovery } from "./step-recovery.ts";
import { type SubagentsAtWork, withNews } from "./subagents-at-work.ts";
import { type CarriedOutBy, tellEnd, tellRefusal, tellRunEnd } from "./tell-end.ts";

interface Going {
  plan_id: PlanId;
  by: CarriedOutBy;
  /** Leaves the plan, so that anybody can take it up. */
  stop: AbortController;
  /** Leaves it as it is: the process ends. */
  gone: AbortController;
  /** It is known whether it was started. */
  started: PromiseWithResolvers<void>;
  /** The model has its first step, or there is nothing for it to do. */
  underWay: PromiseWithResolvers<void>;
  ended: Promise<void>;
}

/**
 * A signed plan carried out from this session: by its own model, or by an agent for each step while the session looks on.
 * This process holds the plan's lease meanwhile; whoever leaves gives it back, and the plan waits for somebody to resume it.
 */
export class PlanRun {
  readonly #session: PlanSession;
  /** Carries out steps in the session itself. */
  readonly runner: SessionRunner;
  readonly recovery: StepRecovery;
  #going: Going | undefined;
  #atWork: SubagentsAtWork = new Map();
  #waits: readonly string[] = [];
  /** The model has stopped in the middle of this step. */
  #stopped: { step_id: string; why: string; isSaid: boolean } | undefined;

  constructor(session: PlanSession) {
    this.#session = session;
    this.recovery = new StepRecovery(session);
    const { clock } = session.host;
    this.runner = new SessionRunner(session, {
      ...(clock && { clock }),
      begun: () => this.#going?.underWay.resolve(),
      stopped: (step_id, why) => {
        this.#stopped = { step_id, why, isSaid: false };
      },
    });
  }

  /** The plan that is carried out here and now. */
  get planId(): PlanId | undefined {
    return this.#going?.plan_id;
  }

  /** Settled when it is known whether what is about to be carried out here was started. */
  async started(): Promise<void> {
    if (this.#going) await Promise.race([this.#going.started.promise, this.#going.ended]);
  }

  /** By whom it is carried out here and now. */
  get by(): CarriedOutBy | undefined {
    return this.#going?.by;
  }

  /** Agents that have a step each. */
  get atWork(): SubagentsAtWork {
    return this.#atWork;
  }

  /** Why nothing goes on at the moment. */
  get waits(): readonly string[] {
    return this.#waits;
  }

  /** Whether the session's own model is at a step now. One of a plan that was cancelled is none, whatever became of it. */
  async isInStep(): Promise<boolean> {
    return this.runner.step !== undefined && runningPlan(await this.#session.agent.plan()) !== undefined;
  }

  /** What was left here has come to its end: something else may begin. */
  async settled(): Promise<void> {
    while (this.#going?.stop.signal.aborted) await this.#going.ended;
  }

  /** After the countersignature. */
  async start(): Promise<void> {
    await this.settled();
    const plan = await this.#session.agent.plan();
    if (plan?.status !== "approved" || this.#going) return;
    const isFresh = !this.#session.isBySubagents && this.#session.isFresh(plan.id);
    const card = approvedCard(plan.id, plan.approval, isFresh);
    const words = `${visible(card.by)} approved revision ${card.revision} of ${plan.id}.`;
    this.#session.say(`${words}${this.#byOthers()}`, card, { fresh: isFresh });
    await this.#carryOut(plan.id);
  }

  /** A person says that it should go on. Whoever else holds it hears that without us. */
  async goOn(): Promise<void> {
    await this.settled();
    const plan = await this.#session.agent.plan();
    if (this.#going) return this.runner.prod();
    if (plan === undefined) return;
    if (plan.status === "approved") return this.start();
    if (!runningPlan(plan)) return this.catchUp();
    const text = `${plan.id} goes on.`;
    this.#session.say(`${text}${this.#byOthers()}`, { card: "notice", plan_id: plan.id, text });
    await this.#carryOut(plan.id);
  }

  /** Takes up a plan in which nothing can go on before a person has decided something. */
  async wait(): Promise<void> {
    await this.settled();
    const plan = runningPlan(await this.#session.agent.plan());
    if (plan && !this.#going) await this.#carryOut(plan.id);
  }

  /** It was ended elsewhere, or reviewed anew in the middle of the run. Nothing is taken up again without a person. */
  async catchUp(): Promise<void> {
    const plan = await this.#session.agent.plan();
    if (plan === undefined || this.#going || this.recovery.underWay) return;
    switch (plan.status) {
      case "completed":
      case "failed":
      case "cancelled":
        await tellEnd(this.#session, plan, this.#session.isBySubagents ? "subagents" : "session");
        return;
      case "approved":
        if (this.#session.isAuto && !this.#session.isHeld) await this.start();
        return;
      default:
        return;
    }
  }

  /** A person keeps the plan and leaves it: anybody may take it up then. A step in the middle is interrupted by that. */
  async handOver(): Promise<void> {
    this.#leave();
    await this.#going?.ended;
  }

  /** The session is at the plan no more. Nobody waits here for what still runs. */
  async ended(): Promise<void> {
    this.recovery.stop();
    this.#leave();
    await this.runner.giveModelBack();
  }

  /** Nothing of it runs any more then. A process that ends leaves a step of its own model to the check, after a restart. */
  async close(isQuitting: boolean): Promise<void> {
    const going = this.#going;
    if (isQuitting && going?.by === "session") going.gone.abort();
    this.#leave();
    await this.recovery.close();
    await going?.ended;
  }

  #leave(): void {
    if (this.#going) this.runner.isLeft = true;
    this.#going?.stop.abort();
  }

  /**
   * Whoever sits here goes on typing meanwhile. Where nobody does, and the process may end with the prompt, it comes back
   * when the session's own model has its step, or others have done all of it.
   */
  async #carryOut(id: PlanId): Promise<void> {
    const by = this.#session.isBySubagents ? "subagents" : "session";
    const [stop, gone] = [new AbortController(), new AbortController()];
    const [started, underWay] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#stopped = undefined;
    this.runner.isLeft = false;
    const going: Going = { plan_id: id, by, stop, gone, started, underWay, ended: Promise.resolve() };
    this.#going = going;
    going.ended = this.#run(going).catch((error) => {
      if (!gone.signal.aborted) this.#session.tell({ type: "trouble", error });
    });
    if (this.#session.canAsk()) return;
    await (by === "session" ? Promise.race([underWay.promise, going.ended]) : going.ended);
  }

  async #run(going: Going): Promise<void> {
    const { plan_id, by, stop, gone } = going;
    try {
      const { runPlan } = await import("./run-plan.ts");
      const { agent, env, context, tools, host } = this.#session;
      const canWait = this.#session.canAsk();
      const models = sessionModels(context);
      const model = sessionModel(context);
      const outcome = await runPlan(plan_id, {
        ...{ desk: agent.desk, env, signal: stop.signal, canWait, turn: canWait ? "wait" : "refuse" },
        tell: (news) => this.#heard(news),
        ...(models && { models }),
        ...(host.clock && { clock: host.clock }),
        ...(model !== undefined && { model }),
        ...(by === "session" && { agents: this.runner, offered: tools.offered(), max_parallel_steps: 1 }),
        gone: gone.signal,
      });
      if (gone.signal.aborted) return;
      // Why its model stopped was said when it did.
      const isSaid = outcome.ok && outcome.value.how === "waiting" && this.#stopped !== undefined;
      const next = outcome.ok && !isSaid ? await tellRunEnd(this.#session, outcome.value, by) : undefined;
      if (next !== undefined) this.runner.answer(next);
      if (!outcome.ok && !stop.signal.aborted) tellRefusal(this.#session, plan_id, outcome.refusal);
    } finally {
      this.#going = undefined;
      this.#atWork = new Map();
      this.#waits = [];
      this.runner.answer("The plan is not carried out here any more. Stop here, and wait for the person.");
      this.#session.tell({ type: "changed" });
    }
    // What happened at the very end was passed over.
    if (!stop.signal.aborted) void this.#session.catchUp();
  }

  #heard(news: RunNews): void {
    if (this.by === "subagents") this.#atWork = withNews(this.#atWork, news);
    if (news.type !== "note") this.#going?.started.resolve();
    if (news.type === "waiting") this.#waitsFor(news.reasons);
    if (news.type === "changed") void this.#pauseIfStopped(news.plan);
    if (news.type === "progress") warnOnBus(this.#session.pi, news);
    this.#session.tell({ type: "run", news });
  }

  #waitsFor(reasons: readonly string[]): void {
    this.#waits = reasons;
    if (reasons.length === 0) return;
    this.runner.answer(`Nothing can go on now. ${reasons.join(" ")} Stop here, and wait for the person.`);
    this.#going?.underWay.resolve();
  }

  /** The model stopped in the middle of a step: once that is recorded, a person has to look. */
  async #pauseIfStopped({ id, run, status }: LivePlan): Promise<void> {
    const stopped = this.#stopped;
    if (!stopped || stopped.isSaid || run?.steps.get(stopped.step_id)?.status !== "interrupted") return;
    stopped.isSaid = true;
    const { desk } = this.#session.agent;
    try {
      if (status === "executing") await desk.send(id, { type: "pause" }, HOST);
    } catch (error) {
      this.#session.tell({ type: "trouble", error });
    }
    const text = `Paused in the middle of step ${stopped.step_id}: ${stopped.why}.`;
    const command = { command: "/plan resume", does: "lets it go on" };
    this.#session.say(text, { card: "notice", plan_id: id, text, command });
  }

  #byOthers(): string {
    return this.#session.isBySubagents ? ` ${BY_OTHERS}` : "";
  }
}

const BY_OTHERS = "Subagents carry it out, a step each. You only read until it has ended; you are told how it did.";
