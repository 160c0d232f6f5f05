import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bootId } from "../desk/boot-id.ts";
import { systemMoment } from "../desk/moment.ts";
import { type Boot, differ, type Moment } from "../lifecycle/clock-change.ts";
import type { StepId } from "../plan/plan.ts";
import type { SnapshotId } from "./snapshot.ts";
import type { StepTimes } from "./step-file-tracker.ts";

export interface StepWork extends StepTimes<SnapshotId> {
  attempt: number;
}

/** `at`: its process was alive then, in milliseconds. */
type KeptWork = StepWork & { at: number };

/** Tells whether the file is still needed. */
interface WorkOwner {
  project: string;
  plan: string;
}

/** While a step works, its process writes down so often that it lives. */
const BEAT_MS = 250;

/**
 * A file per run in the user's own directory, where no command of a step can write: when each running step worked, and
 * when its model thought. If a process is killed in the middle of a step, the next one finds out which changes are the step's.
 */
export class WorkFile {
  readonly runId: string;
  readonly #path: string;
  readonly #moment: () => Moment;
  /** Those of an earlier process stay until their step begins again. */
  #steps: Map<StepId, KeptWork> | undefined;
  readonly #running = new Set<StepId>();
  /** The journal may not have their end yet. */
  readonly #ended = new Set<StepId>();
  #timer: NodeJS.Timeout | undefined;

  constructor(home: string, runId: string, moment: () => Moment = systemMoment) {
    this.runId = runId;
    this.#moment = moment;
    this.#path = join(home, "work", `${encodeURIComponent(runId)}.json`);
  }

  static all(home: string): WorkFile[] {
    const directory = join(home, "work");
    if (!existsSync(directory)) return [];
    const ids = readdirSync(directory).map((name) => decodeURIComponent(name.replace(/\.json(?:\.new)?$/, "")));
    return [...new Set(ids)].map((id) => new WorkFile(home, id));
  }

  /** Nothing in a file that is cut off. */
  owner(): Partial<WorkOwner> {
    return this.#read();
  }

  find(step: StepId, attempt: number): KeptWork | undefined {
    const found = this.#kept().get(step);
    return found?.attempt === attempt ? found : undefined;
  }

  /** How a running step works now. */
  note(step: StepId, work: StepWork, owner: WorkOwner): void {
    // A step begins after the journal has the ends of those before it.
    if (!this.#running.has(step)) for (const id of this.#ended) this.#kept().delete(id);
    this.#running.add(step);
    this.#set(step, work, owner);
  }

  /** Nothing of it works any longer. */
  end(step: StepId, work: StepWork, owner: WorkOwner): void {
    this.#running.delete(step);
    this.#ended.add(step);
    this.#set(step, work, owner);
  }

  /** Processes of a step whose own process is gone lived until now. */
  livedUntilNow(step: StepId): void {
    const found = this.#kept().get(step);
    const { project = "", plan = "" } = this.owner();
    if (found === undefined) return;
    found.at = this.#now();
    this.#write({ project, plan });
  }

  remove(): void {
    for (const path of [this.#path, `${this.#path}.new`]) rmSync(path, { force: true });
  }

  #set(step: StepId, work: StepWork, owner: WorkOwner): void {
    this.#kept().set(step, { ...work, at: this.#now() });
    this.#write(owner);
    const isAtWork = [...this.#running].some((id) => this.#kept().get(id)?.thinking === undefined);
    clearInterval(this.#timer);
    this.#timer = isAtWork ? setInterval(() => this.#beat(owner), BEAT_MS).unref() : undefined;
  }

  #beat(owner: WorkOwner): void {
    const now = this.#now();
    for (const id of this.#running) {
      const work = this.#kept().get(id);
      if (work !== undefined) work.at = now;
    }
    try {
      this.#write(owner);
    } catch {
      // A full disk must not end the run.
    }
  }

  #now(): number {
    return Date.parse(this.#moment().at);
  }

  #kept(): Map<StepId, KeptWork> {
    if (this.#steps === undefined) {
      const { boot, booted, steps = [] } = this.#read();
      const set = Math.min(0, clockSet(booted, this.#moment()));
      const kept = steps.map(([step, work]) => [step, { ...work, at: work.at + set }] as const);
      // After a power failure it may be older than the files.
      this.#steps = new Map(boot === bootId() ? kept : []);
    }
    return this.#steps;
  }

  #read(): Partial<WorkOwner & { boot: string; booted: Boot; steps: [StepId, KeptWork][] }> {
    try {
      return JSON.parse(readFileSync(this.#path, "utf8"));
    } catch {
      return {};
    }
  }

  #write(owner: WorkOwner): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const beside = `${this.#path}.new`;
    const { boot: booted } = this.#moment();
    const kept = { ...owner, boot: bootId(), booted, steps: [...this.#kept()] };
    writeFileSync(beside, JSON.stringify(kept), { mode: 0o600 });
    renameSync(beside, this.#path);
  }
}

/**
 * Milliseconds by which the clock was set since. If it was set back, files that a person changes now look older than the
 * work of the step.
 */
function clockSet(before: Boot | undefined, { boot }: Moment): number {
  return before && boot && differ(boot, before) ? (boot.at - before.at) * 1000 : 0;
}
