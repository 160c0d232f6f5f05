import { type Actor, FILE, HOST } from "../lifecycle/actor.ts";
import type { AgentCommand, AgentState } from "../lifecycle/agent-phase.ts";
import type { Approvers } from "../lifecycle/approvers.ts";
import type { PlanCommand, Terms } from "../lifecycle/plan-command.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { isPlanId, type PlanId } from "../plan/plan.ts";
import { isError, type Problem } from "../plan/problem.ts";
import { brokenJournal, changeAgent, type IsDue, replayAgent } from "./agents.ts";
import { type Changed, changePlan, hasNews, notFound, type PlanChange } from "./change-plan.ts";
import { type Codec, loadCodec } from "./codec.ts";
import { type LoadedConfig, loadConfig } from "./config.ts";
import { eventsOf, type Listener, Listeners } from "./events.ts";
import { FileStore } from "./file-store/file-store.ts";
import { isAgentId } from "./file-store/places.ts";
import { findHome, type Home } from "./home.ts";
import { type HomeDatabase, openHomeDatabase } from "./home-database.ts";
import { keptApprovers } from "./kept-approvers.ts";
import type { KeyPresses } from "./key-presses.ts";
import { type DeskRefusal, no, type Outcome, yes } from "./outcome.ts";
import { authenticate, type Claim, isAuthenticated, type Person, viewerAt } from "./persons.ts";
import { type PlanView, viewPlan } from "./plan-view.ts";
import { findProject } from "./project.ts";
import type { PlanPage, PlanQuery } from "./rows.ts";
import type { NewRecord, Store } from "./store.ts";

export interface DeskOptions {
  /** Any directory of the project. */
  directory: string;
  env?: NodeJS.ProcessEnv;
  /** What the host says over the user's file, with the same keys. */
  settings?: Readonly<Record<string, unknown>>;
  /** Files of the host that no tool of its agents may write. */
  protects?: readonly string[];
  /** Of the keyboard that the host reads; left out where it reads none. */
  presses?: KeyPresses;
  now?: () => Date;
  store?: Store;
  /** What plans are written with and read by; markdown, if left out. */
  codec?: Codec;
}

export interface ProposeOptions {
  /** The plan this is the next revision of. */
  id?: PlanId;
  requester?: Actor;
  /** Remove dependencies that cannot be met, with warnings. */
  fix?: boolean;
  /** The version the writer has read. */
  expected?: number;
  /** The tools there are, if the plan is to be checked against them. */
  tools?: ReadonlySet<string>;
}

export interface Proposed {
  plan: LivePlan;
  warnings: Problem[];
  /** It took the place of a text of the same revision that nobody had answered yet. */
  isReplaced: boolean;
}

/** How far an executor's words were taken down, and what stopped them. */
export interface Recorded {
  done: number;
  /** The version they were decided on. */
  on?: number;
  refusal?: DeskRefusal;
  plan?: LivePlan;
}

/** A plan that is there, one way or another. */
export type FoundPlan = Exclude<PlanView, { kind: "absent" }>;

const SIGN_EVERY_MS = 5_000;

/** The door for surfaces: load, decide, record, tell. Whoever writes past it to the store behind it asks nobody. */
export class Desk {
  readonly project: string;
  readonly home: Home;
  readonly store: Store;
  readonly configuration: LoadedConfig;
  readonly protects: readonly string[];
  /** Who signs what is proposed here, as far as only the host says so. */
  readonly #keptApprovers: Approvers | undefined;
  readonly #env: NodeJS.ProcessEnv;
  readonly #presses: KeyPresses | undefined;
  readonly #now: () => Date;
  readonly #listeners = new Listeners();
  readonly #codec: () => Promise<Codec>;
  readonly #signed = new Map<string, number>();
  #homeDatabase: HomeDatabase | undefined;

  constructor({ directory, env = process.env, settings, now = () => new Date(), store, codec, ...more }: DeskOptions) {
    this.protects = more.protects ?? [];
    this.#presses = more.presses;
    this.project = findProject(directory);
    this.home = findHome(env);
    this.#env = env;
    this.#now = now;
    this.configuration = loadConfig({
      projectDir: this.project,
      userFile: this.home.config,
      ...(settings && { settings }),
    });
    this.#keptApprovers = keptApprovers(this.configuration, settings);
    this.#codec = codec ? async () => codec : loadCodec;
    const reader = async () => (await this.#codec()).read;
    this.store = store ?? new FileStore({ project: this.project, home: this.home, reader });
  }

  /** The one check who is a person; what it returns opens what only persons may do. */
  authenticate(claim: Claim): Outcome<Person> {
    const { persons } = this.configuration.config;
    const presses = this.#presses;
    return authenticate(claim, { env: this.#env, at: this.at(), home: () => this.homeDatabase(), persons, presses });
  }

  /** As whom somebody at this surface would count. */
  viewerAt(surface: string, id: string): Actor {
    return viewerAt(surface, id, this.configuration.config.persons);
  }

  /** Proposes a draft of any shape: a new plan, or the next revision of one that was sent back. */
  async propose(draft: unknown, by: Actor, options: ProposeOptions = {}): Promise<Outcome<Proposed>> {
    const refused = this.#refusedBeforehand(by, options.id);
    if (refused) return refused;
    const { project, store } = this;
    const { prepareText } = await import("./prepare-text.ts");
    const prepared = await prepareText(draft, { project, store, codec: await this.#codec(), ...options });
    if (!prepared.ok) return prepared;
    const { warnings, artifacts, ...written } = prepared.value;
    const { requester, expected } = options;
    const { outcome, records } = await this.#change(written.plan.id, {
      command: { type: "propose", ...written, ...(requester && { requester }) },
      terms: this.#terms(by),
      artifacts,
      ...(expected !== undefined && { expected }),
    });
    if (!outcome.ok) return outcome;
    const isReplaced = (records.at(-1)?.events as PlanEvent[]).every(({ type }) => type !== "proposed");
    return yes({ plan: outcome.value, warnings, isReplaced });
  }

  /** Puts another text in the place of a plan's, as an edit of its file would. */
  async edit(id: PlanId, text: string, by: Actor, expected?: number): Promise<Outcome<Proposed>> {
    const refused = this.#refusedBeforehand(by, id);
    if (refused) return refused;
    const { project, store } = this;
    const { prepareText } = await import("./prepare-text.ts");
    const prepared = await prepareText(text, { project, store, codec: await this.#codec(), id });
    if (!prepared.ok) return prepared;
    const { warnings, artifacts, ...written } = prepared.value;
    await this.#adopt(id);
    const { outcome } = await this.#change(id, {
      command: { type: "edit", ...written },
      terms: this.#terms(by),
      artifacts,
      ...(expected !== undefined && { expected }),
    });
    return outcome.ok ? yes({ plan: outcome.value, warnings, isReplaced: true }) : outcome;
  }

  /** Another text for a file that cannot be read, or is gone (no `before`); false if somebody has changed it since. */
  async mend(id: PlanId, before: string | undefined, text: string): Promise<boolean> {
    return isPlanId(id) && this.store.replaceText(id, before, text);
  }

  /** Asks something of a plan; a text goes through `propose` or `edit`. `expected` is the version the asker has read. */
  async send(id: PlanId, command: PlanCommand, by: Actor, expected?: number): Promise<Outcome<LivePlan>> {
    const refused = this.#refusedBeforehand(by, id);
    if (refused) return refused;
    if (command.type === "propose" || command.type === "edit") {
      throw new Error("A text is proposed or edited, not sent: it has to be read first.");
    }
    // Only a person's word makes a text that came from elsewhere a proposal of this project.
    if (by.kind === "person") await this.#adopt(id);
    const change = { command, terms: this.#terms(by), ...(expected !== undefined && { expected }) };
    return (await this.#change(id, change)).outcome;
  }

  /**
   * What a run's executor has to say, in this order and at once, as far as it is allowed: the first refusal ends it, and
   * `done` tells how many there were before it. It acts under its lease.
   */
  async record(id: PlanId, commands: readonly PlanCommand[], lease: string | undefined): Promise<Recorded> {
    const refused = this.#refusedBeforehand(HOST, id);
    if (refused) return { done: 0, refusal: refused.refusal };
    const [command, ...then] = commands;
    if (command === undefined) throw new Error("Nothing was to be recorded.");
    const terms: Terms = { ...this.#terms(HOST), ...(lease !== undefined && { lease }) };
    const changed = await this.#change(id, { command, then, terms });
    const { outcome, refused: later, on = 0 } = changed;
    if (!outcome.ok) return { done: 0, refusal: outcome.refusal };
    if (later) return { done: later.index, on, refusal: later.refusal, plan: outcome.value };
    return { done: commands.length, on, plan: outcome.value };
  }

  /** What is to be thought of a plan; what happened to it while nobody looked is taken down first. */
  async plan(id: string): Promise<Outcome<FoundPlan>> {
    if (!isPlanId(id)) return invalidId(id);
    const loaded = await this.store.loadPlan(id);
    const view = viewPlan(loaded) ?? viewPlan(loaded, (await this.#codec()).read);
    const current = hasNews(this.store, loaded, view, this.#terms(HOST)) ? await this.notice(id) : view;
    return current.kind === "absent" ? notFound(id) : yes(current);
  }

  /** A page of plans, newest first. */
  async plans(query: PlanQuery): Promise<PlanPage> {
    const page = await this.store.listPlans(query);
    if (page.outdated.length === 0) return page;
    for (const id of page.outdated) await this.notice(id);
    return this.store.listPlans(query);
  }

  /** Takes down what happened to a plan while nobody looked. */
  async notice(id: PlanId): Promise<PlanView> {
    await this.#change(id, { terms: this.#terms(HOST) });
    return viewPlan(await this.store.loadPlan(id), (await this.#codec()).read);
  }

  async agent(id: string): Promise<Outcome<AgentState>> {
    if (!isAgentId(id)) return invalidAgent(id);
    const journal = await this.store.loadJournal(id);
    return journal.broken ? brokenJournal(id, journal) : yes(replayAgent(journal));
  }

  /** Asks something of an agent: its phase, its questions, its confirmations; `isDue` is asked under the lock. */
  async sendAgent(id: string, command: AgentCommand, by: Actor, isDue?: IsDue): Promise<Outcome<AgentState>> {
    if (!isAgentId(id)) return invalidAgent(id);
    const refused = this.#refusedBeforehand(by);
    if (refused) return refused;
    const { outcome, records } = await changeAgent(this.store, id, command, this.#terms(by), isDue);
    this.#tell(id, records);
    return outcome;
  }

  /** For hosts, at each tool call and now and then: whoever plans or carries out a plan is alive. */
  alive(journal: string): void {
    if (!isPlanId(journal) && !isAgentId(journal)) throw new Error(`${JSON.stringify(journal)} has no journal.`);
    const now = this.#now().getTime();
    // Those who ask count in minutes; to write costs more than a call takes to judge.
    if (now - (this.#signed.get(journal) ?? 0) < SIGN_EVERY_MS) return;
    this.#signed.set(journal, now);
    this.store.sign(journal, this.at());
  }

  /** Hears what this process does. For what others do, see `watch`. */
  listen(listener: Listener): () => void {
    return this.#listeners.add(listener);
  }

  at(): string {
    return this.#now().toISOString();
  }

  homeDatabase(): HomeDatabase {
    this.#homeDatabase ??= openHomeDatabase(this.home);
    return this.#homeDatabase;
  }

  close(): void {
    this.store.close();
    this.#homeDatabase?.close();
    this.#homeDatabase = undefined;
  }

  async #change(id: PlanId, change: PlanChange): Promise<Changed> {
    const changed = await changePlan(this.store, id, change, await this.#codec());
    this.#tell(id, changed.records);
    return changed;
  }

  /** A plan without a journal here gets one, as a proposal by its file, before anybody can sign it. */
  async #adopt(id: PlanId): Promise<void> {
    const loaded = await this.store.loadPlan(id);
    if (loaded.journal.records.length > 0 || loaded.journal.broken || loaded.file.kind !== "present") return;
    const found = (await this.#codec()).read(loaded.file.text);
    if ("problems" in found || found.document.plan.id !== id) return;
    const { plan, text } = found.document;
    await this.#change(id, {
      // Whoever can write this project's files counts as whoever sits here.
      command: { type: "propose", plan, text, digest: found.digest, requester: { ...FILE, person: "local" } },
      terms: this.#terms(FILE),
    });
  }

  /** An id that could become a path, a person nobody has seen, a configuration that is wrong: no further. */
  #refusedBeforehand(by: Actor, id?: string) {
    if (id !== undefined && !isPlanId(id)) return invalidId(id);
    if (by.kind === "person" && !isAuthenticated(by)) {
      return no("no_person", `${by.name} has not shown to be a person.`);
    }
    return this.wrongConfiguration();
  }

  /** Refuses where a setting has an error. For hosts that would otherwise meet what a setting at its tightest forbids. */
  wrongConfiguration() {
    const problems = this.configuration.problems.filter(isError);
    if (problems.length === 0) return undefined;
    return no("wrong_configuration", "The configuration is wrong, so nothing is done under it.", {
      hint: "countersign config tells what is wrong and where.",
      problems,
    });
  }

  #terms(by: Actor): Terms {
    const { approvers, review_timeout_minutes, stale_after_days, decision_timeout_seconds, executor_timeout_minutes } =
      this.configuration.config;
    const times = { review_timeout_minutes, stale_after_days, decision_timeout_seconds, executor_timeout_minutes };
    const kept = this.#keptApprovers;
    return { at: this.at(), by, approvers, ...(kept && { kept_approvers: kept }), ...times };
  }

  #tell(journal: string, records: readonly (NewRecord & { seq: number })[]): void {
    this.#listeners.tell(records.flatMap((record) => eventsOf({ ...record, journal })));
  }
}

function invalidId(id: unknown) {
  return no("invalid_id", `${JSON.stringify(id)} is not a plan's id.`, {
    hint: "An id is PLAN- and eight letters or digits; countersign plans lists them.",
  });
}

function invalidAgent(id: unknown) {
  return no("invalid_id", `${JSON.stringify(id)} is not an agent's id.`, {
    hint: "Letters, digits, dots, dashes and underscores; it must not begin with PLAN-.",
  });
}
