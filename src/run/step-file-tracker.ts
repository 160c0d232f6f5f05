import { matchesFiles } from "../desk/matches-files.ts";
import { compareTrees, lookAtTree, type Tree } from "../desk/tree.ts";
import type { FileChange } from "../lifecycle/step-result.ts";
import type { Step, StepId } from "../plan/plan.ts";
import { mayWrite } from "../policy/modes.ts";
import type { Noted, SnapshotId, Snapshots, Taken } from "./snapshot.ts";
import type { Assignment } from "./step-runner.ts";

/** What a step did to the files of the project. */
export interface StepFileChanges {
  artifacts?: FileChange[];
  drift?: string[];
  snapshot?: SnapshotId;
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
  /** Everything that changed since the lost step began; nothing where the state before it is unknown. */
  afterLoss(lost: LostStep): Promise<StepFileChanges>;
}

export const NO_TRACKING: FileTracker = {
  before: async () => ({ after: async () => ({}) }),
  afterLoss: async () => ({}),
};

/** Takes pictures of the project's files and compares them. */
interface TreeSource<Picture> {
  look(after: Pick<Assignment, "step" | "attempt"> | undefined): Promise<Picture>;
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
  now?: () => number;
}

/**
 * Compares files through snapshots or, outside of git, through fingerprints. Steps that run at the same time have
 * disjoint `files`: a change within the `files` of one is not attributed to another.
 */
export class StepFileTracker<Picture> implements FileTracker {
  readonly #source: TreeSource<Picture>;
  readonly #begun: ReadonlyMap<StepId, Picture>;
  readonly #now: () => number;
  #last: Promise<Picture>;
  #lastAt = 0;
  /** The running steps, each with those that ran beside it at any time. */
  readonly #running = new Map<StepId, Map<StepId, Assignment>>();
  readonly #assignments = new Map<StepId, Assignment>();
  /** Paths that are left out, and were reported. */
  readonly #reported = new Set<string>();

  constructor(source: TreeSource<Picture>, { first, begun = new Map(), now = Date.now }: TrackerOptions<Picture> = {}) {
    this.#source = source;
    this.#begun = begun;
    this.#now = now;
    this.#last = this.#keep(first === undefined ? source.look(undefined) : Promise.resolve(first));
  }

  /**
   * A step is compared with the last picture: a change since then is its own, or that of a step beside it. After a while
   * without a running step a person may have changed files, so a new picture is taken.
   */
  async before(assignment: Assignment): Promise<{ after(step?: Step): Promise<StepFileChanges> }> {
    const { id } = assignment.step;
    if (this.#running.size === 0 && this.#now() - this.#lastAt > A_WHILE) this.#keep(this.#source.look(undefined));
    const from = await this.#last;
    const beside = new Map(this.#assignments);
    for (const others of this.#running.values()) others.set(id, assignment);
    this.#assignments.set(id, assignment);
    this.#running.set(id, beside);
    return {
      after: (step = assignment.step) => {
        this.#running.delete(id);
        this.#assignments.delete(id);
        return this.#compare(from, { ...assignment, step, beside: [...beside.values()].map((other) => other.step) });
      },
    };
  }

  async afterLoss(lost: LostStep): Promise<StepFileChanges> {
    const from = this.#begun.get(lost.step.id);
    return from === undefined ? {} : this.#compare(from, lost);
  }

  async #compare(from: Picture, { step, attempt, beside }: LostStep): Promise<StepFileChanges> {
    const to = await this.#source.look({ step, attempt });
    this.#keep(Promise.resolve(to));
    const changed = await this.#source.compare(from, to);
    const snapshot = this.#source.idOf(to);
    const left_out = this.#unreported(this.#source.leftOut?.(to) ?? []);
    return {
      ...(changed && judged(step, changed, beside)),
      ...(snapshot && { snapshot }),
      ...(left_out.length > 0 && { left_out }),
    };
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

/** Milliseconds. */
const A_WHILE = 2_000;
const MOST_REPORTED = 100;

/** Snapshots in git: exact, and a rollback can restore them. */
export function snapshotSource(snapshots: Snapshots): TreeSource<Taken> {
  return {
    look: (after) => snapshots.take(after ? { step: after.step.id, attempt: after.attempt } : "before"),
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
