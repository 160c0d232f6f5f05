import type { StepAgents } from "../acts/run-plan.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import { liveExecutor } from "../run/holder.ts";
import type { RunNews } from "../run/run-news.ts";
import { runningPlan } from "../run/running-plan.ts";
import { warnOnBus } from "./bus.ts";
import type { PlanSession } from "./plan-session.ts";
import { approvedCard } from "./run-cards.ts";
import { sessionModel, sessionModels } from "./session-models.ts";
import { SessionRunner } from "./session-runner.ts";
import { StepRecovery } from "./step-recovery.ts";
import { type SubagentsAtWork, withNews } from "./subagents-at-work.ts";
import { type ExecutionMode, resumeCommand, tellEnd, tellRefusal, tellRunEnd } from "./tell-end.ts";

interface Going {
  plan_id: PlanId;
  by: ExecutionMode;
  /** Leaves the plan, so that any process can take it over. */
  stop: AbortController;
  /** Leaves it unchanged: the process ends. */
  gone: AbortController;
  /** Resolves when it is known whether it was started. */
  started: PromiseWithResolvers<void>;
  /** The model has its first step, or there is nothing for it to do. */
  underWay: PromiseWithResolvers<void>;
  ended: Promise<void>;
}

/**
 * A signed plan that runs from this session: by its own model, or by a subagent for each step while the session can
 * only read. This process holds the plan's lease until it leaves; then the plan waits until a person resumes it.
 */
export class PlanRun {
  readonly #session: PlanSession;
  /** Runs steps in the session itself. */
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
      ...defined({ clock }),
      begun: () => this.#going?.underWay.resolve(),
      stopped: (step_id, why) => {
        this.#stopped = { step_id, why, isSaid: false };
      },
    });
  }

  /** The plan that runs here now. */
  get planId(): PlanId | undefined {
    return this.#going?.plan_id;
  }

  /** Resolves when it is known whether the run that is starting here was started. */
  async started(): Promise<void> {
    if (this.#going) await Promise.race([this.#going.started.promise, this.#going.ended]);
  }

  /** Who runs it here now. */
  get by(): ExecutionMode | undefined {
    return this.#going?.by;
  }

  /** Subagents with a step each. */
  get atWork(): SubagentsAtWork {
    return this.#atWork;
  }

  /** Why nothing runs at the moment. */
  get waits(): readonly string[] {
    return this.#waits;
  }

  /** Whether the session's own model runs a step now. A step of a cancelled plan does not count. */
  async isInStep(): Promise<boolean> {
    return this.runner.step !== undefined && runningPlan(await this.#session.agent.plan()) !== undefined;
  }

  /** Resolves when the run that was left here has ended: another one may start. */
  async settled(): Promise<void> {
    while (this.#going?.stop.signal.aborted) await this.#going.ended;
  }

  /** After the approval. */
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

  /** A person resumes it. If another process holds it, that one continues by itself. */
  async goOn(): Promise<void> {
    await this.settled();
    const plan = await this.#session.agent.plan();
    if (this.#going) return this.runner.prod();
    if (plan === undefined) return;
    if (plan.status === "approved") return this.start();
    if (!runningPlan(plan)) return this.catchUp();
    const text = `${plan.id} continues.`;
    this.#session.say(`${text}${this.#byOthers()}`, { card: "notice", plan_id: plan.id, text });
    await this.#carryOut(plan.id);
  }

  /** A person resumed it in another process. Does nothing if a live process has it. */
  async takeUpIdle(): Promise<void> {
    const plan = runningPlan(await this.#session.agent.plan());
    if (plan === undefined || plan.status !== "executing" || this.recovery.underWay) return;
    if (liveExecutor(this.#session.agent.desk, plan) === undefined) await this.goOn();
  }

  /** Takes over a plan in which nothing can continue before a person decides something. */
  async wait(): Promise<void> {
    await this.settled();
    const plan = runningPlan(await this.#session.agent.plan());
    if (plan && !this.#going) await this.#carryOut(plan.id);
  }

  /** It was ended elsewhere, or reviewed again during the run. Nothing restarts without a person. */
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
        if (this.#session.agent.startsApproved && !plan.approval.later && !this.#session.isHeld) await this.start();
        return;
      default:
        return;
    }
  }

  /** A person keeps the plan and leaves it: any process may take it over. That interrupts a running step. */
  async handOver(): Promise<void> {
    this.#leave();
    await this.#going?.ended;
  }

  /** The session leaves the plan, without waiting for what still runs. */
  async ended(): Promise<void> {
    this.recovery.stop();
    this.#leave();
    await this.runner.giveModelBack();
  }

  /**
   * Resolves when nothing of it runs. If the process ends, a step of its own model is left to the check after a
   * restart.
   */
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
   * Returns at once if a person can keep typing. Otherwise, because the process may end with the prompt, it returns
   * when the session's own model has its step, or when subagents have done all of it.
   */
  async #carryOut(id: PlanId): Promise<void> {
    if (this.#going) return;
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
      const { runPlan } = await import("../acts/run-plan.ts");
      const { agent, env, host } = this.#session;
      const canWait = this.#session.canAsk();
      const outcome = await runPlan(plan_id, {
        desk: agent.desk,
        env,
        signal: stop.signal,
        canWait,
        turn: canWait ? "wait" : "refuse",
        tell: (news) => this.#heard(news),
        agents: () => (by === "session" ? this.#ownModel() : this.#subagents()),
        ...defined({ clock: host.clock }),
        ...(by === "session" && { max_parallel_steps: 1 }),
        gone: gone.signal,
      });
      if (gone.signal.aborted) return;
      // The reason was reported when its model stopped.
      const isSaid = outcome.ok && outcome.value.how === "waiting" && this.#stopped !== undefined;
      const next = outcome.ok && !isSaid ? await tellRunEnd(this.#session, outcome.value, by) : undefined;
      if (next !== undefined) this.runner.answer(next);
      if (!outcome.ok && !stop.signal.aborted) tellRefusal(this.#session, plan_id, outcome.refusal);
    } finally {
      this.#going = undefined;
      this.#atWork = new Map();
      this.#waits = [];
      this.runner.answer("The plan no longer runs here. Stop here, and wait for the person.");
      this.#session.tell({ type: "changed" });
    }
    // Records at the end of the run were skipped.
    if (!stop.signal.aborted) void this.#session.catchUp();
  }

  async #ownModel(): Promise<Outcome<StepAgents>> {
    const { context, tools } = this.#session;
    const models = sessionModels(context)?.getAvailableSnapshot();
    return yes({
      ...(models && { models: models.map(({ provider, id }) => `${provider}/${id}`) }),
      offered: async () => ({ tools: tools.offered() }),
      runner: async () => this.runner,
    });
  }

  async #subagents(): Promise<Outcome<StepAgents>> {
    const { piAgents } = await import("./step-runner/pi-agents.ts");
    const { agent, env, context, tools } = this.#session;
    const models = sessionModels(context);
    const model = sessionModel(context);
    const also = tools.temporaryExtensions();
    return piAgents({ desk: agent.desk, env, tools: { also }, ...defined({ models, model }) });
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
    this.runner.answer(`No step can run now. ${reasons.join(" ")} Stop here, and wait for the person.`);
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
    const command = resumeCommand(this.#session);
    this.#session.say(text, { card: "notice", plan_id: id, text, command });
  }

  #byOthers(): string {
    return this.#session.isBySubagents ? ` ${BY_OTHERS}` : "";
  }
}

const BY_OTHERS = "Subagents run it, a step each. You can only read until it has ended; then you get the result.";
