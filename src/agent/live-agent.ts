import { existsSync } from "node:fs";
import { setAside } from "../desk/adopt.ts";
import { Desk } from "../desk/desk.ts";
import { placesOf } from "../desk/file-store/places.ts";
import { hasJournal } from "../desk/has-journal.ts";
import type { KeyPresses } from "../desk/key-presses.ts";
import type { Outcome } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { modeOf } from "../desk/situation.ts";
import { type Actor, HOST } from "../lifecycle/actor.ts";
import { type AgentCommand, type AgentEvent, type AgentState, INACTIVE } from "../lifecycle/agent-phase.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Situation } from "../policy/situation.ts";
import type { Clock } from "../run/clock.ts";
import { isLive, markLive } from "./live-mark.ts";
import { withoutOwnMark } from "./mark-shells.ts";

/** Nothing is known of it any more: it may do no more than a planner. */
const LOCKED: AgentState = { phase: "inactive", version: 0, requests: {}, timed_out: true };

/** The agent of a session, as the desk knows it: where it stands, and the plan it is at. */
export class LiveAgent {
  readonly id: string;
  readonly desk: Desk;
  /** As which it asks and proposes. */
  readonly actor: Actor;
  #hadJournal: boolean | undefined;
  #liveMark: (() => void) | undefined;
  #known: { pulse: number; records: number; state: AgentState } | undefined;
  /** How often this process has recorded something: its own records leave the pulse as it is. */
  #records = 0;

  constructor(
    id: string,
    directory: string,
    {
      surface,
      env,
      settings,
      protects,
      presses,
      clock,
    }: {
      surface: string;
      env: NodeJS.ProcessEnv;
      settings?: Readonly<Record<string, unknown>>;
      protects?: readonly string[];
      presses?: KeyPresses;
      clock?: Clock;
    },
  ) {
    this.id = id;
    this.desk = new Desk({
      ...{ directory, env: withoutOwnMark(env) },
      ...(settings && { settings }),
      ...(protects && { protects }),
      ...(presses && { presses }),
      ...(clock && { now: () => new Date(clock.now()) }),
    });
    this.desk.listen(() => {
      this.#records += 1;
    });
    this.actor = { kind: "agent", surface, id, name: "agent", person: "local" };
  }

  /** Somebody's project does not become one of ours because an agent works in it. */
  get isKept(): boolean {
    return existsSync(placesOf(this.desk.project).plans);
  }

  /** Read anew whenever any process has recorded something. A journal that does not hold leaves the agent read-only. */
  async state(): Promise<AgentState> {
    if (!this.isKept) return this.#isLost() ? LOCKED : INACTIVE;
    // Taken before it is read: what is recorded meanwhile makes it old at once.
    const [pulse, records] = [this.desk.store.pulse(), this.#records];
    if (this.#known?.pulse === pulse && this.#known.records === records) return this.#known.state;
    const found = await this.desk.agent(this.id);
    const state = found.ok ? found.value : LOCKED;
    // Kept also for the case that the files are gone.
    this.#known = { pulse, records, state };
    return state;
  }

  /** Its journal is gone: it stood somewhere when this process last looked, or the head of its journal is still known. */
  #isLost(): boolean {
    if (this.#known !== undefined) return modeOf(this.#known.state) !== "none";
    const { home, project } = this.desk;
    this.#hadJournal ??= hasJournal(home, placesOf(project), this.id);
    return this.#hadJournal;
  }

  async mode(): Promise<Situation["mode"]> {
    return modeOf(await this.state());
  }

  /** It lives in this process: only here is carried out what was signed for it. */
  get isHere(): boolean {
    return this.#liveMark !== undefined;
  }

  /** It lives here from now on, unless another process has it. Whoever takes it over in a step looks at that first. */
  takeOver(): boolean {
    this.#liveMark ??= markLive(this.desk, this.id);
    return this.isHere;
  }

  letGo(): void {
    this.#liveMark?.();
    this.#liveMark = undefined;
  }

  /**
   * Why it is another process that is at its plan, if so. One that ended in the middle of a step leaves the step as it
   * is: this one has to look how far it got before it goes on.
   */
  elsewhere(state: AgentState): string | undefined {
    if (this.isHere || modeOf(state) === "none") return undefined;
    if (isLive(this.desk.home, this.id)) return "Another process has this session open, and is at its plan.";
    return state.phase === "executing"
      ? "The process that carried out the plan is gone. /plan resume goes on here."
      : undefined;
  }

  /** The plan it has submitted, revises or carries out. */
  async plan(): Promise<LivePlan | undefined> {
    const state = await this.state();
    if (!("plan_id" in state) || state.plan_id === undefined) return undefined;
    const found = await this.desk.plan(state.plan_id);
    return found.ok && found.value.kind === "standing" ? found.value.state : undefined;
  }

  /** The last one it submitted, whatever became of it. */
  async lastPlanId(): Promise<PlanId | undefined> {
    if (!this.isKept) return undefined;
    const { records, broken } = await this.desk.store.loadJournal(this.id);
    const events = broken ? [] : (records.flatMap((record) => record.events) as AgentEvent[]);
    return events.findLast((event) => event.type === "plan_submitted")?.plan_id;
  }

  send(command: AgentCommand, by: Actor = HOST): Promise<Outcome<AgentState>> {
    return this.desk.sendAgent(this.id, command, by);
  }

  /** A person puts its journal aside, which does not hold, for the record: nothing is known of it any more. */
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
