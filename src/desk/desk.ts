import { type Actor, FILE, HOST } from "../lifecycle/actor.ts";
import type { AgentCommand, AgentState } from "../lifecycle/agent-phase.ts";
import type { Approvers } from "../lifecycle/approvers.ts";
import type { Boot, Moment } from "../lifecycle/clock-change.ts";
import type { PlanCommand, Terms } from "../lifecycle/plan-command.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import { freeze } from "../plan/freeze.ts";
import { isPlanId, type PlanId } from "../plan/plan.ts";
import { isError, type Problem } from "../plan/problem.ts";
import { changeAgent, type IsDue, replayAgent } from "./agents.ts";
import { brokenJournal } from "./broken-journal.ts";
import { type Changed, changePlan, hasNews, LIST_PLANS, notFound, type PlanChange } from "./change-plan.ts";
import { type Codec, loadCodec, textWithoutStatus } from "./codec.ts";
import { type LoadedConfig, loadConfig } from "./config.ts";
import { isDiskFull } from "./disk-full.ts";
import { eventsOf, type Listener, Listeners } from "./events.ts";
import { FileStore } from "./file-store/file-store.ts";
import { isAgentId } from "./file-store/project-paths.ts";
import { findHome, type Home } from "./home.ts";
import { type HomeDatabase, openHomeDatabase } from "./home-database.ts";
import { keptApprovers } from "./kept-approvers.ts";
import type { KeyPresses } from "./key-presses.ts";
import { LateFiles } from "./late-files.ts";
import { momentBy, systemMoment } from "./moment.ts";
import { type DeskRefusal, no, type Outcome, yes } from "./outcome.ts";
import { asNamed, authenticate, type Claim, isAuthenticated, type Person, viewerAt } from "./persons.ts";
import { type PlanView, viewPlan } from "./plan-view.ts";
import type { ProgramTools } from "./program-tools.ts";
import { findProject } from "./project.ts";
import type { PlanPage, PlanQuery } from "./rows.ts";
import type { NewRecord, Store } from "./store.ts";

export interface DeskOptions {
  /** Any directory of the project. */
  directory: string;
  env?: NodeJS.ProcessEnv;
  /** Settings of the host over the user's file, with the same keys. */
  settings?: Readonly<Record<string, unknown>>;
  /** Files of the host that no tool of its agents may write. */
  protects?: readonly string[];
  /** Tools of the host, for steps that were signed for them: from `programTools`. */
  tools?: ProgramTools;
  /** Of the keyboard that the host reads; absent if it reads none. */
  presses?: KeyPresses;
  now?: () => Date;
  /** When the machine booted, by `now`. By default the system tells it, or nothing if the host has a `now` of its own. */
  boot?: () => Boot | undefined;
  store?: Store;
  /** Reads and writes plan texts; markdown by default. */
  codec?: Codec;
}

export interface ProposeOptions {
  /** The plan this is the next revision of. */
  id?: PlanId;
  requester?: Actor;
  /** Remove dependencies that cannot be met, with warnings. */
  fix?: boolean;
  /** The version that the author has read. */
  expected?: number;
  /** The available tools, to check the plan against them. */
  tools?: ReadonlySet<string>;
  /** The model that wrote the draft, as its host knows it: it replaces the draft's own claim. */
  planner_model?: string;
}

export interface Proposed {
  plan: LivePlan;
  warnings: Problem[];
  /** It replaced a text of the same revision that no approver had answered yet. */
  isReplaced: boolean;
}

/** How many of an executor's commands were recorded, and the refusal that stopped the rest. */
export interface Recorded {
  done: number;
  /** The version they were decided on. */
  on?: number;
  refusal?: DeskRefusal;
  plan?: LivePlan;
}

export type FoundPlan = Exclude<PlanView, { kind: "absent" }>;

export const SIGN_EVERY_MS = 5_000;

/**
 * The entry point for surfaces: loads, decides, records, notifies. Code that writes to the store directly bypasses
 * every check.
 */
export class Desk {
  readonly project: string;
  readonly home: Home;
  readonly store: Store;
  readonly configuration: LoadedConfig;
  readonly protects: readonly string[];
  readonly tools: ProgramTools | undefined;
  /** The approvers for plans proposed here that only the host knows. */
  readonly #keptApprovers: Approvers | undefined;
  readonly #env: NodeJS.ProcessEnv;
  readonly #settings: DeskOptions["settings"];
  readonly #presses: KeyPresses | undefined;
  readonly #moment: () => Moment;
  readonly #listeners = new Listeners();
  readonly #codec: () => Promise<Codec>;
  readonly #lateFiles = new LateFiles((id) => this.#change(id, { terms: this.#terms(HOST), isFollowing: true }));
  readonly #signed = new Map<string, number>();
  #homeDatabase: HomeDatabase | undefined;

  constructor({ directory, env = process.env, settings, now, boot, store, codec, ...more }: DeskOptions) {
    this.protects = more.protects ?? [];
    this.tools = more.tools;
    this.#presses = more.presses;
    this.project = findProject(directory);
    this.home = findHome(env);
    this.#env = env;
    this.#moment = now === undefined && boot === undefined ? systemMoment : momentBy(now, boot);
    this.#settings = settings;
    const loaded = this.readConfiguration();
    // A program that has the desk cannot loosen its settings; those that it gave stay its own.
    this.configuration = { ...loaded, config: freeze(structuredClone(loaded.config)) };
    this.#keptApprovers = keptApprovers(this.configuration, settings);
    this.#codec = codec ? async () => codec : loadCodec;
    const reader = async () => (await this.#codec()).read;
    this.store = store ?? new FileStore({ project: this.project, home: this.home, reader });
  }

  /** The settings as the files have them now; `configuration` stays as it was when the desk was opened. */
  readConfiguration(): LoadedConfig {
    const settings = this.#settings;
    return loadConfig({ projectDir: this.project, userFile: this.home.config, ...defined({ settings }) });
  }

  /** What the settings would be without the project's file. */
  configurationWithoutProject(): LoadedConfig {
    const settings = this.#settings;
    return loadConfig({ userFile: this.home.config, ...defined({ settings }) });
  }

  /** Authenticates a person; acts for persons only need its result. */
  authenticate(claim: Claim): Outcome<Person> {
    const { persons } = this.configuration.config;
    const presses = this.#presses;
    return authenticate(claim, { env: this.#env, at: this.at(), home: () => this.homeDatabase(), persons, presses });
  }

  /** The actor that a user at this surface would be. */
  viewerAt(surface: string, id: string): Actor {
    return viewerAt(surface, id, this.configuration.config.persons);
  }

  /** Proposes a draft in any accepted form: a new plan, or the next revision of one that was sent back. */
  async propose(draft: unknown, by: Actor, options: ProposeOptions = {}): Promise<Outcome<Proposed>> {
    const refused = this.#refusedBeforehand(by, options.id);
    if (refused) return refused;
    const { project, store } = this;
    const { prepareText } = await import("./prepare-text.ts");
    const prepared = await prepareText(draft, {
      ...{ project, store, codec: await this.#codec(), isProposal: true },
      ...options,
    });
    if (!prepared.ok) return prepared;
    const { warnings, artifacts, ...written } = prepared.value;
    const { requester, expected } = options;
    const { outcome, records } = await this.#change(written.plan.id, {
      command: { type: "propose", ...written, ...(requester && { requester: this.#named(requester) }) },
      terms: this.#terms(by),
      artifacts,
      ...defined({ expected }),
    });
    if (!outcome.ok) return outcome;
    const isReplaced = (records.at(-1)?.events as PlanEvent[]).every(({ type }) => type !== "proposed");
    return yes({ plan: outcome.value, warnings, isReplaced });
  }

  /** Replaces a plan's text, as an edit of its file would. */
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
      ...defined({ expected }),
    });
    return outcome.ok ? yes({ plan: outcome.value, warnings, isReplaced: true }) : outcome;
  }

  /** Replaces a file that cannot be read, or is gone (no `before`); false if it changed in between. */
  async mend(id: PlanId, before: string | undefined, text: string): Promise<boolean> {
    return isPlanId(id) && this.store.replaceText(id, before, text);
  }

  /**
   * Gives a command to a plan; texts go through `propose` or `edit`. `expected` is the version that the caller has
   * read.
   */
  async send(id: PlanId, command: PlanCommand, by: Actor, expected?: number): Promise<Outcome<LivePlan>> {
    const refused = this.#refusedBeforehand(by, id);
    if (refused) return refused;
    if (command.type === "propose" || command.type === "edit") {
      throw new Error("A text is proposed or edited, not sent: it has to be read first.");
    }
    // Only a person can turn a text that was not signed here into a proposal of this project.
    if (by.kind === "person") await this.#adopt(id);
    const change = { command, terms: this.#terms(by), ...defined({ expected }) };
    return (await this.#change(id, change)).outcome;
  }

  /**
   * Records an executor's commands in this order, under its lease: the first refusal ends the list, and `done` counts
   * those before it.
   */
  async record(id: PlanId, commands: readonly PlanCommand[], lease: string | undefined): Promise<Recorded> {
    const refused = this.#refusedBeforehand(HOST, id);
    if (refused) return { done: 0, refusal: refused.refusal };
    const [command, ...then] = commands;
    if (command === undefined) throw new Error("There is no command to record.");
    const terms: Terms = { ...this.#terms(HOST), ...defined({ lease }) };
    const changed = await this.#change(id, { command, then, terms });
    const { outcome, refused: later, on = 0 } = changed;
    if (!outcome.ok) return { done: 0, refusal: outcome.refusal };
    if (later) return { done: later.index, on, refusal: later.refusal, plan: outcome.value };
    return { done: commands.length, on, plan: outcome.value };
  }

  /** A plan and whether to trust it, caught up first. */
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

  /** Records what happened to a plan since the last look. On a full disk a later look does, and reading still works. */
  async notice(id: PlanId): Promise<PlanView> {
    // Before the lock, under which the store cannot keep when it first saw a heartbeat of another machine.
    this.store.silentSince(id, this.moment());
    try {
      await this.#change(id, { terms: this.#terms(HOST) });
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
    return viewPlan(await this.store.loadPlan(id), (await this.#codec()).read);
  }

  async agent(id: string): Promise<Outcome<AgentState>> {
    if (!isAgentId(id)) return invalidAgent(id);
    const journal = await this.store.loadJournal(id);
    return journal.broken ? brokenJournal(id, journal.broken) : yes(replayAgent(journal));
  }

  /**
   * Gives a command to an agent: about its phase, its questions or its confirmations; `isDue` is called under the
   * lock.
   */
  async sendAgent(id: string, command: AgentCommand, by: Actor, isDue?: IsDue): Promise<Outcome<AgentState>> {
    if (!isAgentId(id)) return invalidAgent(id);
    const refused = this.#refusedBeforehand(by);
    if (refused) return refused;
    const { outcome, records } = await changeAgent(this.store, id, command, this.#terms(by), isDue);
    this.#tell(id, records);
    return outcome;
  }

  /** Records that the clock was set since the last record of an agent, if it was. */
  async noticeAgent(id: string): Promise<void> {
    const { records } = await changeAgent(this.store, id, undefined, this.#terms(HOST));
    this.#tell(id, records);
  }

  /** Records a heartbeat of a plan's or an agent's process. For hosts, at each tool call and from time to time. */
  alive(journal: string): void {
    if (!isPlanId(journal) && !isAgentId(journal)) throw new Error(`${JSON.stringify(journal)} has no journal.`);
    const moment = this.moment();
    const now = Date.parse(moment.at);
    // Time-outs count in minutes, and a write costs more than judging a call. Absolute: the clock may be set back.
    if (Math.abs(now - (this.#signed.get(journal) ?? 0)) < SIGN_EVERY_MS) return;
    this.#signed.set(journal, now);
    // A heartbeat that is lost costs nothing: the last record counts instead.
    this.store.sign(journal, moment).catch(() => {});
  }

  /** Listens to events of this process. For those of other processes, see `watch`. */
  listen(listener: Listener): () => void {
    return this.#listeners.add(listener);
  }

  at(): string {
    return this.#moment().at;
  }

  /** The time, and the boot where the system tells it. */
  moment(): Moment {
    return this.#moment();
  }

  homeDatabase(): HomeDatabase {
    this.#homeDatabase ??= openHomeDatabase(this.home);
    return this.#homeDatabase;
  }

  /**
   * Everything on this machine is closed when this returns, and what fails there is thrown, not a promise that no caller awaits;
   * the promise is for a store elsewhere.
   */
  close(): Promise<void> {
    this.#lateFiles.close();
    const closed = this.store.close();
    this.#homeDatabase?.close();
    this.#homeDatabase = undefined;
    return closed;
  }

  async #change(id: PlanId, change: PlanChange): Promise<Changed> {
    const changed = await changePlan(this.store, id, change, await this.#codec());
    this.#tell(id, changed.records);
    if (changed.fileLeft !== undefined) this.#lateFiles.left(id, changed.fileLeft);
    else if (changed.fileWritten) this.#lateFiles.written(id);
    return changed;
  }

  /** A plan without a journal here gets one, as a proposal by its file, before any person can sign it. */
  async #adopt(id: PlanId): Promise<void> {
    const loaded = await this.store.loadPlan(id);
    if (loaded.journal.records.length > 0 || loaded.journal.broken || loaded.file.kind !== "present") return;
    const codec = await this.#codec();
    const found = codec.read(loaded.file.text);
    if ("problems" in found || found.document.plan.id !== id) return;
    const { plan } = found.document;
    const text = textWithoutStatus(codec, found.document);
    await this.#change(id, {
      // A user who can write this project's files counts as the local user.
      command: {
        type: "propose",
        plan,
        text,
        digest: found.digest,
        requester: this.#named({ ...FILE, person: "local" }),
      },
      terms: this.#terms(FILE),
    });
  }

  /** Refuses an invalid id, a person who is not authenticated, and a wrong configuration. */
  #refusedBeforehand(by: Actor, id?: string) {
    if (id !== undefined && !isPlanId(id)) return invalidId(id);
    if (by.kind === "person" && !isAuthenticated(by)) {
      return no("no_person", `${by.name} is not authenticated.`);
    }
    return this.wrongConfiguration();
  }

  /** Refuses if a setting has an error. For hosts that would otherwise run with the tightest value of it. */
  wrongConfiguration() {
    const problems = this.configuration.problems.filter(isError);
    if (problems.length === 0) return undefined;
    return no("wrong_configuration", "The configuration has errors, so changes are refused.", {
      next: [{ move: "config", what: "see what is wrong and where" }],
      problems,
    });
  }

  #terms(by: Actor): Terms {
    const { approvers, review_timeout_minutes, stale_after_days, decision_timeout_seconds, executor_timeout_minutes } =
      this.configuration.config;
    const times = { review_timeout_minutes, stale_after_days, decision_timeout_seconds, executor_timeout_minutes };
    const kept = this.#keptApprovers;
    return { ...this.moment(), by: this.#named(by), approvers, ...defined({ kept_approvers: kept }), ...times };
  }

  #named(actor: Actor): Actor {
    return asNamed(actor, this.configuration.config.persons);
  }

  #tell(journal: string, records: readonly (NewRecord & { seq: number })[]): void {
    this.#listeners.tell(records.flatMap((record) => eventsOf({ ...record, journal })));
  }
}

function invalidId(id: unknown) {
  return no("invalid_id", `${JSON.stringify(id)} is not a plan's id.`, {
    hint: "An id is PLAN- and eight letters or digits.",
    next: [LIST_PLANS],
  });
}

function invalidAgent(id: unknown) {
  return no("invalid_id", `${JSON.stringify(id)} is not an agent's id.`, {
    hint: "Letters, digits, dots, dashes and underscores; it must not begin with PLAN-.",
  });
}
