import { existsSync } from "node:fs";
import { setAside } from "../desk/adopt.ts";
import { claimAgent, isAgentLive } from "../desk/agent-pid-file.ts";
import { Desk } from "../desk/desk.ts";
import { projectPaths } from "../desk/file-store/project-paths.ts";
import { hasJournal } from "../desk/has-journal.ts";
import type { KeyPresses } from "../desk/key-presses.ts";
import type { Outcome } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { modeOf } from "../desk/situation.ts";
import { type Actor, HOST } from "../lifecycle/actor.ts";
import { type AgentCommand, type AgentEvent, type AgentState, INACTIVE } from "../lifecycle/agent-phase.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Situation } from "../policy/situation.ts";
import type { Clock } from "../run/clock.ts";
import { systemClock } from "../run/clock.ts";
import { withoutOwnMark } from "./mark-shells.ts";

/** Its state is unknown: it may do no more than a planner. */
const LOCKED: AgentState = { phase: "inactive", version: 0, requests: {}, timed_out: true };

/** The surface of an agent, as far as its desk needs it. */
export interface AgentHost {
  /** terminal, discord … */
  surface: string;
  env: NodeJS.ProcessEnv;
  /** Its settings over the user's, with the same keys. */
  settings?: Readonly<Record<string, unknown>>;
  /** Its own files, which no tool may write. */
  protects?: readonly string[];
  /** Of the keyboard that it reads, if it has one. */
  presses?: KeyPresses;
  /** The clock of this machine by default. */
  clock?: Clock;
}

/** The agent of a session, as the desk knows it: its phase and its plan. */
export class LiveAgent {
  readonly id: string;
  readonly desk: Desk;
  /** The actor with which it asks and proposes. */
  readonly actor: Actor;
  /** Its plan starts here as soon as it is approved; not in a process that only plans. */
  startsApproved = true;
  #hadJournal: boolean | undefined;
  #liveMark: (() => void) | undefined;
  #known: { pulse: number; records: number; state: AgentState } | undefined;
  /** The number of records of this process: its own records do not change the counter. */
  #records = 0;

  constructor(id: string, directory: string, { surface, env, settings, protects, presses, clock }: AgentHost) {
    this.id = id;
    this.desk = new Desk({
      directory,
      env: withoutOwnMark(env),
      ...defined({ settings, protects, presses }),
      ...(clock && clock !== systemClock && { now: () => new Date(clock.now()) }),
    });
    this.desk.listen(() => {
      this.#records += 1;
    });
    this.actor = { kind: "agent", surface, id, name: "agent", person: "local" };
  }

  /** An agent that works in a project must not create Countersign's files there. */
  get isKept(): boolean {
    return existsSync(projectPaths(this.desk.project).plans);
  }

  /** Read again whenever any process has recorded something. A broken journal leaves the agent read-only. */
  async state(): Promise<AgentState> {
    if (!this.isKept) return this.#isLost() ? LOCKED : INACTIVE;
    // Taken before reading, so that a record in between makes the result outdated at once.
    const [pulse, records] = [this.desk.store.pulse(), this.#records];
    if (this.#known?.pulse === pulse && this.#known.records === records) return this.#known.state;
    const found = await this.desk.agent(this.id);
    const state = found.ok ? found.value : LOCKED;
    // Kept in case the files are removed.
    this.#known = { pulse, records, state };
    return state;
  }

  /** Its journal is gone: it had a phase when this process last read it, or the head of its journal is still known. */
  #isLost(): boolean {
    if (this.#known !== undefined) return modeOf(this.#known.state) !== "none";
    const { home, project } = this.desk;
    this.#hadJournal ??= hasJournal(home, projectPaths(project), this.id);
    return this.#hadJournal;
  }

  async mode(): Promise<Situation["mode"]> {
    return modeOf(await this.state());
  }

  /** It runs in this process: only here may its signed plan run. */
  get isHere(): boolean {
    return this.#liveMark !== undefined;
  }

  /**
   * Claims the agent for this process, unless another one has it. A caller that takes over a step must check it
   * first.
   */
  takeOver(): boolean {
    this.#liveMark ??= claimAgent(this.desk, this.id, { plansOnly: !this.startsApproved });
    return this.isHere;
  }

  letGo(): void {
    this.#liveMark?.();
    this.#liveMark = undefined;
  }

  /**
   * Why another process has its plan, if so. A process that ended in the middle of a step leaves the step unfinished:
   * this one has to check how far it got before it continues.
   */
  elsewhere(state: AgentState): string | undefined {
    if (this.isHere || modeOf(state) === "none") return undefined;
    if (isAgentLive(this.desk.home, this.id)) return "Another process has this session open, and is at its plan.";
    return state.phase === "executing"
      ? "The process that ran the plan is gone. It continues here when a person resumes it."
      : undefined;
  }

  /** The plan that it submitted, revises or runs. */
  async plan(): Promise<LivePlan | undefined> {
    const state = await this.state();
    if (!("plan_id" in state) || state.plan_id === undefined) return undefined;
    const found = await this.desk.plan(state.plan_id);
    return found.ok && found.value.kind === "standing" ? found.value.state : undefined;
  }

  /** The last one it submitted, in any state. */
  async lastPlanId(): Promise<PlanId | undefined> {
    if (!this.isKept) return undefined;
    const { records, broken } = await this.desk.store.loadJournal(this.id);
    const events = broken ? [] : (records.flatMap((record) => record.events) as AgentEvent[]);
    return events.findLast((event) => event.type === "plan_submitted")?.plan_id;
  }

  send(command: AgentCommand, by: Actor = HOST): Promise<Outcome<AgentState>> {
    return this.desk.sendAgent(this.id, command, by);
  }

  /** A person quarantines its broken journal: its state is unknown from then on. */
  async setAside(by: Person): Promise<Outcome<string>> {
    const aside = await setAside(this.desk, this.id, by);
    if (aside.ok) {
      this.#known = undefined;
      this.#hadJournal = undefined;
    }
    return aside;
  }

  close(): void {
    this.desk.close();
  }
}
