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
  /** The snapshot before its first work. */
  begun?: SnapshotId;
  gaps?: NonNullable<StepResult["gaps"]>;
  others?: FileChange[];
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
  /** The step's model thinks: changes from now until `works` are not its own. A step that never thinks works all the time. */
  thinks(step: StepId): Promise<void>;
  /** Called before a tool or a command of the step starts that may change files. */
  works(step: StepId): Promise<void>;
  /** Everything that changed since the lost step began; nothing where the state before it is unknown. */
  afterLoss(lost: LostStep): Promise<StepFileChanges>;
}

/** Takes pictures of the project's files and compares them. */
interface TreeSource<Picture> {
  look(when: "before" | Pick<Assignment, "step" | "attempt">): Promise<Picture>;
  /** The last picture if no file has changed since, else a new one: cheaper than `look` where nothing changed. */
  lookAgain(): Promise<Picture>;
  /** Nothing changed between the two, as far as is known without a comparison. */
  isSame(one: Picture, other: Picture): boolean;
  compare(from: Picture, to: Picture): Promise<FileChange[] | undefined>;
  idOf(picture: Picture): SnapshotId | undefined;
  /** Files of the project that are not in the picture. */
  leftOut?(picture: Picture): Noted[];
}

/** The times of a step so far: between the two pictures of each. */
export interface StepTimes<Picture> {
  /** Before its first work. */
  first: Picture;
  /** Since then it works. */
  from: Picture;
  worked: { from: Picture; to: Picture }[];
  /** `isEarlier`: before anything of it could have changed a file. */
  gaps: { from: Picture; to: Picture; beside: StepId[]; isEarlier: boolean }[];
  /** Since when its model thinks; absent while it works. */
  thinking?: Picture | undefined;
}

/** For the next process, if this one is killed. */
export interface StepTimesRecord<Picture> {
  note(step: StepId, attempt: number, times: StepTimes<Picture>): void;
  /** It has ended; `thinking` is the picture after it. */
  end(step: StepId, attempt: number, times: StepTimes<Picture>): void;
  /** Of a step that an earlier process ran; `until`: it may have worked as long as that, in milliseconds. */
  find(step: StepId, attempt: number): (StepTimes<Picture> & { until: number }) | undefined;
}

export interface TrackerOptions<Picture> {
  /** Taken before the first step. Left out: the tracker takes one at once. */
  first?: Picture;
  /** Of steps that an earlier process started: the picture before each. */
  begun?: ReadonlyMap<StepId, Picture>;
  /** Until when their process may have lived, for those without a record. */
  lostAt?: number;
  record?: StepTimesRecord<Picture>;
  /** Whether a file was changed after this time. */
  isChangedAfter?: (path: string, time: number) => boolean;
  now?: () => number;
}

/**
 * Compares files through snapshots or, outside of git, through fingerprints. Steps that run at the same time have
 * disjoint `files`: a change within the `files` of one is not attributed to another.
 */
export class StepFileTracker<Picture> implements FileTracker {
  readonly #source: TreeSource<Picture>;
  readonly #begun: ReadonlyMap<StepId, Picture>;
  readonly #lostAt: number;
  readonly #record: StepTimesRecord<Picture> | undefined;
  readonly #isChangedAfter: (path: string, time: number) => boolean;
  readonly #now: () => number;
  #last: Promise<Picture>;
  #lastAt = 0;
  readonly #running = new Map<StepId, TrackedStep<Picture>>();
  /** Steps that keep a process, which may change their files beside later steps. */
  readonly #keepers = new Map<StepId, Step>();
  #isIdle = false;
  /** Paths that are left out, and were reported. */
  readonly #reported = new Set<string>();

  constructor(source: TreeSource<Picture>, options: TrackerOptions<Picture> = {}) {
    const { first, begun = new Map(), isChangedAfter = () => false, now = () => performance.now() } = options;
    this.#source = source;
    this.#isChangedAfter = isChangedAfter;
    this.#lostAt = options.lostAt ?? Number.POSITIVE_INFINITY;
    this.#record = options.record;
    this.#begun = begun;
    this.#now = now;
    this.#last = this.#keep(first === undefined ? source.look("before") : Promise.resolve(first));
  }

  /**
   * A step is compared with the last picture if that is fresh. Else a person, or a step beside it, may have changed files since,
   * and a new one is taken.
   */
  async before(assignment: Assignment): Promise<{ after(step?: Step): Promise<StepFileChanges> }> {
    const { id } = assignment.step;
    const isFresh = !this.#isIdle && this.#now() - this.#lastAt <= FRESH;
    const before = isFresh ? undefined : await this.#last.catch(() => undefined);
    if (!isFresh) this.#keep(before === undefined ? this.#source.look("before") : this.#source.lookAgain());
    this.#isIdle = false;
    const from = await this.#last;
    const beside = [...this.#running.values()];
    const tracked = new TrackedStep(assignment, from, beside);
    if (before !== undefined && !this.#source.isSame(before, from))
      tracked.gaps.push({ from: before, to: from, beside: beside.map(({ step }) => step.id), isEarlier: true });
    for (const keeper of this.#keepers.values()) tracked.beside.set(keeper.id, keeper);
    for (const other of this.#running.values()) other.beside.set(id, assignment.step);
    this.#running.set(id, tracked);
    this.#note(tracked);
    return {
      after: async (step = assignment.step) => {
        await tracked.turn;
        this.#running.delete(id);
        if (step.keeps !== undefined) this.#keepers.set(id, step);
        return this.#compare(tracked, step);
      },
    };
  }

  idle(): void {
    this.#isIdle ||= this.#running.size === 0;
  }

  async duringWait<Value>(id: StepId, wait: () => Promise<Value>): Promise<Value> {
    const step = this.#running.get(id);
    if (step === undefined || step.thinking !== undefined) return wait();
    step.hasWorked = true;
    await this.thinks(id);
    try {
      return await wait();
    } finally {
      await this.works(id);
    }
  }

  /** If the files cannot be looked at, the step counts as working. */
  async thinks(id: StepId): Promise<void> {
    await this.#running.get(id)?.inTurn(async (step) => {
      // Before its first work it changed nothing.
      step.thinking ??= step.hasWorked ? await this.#source.lookAgain() : step.from;
      this.#note(step);
    });
  }

  async works(id: StepId): Promise<void> {
    await this.#running.get(id)?.inTurn(async (step) => {
      const before = step.thinking;
      try {
        if (before !== undefined) this.#waited(step, before, await this.#source.lookAgain());
      } finally {
        step.hasWorked = true;
        step.thinking = undefined;
        this.#note(step);
      }
    });
  }

  async afterLoss({ step, attempt, beside }: LostStep): Promise<StepFileChanges> {
    const known = this.#record?.find(step.id, attempt);
    const from = known?.first ?? this.#begun.get(step.id);
    if (from === undefined) return {};
    const tracked = new TrackedStep<Picture>({ step, attempt }, from, []);
    if (known !== undefined) tracked.resume(known);
    for (const other of beside) tracked.beside.set(other.id, other);
    const until = known?.until ?? this.#lostAt;
    const isOwn = known?.thinking !== undefined || until === Number.POSITIVE_INFINITY;
    return this.#compare(tracked, step, ({ path }) => isOwn || !this.#isChangedAfter(path, until));
  }

  /** It did not work between these two. */
  #waited(step: TrackedStep<Picture>, before: Picture, after: Picture): void {
    const { isSame } = this.#source;
    if (isSame(before, after)) return;
    if (isSame(before, step.first) && step.worked.length === 0) step.first = after;
    else step.worked.push({ from: step.from, to: before });
    const isEarlier = step.thinking !== undefined && !step.hasWorked;
    step.gaps.push({ from: before, to: after, beside: [...step.beside.keys()], isEarlier });
    step.from = after;
  }

  async #compare(
    tracked: TrackedStep<Picture>,
    step: Step,
    isOwn: (change: FileChange) => boolean = () => true,
  ): Promise<StepFileChanges> {
    const to = await this.#source.look({ step, attempt: tracked.attempt });
    this.#keep(Promise.resolve(to));
    if (tracked.thinking !== undefined) this.#waited(tracked, tracked.thinking, to);
    tracked.thinking = to;
    this.#note(tracked, "end");
    const all = await this.#changedIn(tracked, to);
    const changed = all?.filter(isOwn);
    const later = all?.filter((change) => !isOwn(change)) ?? [];
    const beside = [...tracked.beside.values()];
    const [begun, snapshot] = [this.#source.idOf(tracked.first), this.#source.idOf(to)];
    const { gaps, others } = await this.#gapsOf(tracked);
    const foreign = [...others, ...later].filter(({ path }) => !beside.some((other) => covers(other.files, path)));
    const left_out = this.#unreported(this.#source.leftOut?.(to) ?? []);
    return {
      ...(changed && judged(step, changed, beside)),
      ...(snapshot && { snapshot }),
      ...(begun && { begun }),
      ...(gaps.length > 0 && { gaps }),
      ...(foreign.length > 0 && { others: foreign.slice(0, MOST_REPORTED) }),
      ...(left_out.length > 0 && { left_out }),
    };
  }

  /** The changes of the times in which it worked. */
  async #changedIn({ first, from, worked }: TrackedStep<Picture>, to: Picture): Promise<FileChange[] | undefined> {
    const all = await this.#source.compare(first, to);
    if (worked.length === 0 || all === undefined) return this.#source.isSame(from, to) ? [] : all;
    const own = new Set<string>();
    for (const time of [...worked, { from, to }]) {
      if (this.#source.isSame(time.from, time.to)) continue;
      for (const { path } of (await this.#source.compare(time.from, time.to)) ?? all) own.add(path);
    }
    return all.filter(({ path }) => own.has(path));
  }

  /** For a rollback, which must not lose what others changed, and for the report. */
  async #gapsOf({ gaps }: TrackedStep<Picture>) {
    const found: NonNullable<StepFileChanges["gaps"]> = [];
    const others = new Map<string, FileChange>();
    for (const gap of gaps) {
      const changed = await this.#source.compare(gap.from, gap.to);
      if (!gap.isEarlier) for (const change of changed ?? []) others.set(change.path, change);
      const [from, to] = [this.#source.idOf(gap.from), this.#source.idOf(gap.to)];
      if (from === undefined || to === undefined || changed?.length === 0) continue;
      found.push({ from, to, ...(gap.beside.length > 0 && { beside: gap.beside }) });
    }
    return { gaps: found, others: [...others.values()] };
  }

  #note({ step, attempt, first, from, worked, gaps, thinking }: TrackedStep<Picture>, how: "note" | "end" = "note") {
    try {
      this.#record?.[how](step.id, attempt, { first, from, worked, gaps, thinking });
    } catch {
      // Without it, less is known after a crash.
    }
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

/** A step in progress. */
class TrackedStep<Picture> implements StepTimes<Picture> {
  readonly step: Step;
  readonly attempt: number;
  first: Picture;
  from: Picture;
  readonly worked: StepTimes<Picture>["worked"] = [];
  readonly gaps: StepTimes<Picture>["gaps"] = [];
  thinking: Picture | undefined;
  /** Steps that ran at the same time as it, at any moment. */
  readonly beside: Map<StepId, Step>;
  hasWorked = false;
  /** Resolves when the last look of a beginning or an end of its work is done. */
  turn: Promise<void> = Promise.resolve();

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

  /** Continues where the process that ran it was killed. */
  resume({ from, worked, gaps, thinking }: StepTimes<Picture>): void {
    this.from = from;
    this.worked.push(...worked);
    this.gaps.push(...gaps);
    this.thinking = thinking;
    this.hasWorked = true;
  }

  /** One after the other; a failure leaves everything as it is. */
  inTurn(change: (step: this) => Promise<void>): Promise<void> {
    this.turn = this.turn.then(() => change(this)).catch(() => {});
    return this.turn;
  }
}

/** Milliseconds. */
const FRESH = 50;
const MOST_REPORTED = 100;

/** Snapshots in git: exact, and a rollback can restore them. */
export function snapshotSource(snapshots: Snapshots): TreeSource<Taken> {
  return {
    look: (when) => snapshots.take(when === "before" ? when : { step: when.step.id, attempt: when.attempt }),
    lookAgain: () => snapshots.takeIfChanged("waiting"),
    isSame: (one, other) => one.id === other.id,
    compare: (from, to) => snapshots.changed(from.id, to.id),
    idOf: ({ id }) => id,
    leftOut: ({ leftOut }) => leftOut,
  };
}

/** Fingerprints of files: they show which files changed, and no rollback is possible. */
export function treeSource(project: string): TreeSource<Tree> {
  let last: Tree | undefined;
  const look = async () => {
    last = await lookAtTree(project);
    return last;
  };
  return {
    look,
    lookAgain: async () => {
      const before = last;
      const now = await look();
      if (before === undefined || compareTrees(before, now).kind !== "unchanged") return now;
      last = before;
      return before;
    },
    isSame: (one, other) => one === other,
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

export function covers(files: readonly string[] | undefined, path: string): boolean {
  if (files === undefined) return false;
  const exceptions = files.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const isMeant = files.some((glob) => !glob.startsWith("!") && matchesFiles(path, glob));
  return isMeant && !exceptions.some((glob) => matchesFiles(path, glob));
}
