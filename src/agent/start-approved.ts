import { autoRun } from "../acts/auto-run.ts";
import { startPlan } from "../acts/start-plan.ts";
import { claimAgent } from "../desk/agent-pid-file.ts";
import type { DeskEvent } from "../desk/events.ts";
import { localActor } from "../desk/persons.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import { watch } from "../desk/watch.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import { startingSessionOf } from "../run/live-session.ts";
import { withoutOwnMark } from "./mark-shells.ts";
import type { PlanSession } from "./plan-session.ts";
import { PiSessionPort } from "./session-port.ts";

/** How often a project without plans is looked at again. */
const LOOK_EVERY_MS = 1_000;

/**
 * With `auto_run`, starts plans of the project that are approved elsewhere while this terminal is open: at once if it is
 * idle, else when it becomes idle. Approvals from before stay as they are.
 */
export class ApprovedElsewhere {
  readonly #session: PlanSession;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<PlanId>();
  #isWatching = false;
  #trying: Promise<void> = Promise.resolve();

  constructor(session: PlanSession) {
    this.#session = session;
    session.listen((news) => {
      if (news.type === "closed") this.#stop.abort();
      if (news.type === "settled" || news.type === "left" || news.type === "changed") this.#try();
    });
  }

  /** Does nothing while `auto_run` is off, in a shell of an agent, and without a person at this terminal. */
  watch(): void {
    if (this.#isWatching || !isAllowed(this.#session)) return;
    this.#isWatching = true;
    this.#follow().catch((error) => this.#session.tell({ type: "trouble", error }));
  }

  /** Whether a plan that a person approves now, and that no other session has, starts here. */
  startsHere(): boolean {
    this.watch();
    return this.#isWatching && this.#session.mode === "none" && isAllowed(this.#session);
  }

  async #follow(): Promise<void> {
    const { agent } = this.#session;
    const { signal } = this.#stop;
    // An agent that works in a project must not create Countersign's files there.
    const isNew = !agent.isKept;
    while (!agent.isKept && !signal.aborted) await pause(LOOK_EVERY_MS, signal);
    for await (const event of watch(agent.desk, { signal, ...(isNew && { since: 0 }) })) {
      if (isApproval(event)) this.#waiting.add(event.journal);
      this.#try();
    }
  }

  #try(): void {
    if (this.#waiting.size === 0) return;
    this.#trying = this.#trying
      .then(() => this.#startNext())
      .catch((error) => this.#session.tell({ type: "trouble", error }));
  }

  async #startNext(): Promise<void> {
    for (const id of [...this.#waiting]) {
      if (this.#stop.signal.aborted || !isIdle(this.#session)) return;
      this.#waiting.delete(id);
      await startApproved(this.#session, id);
    }
  }
}

/** Starts an approved plan here, unless a person wanted it later or another process has it. One terminal does it. */
async function startApproved(session: PlanSession, id: PlanId): Promise<void> {
  const { desk } = session.agent;
  const name = `start-${id}`;
  const release = isAllowed(session) && !starting.has(name) ? claimAgent(desk, name) : undefined;
  if (release === undefined) return;
  starting.add(name);
  try {
    const found = await usablePlan(desk, id);
    if (!found.ok || !(await isFree(session, found.value))) return;
    const [signature] = "approval" in found.value ? found.value.approval.signatures.slice(-1) : [];
    session.context.ui.notify(
      `${id} was approved by ${visible(signature?.by.name ?? "a person")}, and starts here: auto is on.`,
      "info",
    );
    const started = await startPlan({ desk, by: HOST, session: new PiSessionPort(session) }, id);
    if (!started.ok) session.tell({ type: "trouble", error: new Error(started.refusal.message) });
    await session.run.started();
    // It cannot run, and the reason was reported. The terminal stays free for its person.
    if (session.run.planId === undefined && (await session.agent.plan())?.status === "approved")
      await session.leave("handed_off", HOST);
  } finally {
    starting.delete(name);
    release();
  }
}

/** The claims of this process, which may have several sessions: a claim keeps only other processes out. */
const starting = new Set<string>();

async function isFree({ agent }: PlanSession, plan: LivePlan): Promise<boolean> {
  if (plan.status !== "approved" || plan.queued !== undefined || plan.approval.later === true) return false;
  const { desk } = agent;
  const other = startingSessionOf(plan.id, await desk.store.listAgents(), desk.home);
  return other === undefined || other === agent.id;
}

/** A person's terminal, whose settings let it start plans by itself. */
function isAllowed({ agent, env, context }: PlanSession): boolean {
  if (context.mode !== "tui" || localActor(withoutOwnMark(env)).kind === "agent") return false;
  return autoRun(agent.desk).on;
}

function isIdle({ mode, run, context, isHeld, isBoundByAnother }: PlanSession): boolean {
  return mode === "none" && run.planId === undefined && context.isIdle() && !isHeld && !isBoundByAnother;
}

function isApproval({ data }: DeskEvent): boolean {
  return data.type === "approved";
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
