import { existsSync } from "node:fs";
import { Desk } from "../desk/desk.ts";
import { placesOf } from "../desk/file-store/places.ts";
import { homeDatabaseFile } from "../desk/home.ts";
import type { Outcome } from "../desk/outcome.ts";
import { modeOf } from "../desk/situation.ts";
import { type Actor, HOST } from "../lifecycle/actor.ts";
import { type AgentCommand, type AgentEvent, type AgentState, INACTIVE } from "../lifecycle/agent-phase.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Situation } from "../policy/situation.ts";
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
  #known: { pulse: number; state: AgentState } | undefined;

  constructor(id: string, directory: string, surface: string, env: NodeJS.ProcessEnv) {
    this.id = id;
    this.desk = new Desk({ directory, env: withoutOwnMark(env) });
    // Kept for the case that the files are gone; no pulse is like this one.
    this.desk.listen(() => {
      if (this.#known) this.#known = { ...this.#known, pulse: Number.NaN };
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
    const pulse = this.desk.store.pulse();
    if (this.#known?.pulse === pulse) return this.#known.state;
    const found = await this.desk.agent(this.id);
    const state = found.ok ? found.value : LOCKED;
    this.#known = { pulse, state };
    return state;
  }

  /** Its journal is gone: it stood somewhere when this process last looked, or the head of its journal is still known. */
  #isLost(): boolean {
    if (this.#known !== undefined) return modeOf(this.#known.state) !== "none";
    const { home, project } = this.desk;
    this.#hadJournal ??=
      existsSync(homeDatabaseFile(home)) && (this.desk.homeDatabase().head(project, this.id)?.seq ?? 0) > 0;
    return this.#hadJournal;
  }

  async mode(): Promise<Situation["mode"]> {
    return modeOf(await this.state());
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

  close(): void {
    this.desk.close();
  }
}
