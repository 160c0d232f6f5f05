import { matchesFiles } from "../desk/matches-files.ts";
import { compareTrees, lookAtTree, type Tree } from "../desk/tree.ts";
import type { FileChange, StepResult } from "../lifecycle/step-result.ts";
import type { Step, StepId } from "../plan/plan.ts";
import { mayWrite } from "../policy/modes.ts";
import type { Noted, SnapshotId, Snapshots, Taken } from "./snapshot.ts";
import type { Assignment } from "./step-runner.ts";

/** What a step did to the files of the project. */
export interface StepFileChanges {
  artifacts?: FileChange[];
  drift?: string[];
  snapshot?: SnapshotId;
  gaps?: NonNullable<StepResult["gaps"]>;
  left_out?: Noted[];
  /** Of `drift`: files that it left for other programs to run. */
  planted?: string[];
}

/** A step whose process died before its files were compared. */
export interface LostStep {
  step: Step;
  attempt: number;
  /** Other steps that ran when the process died. */
  beside: readonly Step[];
}

export interface FileTracker {
  /** Called before a step; `after` compares the files, by the step's scope at its end. */
  before(assignment: Assignment): Promise<{ after(step?: Step): Promise<StepFileChanges> }>;
  /** No step works until the next one begins: changes in between are not a step's. */
  idle(): void;
  /** The step waits for a person: changes during the wait are not its own. */
  duringWait<Value>(step: StepId, wait: () => Promise<Value>): Promise<Value>;
  /** Everything that changed since the lost step began; nothing where the state before it is unknown. */
  afterLoss(lost: LostStep): Promise<StepFileChanges>;
}

/** Takes pictures of the project's files and compares them. */
interface TreeSource<Picture> {
  look(when: "before" | "waiting" | Pick<Assignment, "step" | "attempt">): Promise<Picture>;
  compare(from: Picture, to: Picture): Promise<FileChange[] | undefined>;
  idOf(picture: Picture): SnapshotId | undefined;
  /** Files of the project that are not in the picture. */
  leftOut?(picture: Picture): Noted[];
}

export interface TrackerOptions<Picture> {
  /** Taken before the first step. Left out: the tracker takes one at once. */
  first?: Picture;
  /** Of steps that an earlier process started: the picture before each. */
  begun?: ReadonlyMap<StepId, Picture>;
  /** Whether a file was changed after the process of the lost steps was gone. */
  isLater?: (path: string) => boolean;
  now?: () => number;
}

/**
 * Compares files through snapshots or, outside of git, through fingerprints. Steps that run at the same time have
 * disjoint `files`: a change within the `files` of one is not attributed to another.
 */
export class StepFileTracker<Picture> implements FileTracker {
  readonly #source: TreeSource<Picture>;
  readonly #begun: ReadonlyMap<StepId, Picture>;
  readonly #isLater: (path: string) => boolean;
  readonly #now: () => number;
  #last: Promise<Picture>;
  #lastAt = 0;
  readonly #running = new Map<StepId, TrackedStep<Picture>>();
  #isIdle = false;
  /** Paths that are left out, and were reported. */
  readonly #reported = new Set<string>();

  constructor(source: TreeSource<Picture>, options: TrackerOptions<Picture> = {}) {
    const { first, begun = new Map(), isLater = () => false, now = Date.now } = options;
    this.#source = source;
    this.#isLater = isLater;
    this.#begun = begun;
    this.#now = now;
    this.#last = this.#keep(first === undefined ? source.look("before") : Promise.resolve(first));
  }

  /**
   * A step is compared with the last picture: a change since then is its own, or that of a step beside it. After a wait, or a
   * while without a running step, a person may have changed files, so a new picture is taken.
   */
  async before(assignment: Assignment): Promise<{ after(step?: Step): Promise<StepFileChanges> }> {
    const { id } = assignment.step;
    const isIdle = this.#running.size === 0 && (this.#isIdle || this.#now() - this.#lastAt > A_WHILE);
    const before = isIdle ? await this.#last.catch(() => undefined) : undefined;
    if (isIdle) this.#keep(this.#source.look("before"));
    this.#isIdle = false;
    const from = await this.#last;
    const tracked = new TrackedStep(assignment, from, [...this.#running.values()]);
    if (before !== undefined) tracked.gaps.push({ from: before, to: from, beside: [] });
    for (const other of this.#running.values()) other.beside.set(id, assignment.step);
    this.#running.set(id, tracked);
    return {
      after: async (step = assignment.step) => {
        await Promise.allSettled(tracked.waits);
        this.#running.delete(id);
        return this.#compare(tracked, step);
      },
    };
  }

  idle(): void {
    this.#isIdle ||= this.#running.size === 0;
  }

  async duringWait<Value>(id: StepId, wait: () => Promise<Value>): Promise<Value> {
    const step = this.#running.get(id);
    const before = await (step && this.#source.look("waiting").catch(() => undefined));
    const waited = wait();
    if (step === undefined || before === undefined) return waited;
    const looked = waited
      .catch(() => {})
      .then(() => this.#source.look("waiting"))
      .then((after) => step.waited(before, after));
    step.waits.push(looked);
    await looked.catch(() => {});
    return waited;
  }

  async afterLoss({ step, attempt, beside }: LostStep): Promise<StepFileChanges> {
    const from = this.#begun.get(step.id);
    if (from === undefined) return {};
    const tracked = new TrackedStep({ step, attempt }, from, []);
    for (const other of beside) tracked.beside.set(other.id, other);
    return this.#compare(tracked, step, ({ path }) => !this.#isLater(path));
  }

  async #compare(
    tracked: TrackedStep<Picture>,
    step: Step,
    isOwn: (change: FileChange) => boolean = () => true,
  ): Promise<StepFileChanges> {
    const to = await this.#source.look({ step, attempt: tracked.attempt });
    this.#keep(Promise.resolve(to));
    const changed = (await this.#changedIn(tracked, to))?.filter(isOwn);
    const snapshot = this.#source.idOf(to);
    const gaps = await this.#gapsOf(tracked);
    const left_out = this.#unreported(this.#source.leftOut?.(to) ?? []);
    return {
      ...(changed && judged(step, changed, [...tracked.beside.values()])),
      ...(snapshot && { snapshot }),
      ...(gaps.length > 0 && { gaps }),
      ...(left_out.length > 0 && { left_out }),
    };
  }

  /** The changes of the times in which it worked. */
  async #changedIn({ first, from, worked }: TrackedStep<Picture>, to: Picture): Promise<FileChange[] | undefined> {
    const all = await this.#source.compare(first, to);
    if (worked.length === 0 || all === undefined) return all;
    const own = new Set<string>();
    for (const time of [...worked, { from, to }]) {
      for (const { path } of (await this.#source.compare(time.from, time.to)) ?? all) own.add(path);
    }
    return all.filter(({ path }) => own.has(path));
  }

  /** For a rollback, which must not lose what others changed. */
  async #gapsOf({ gaps }: TrackedStep<Picture>): Promise<NonNullable<StepFileChanges["gaps"]>> {
    const found: NonNullable<StepFileChanges["gaps"]> = [];
    for (const gap of gaps) {
      const [from, to] = [this.#source.idOf(gap.from), this.#source.idOf(gap.to)];
      if (from === undefined || to === undefined) continue;
      if ((await this.#source.compare(gap.from, gap.to))?.length === 0) continue;
      found.push({ from, to, ...(gap.beside.length > 0 && { beside: gap.beside }) });
    }
    return found;
  }

  #unreported(left: Noted[]): Noted[] {
    const more = left.filter(({ path }) => !this.#reported.has(path)).slice(0, MOST_REPORTED);
    for (const { path } of more) this.#reported.add(path);
    return more;
  }

  #keep(picture: Promise<Picture>): Promise<Picture> {
    picture.catch(() => {});
    this.#last = picture;
    this.#lastAt = this.#now();
    return picture;
  }
}

/** A step in progress: the times in which it worked, and those in which it did not. */
class TrackedStep<Picture> {
  readonly step: Step;
  readonly attempt: number;
  readonly first: Picture;
  /** Since then it works. */
  from: Picture;
  readonly worked: { from: Picture; to: Picture }[] = [];
  readonly gaps: { from: Picture; to: Picture; beside: StepId[] }[] = [];
  /** Steps that ran at the same time as it, at any moment. */
  readonly beside: Map<StepId, Step>;
  readonly waits: Promise<void>[] = [];

  constructor(
    { step, attempt }: Pick<Assignment, "step" | "attempt">,
    first: Picture,
    beside: readonly TrackedStep<Picture>[],
  ) {
    this.step = step;
    this.attempt = attempt;
    this.first = first;
    this.from = first;
    this.beside = new Map(beside.map(({ step }) => [step.id, step]));
  }

  /** It waited between these two. */
  waited(before: Picture, after: Picture): void {
    this.worked.push({ from: this.from, to: before });
    this.gaps.push({ from: before, to: after, beside: [...this.beside.keys()] });
    this.from = after;
  }
}

/** Milliseconds. */
const A_WHILE = 2_000;
const MOST_REPORTED = 100;

/** Snapshots in git: exact, and a rollback can restore them. */
export function snapshotSource(snapshots: Snapshots): TreeSource<Taken> {
  return {
    look: (when) => snapshots.take(typeof when === "string" ? when : { step: when.step.id, attempt: when.attempt }),
    compare: (from, to) => snapshots.changed(from.id, to.id),
    idOf: ({ id }) => id,
    leftOut: ({ leftOut }) => leftOut,
  };
}

/** Fingerprints of files: they show which files changed, and no rollback is possible. */
export function treeSource(project: string): TreeSource<Tree> {
  return {
    look: () => lookAtTree(project),
    compare: async (from, to) => {
      const compared = compareTrees(from, to);
      if (compared.kind === "unknown") return undefined;
      return compared.kind === "changed" ? compared.files : [];
    },
    idOf: () => undefined,
  };
}

/** The changes that are the step's own, and those of them outside its scope. */
function judged(step: Step, changed: FileChange[], beside: readonly Step[]): StepFileChanges {
  const mine = changed.filter(
    ({ path }) => covers(step.files, path) || !beside.some((other) => covers(other.files, path)),
  );
  const outside = step.files ? mine.filter(({ path }) => !covers(step.files, path)) : [];
  const shouldChange = mayWrite(step) && step.files !== undefined && step.run === undefined;
  const drift = [
    ...outside.map(({ path, how }) => `${path} was ${how}, outside of its files`),
    ...(mayWrite(step) ? [] : mine.map(({ path, how }) => `${path} was ${how} by a step that changes nothing`)),
    ...(shouldChange && mine.length === 0 ? ["it changed none of its files"] : []),
  ];
  return { artifacts: mine, drift };
}

function covers(files: readonly string[] | undefined, path: string): boolean {
  if (files === undefined) return false;
  const exceptions = files.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const isMeant = files.some((glob) => !glob.startsWith("!") && matchesFiles(path, glob));
  return isMeant && !exceptions.some((glob) => matchesFiles(path, glob));
}
