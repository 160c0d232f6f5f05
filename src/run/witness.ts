import { matchesGlob } from "node:path";
import { compareTrees, lookAtTree, type Tree } from "../desk/tree.ts";
import type { FileChange } from "../lifecycle/step-result.ts";
import type { Step, StepId } from "../plan/plan.ts";
import { mayWrite } from "../policy/modes.ts";
import type { Noted, SnapshotId, Snapshots, Taken } from "./snapshot.ts";
import type { Assignment } from "./step-runner.ts";

/** What a step did to the files of the project. */
export interface Seen {
  artifacts?: FileChange[];
  drift?: string[];
  snapshot?: SnapshotId;
  left_out?: Noted[];
  /** Of `drift`: what it left for other programs to run. */
  planted?: string[];
}

/** Looks at the files before a step and after it, by what it may have come to by then. */
export interface Sight {
  before(assignment: Assignment): Promise<{ after(step?: Step): Promise<Seen> }>;
}

export const BLIND: Sight = { before: async () => ({ after: async () => ({}) }) };

/** How one state of the files differs from another. */
interface Eye<Picture> {
  look(assignment: Assignment | undefined): Promise<Picture>;
  compare(from: Picture, to: Picture): Promise<FileChange[] | undefined>;
  idOf(picture: Picture): SnapshotId | undefined;
  /** What is there and not in the picture. */
  leftOut?(picture: Picture): Noted[];
}

/**
 * Watches the files through snapshots or, outside of git, through fingerprints. Steps that run at the same time have
 * disjoint files: what lies in another's is another's.
 */
export class Witness<Picture> implements Sight {
  readonly #eye: Eye<Picture>;
  #last: Promise<Picture>;
  #lastAt = 0;
  readonly #now: () => number;
  /** The steps at work, each with those that were at work beside it at any time. */
  readonly #running = new Map<StepId, Map<StepId, Assignment>>();
  readonly #assignments = new Map<StepId, Assignment>();
  /** Paths that are left out, and were told of. */
  readonly #told = new Set<string>();

  constructor(eye: Eye<Picture>, first?: Picture, now = () => Date.now()) {
    this.#eye = eye;
    this.#now = now;
    this.#last = this.#keep(first === undefined ? eye.look(undefined) : Promise.resolve(first));
  }

  /**
   * Each step begins where the last picture was taken: whatever changed since is its own, or that of one beside it. Where
   * nothing ran for a while, somebody else may have been at work, and it begins with another look.
   */
  async before(assignment: Assignment): Promise<{ after(step?: Step): Promise<Seen> }> {
    const { id } = assignment.step;
    if (this.#running.size === 0 && this.#now() - this.#lastAt > A_WHILE) this.#keep(this.#eye.look(undefined));
    const from = await this.#last;
    const beside = new Map(this.#assignments);
    for (const others of this.#running.values()) others.set(id, assignment);
    this.#assignments.set(id, assignment);
    this.#running.set(id, beside);
    return {
      after: async (step = assignment.step) => {
        this.#running.delete(id);
        this.#assignments.delete(id);
        const to = await this.#eye.look(assignment);
        this.#keep(Promise.resolve(to));
        const changed = await this.#eye.compare(from, to);
        const snapshot = this.#eye.idOf(to);
        const left_out = this.#untold(this.#eye.leftOut?.(to) ?? []);
        return {
          ...(changed && judged(step, changed, [...beside.values()])),
          ...(snapshot && { snapshot }),
          ...(left_out.length > 0 && { left_out }),
        };
      },
    };
  }

  #untold(left: Noted[]): Noted[] {
    const more = left.filter(({ path }) => !this.#told.has(path)).slice(0, MOST_TOLD);
    for (const { path } of more) this.#told.add(path);
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
const MOST_TOLD = 100;

/** Through snapshots in git: exact, and they can be gone back to. */
export function snapshotEye(snapshots: Snapshots): Eye<Taken> {
  return {
    look: (assignment) =>
      snapshots.take(assignment ? { step: assignment.step.id, attempt: assignment.attempt } : "before"),
    compare: (from, to) => snapshots.changed(from.id, to.id),
    idOf: ({ id }) => id,
    leftOut: ({ leftOut }) => leftOut,
  };
}

/** Through fingerprints of files: enough to tell what changed, nothing to go back to. */
export function treeEye(project: string): Eye<Tree> {
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

/** What was its own doing, and what of that it should not have done. */
function judged(step: Step, changed: FileChange[], beside: readonly Assignment[]): Seen {
  const mine = changed.filter(
    ({ path }) => covers(step.files, path) || !beside.some((other) => covers(other.step.files, path)),
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
  const isMeant = files.some((glob) => !glob.startsWith("!") && matchesGlob(path, glob));
  return isMeant && !exceptions.some((glob) => matchesGlob(path, glob));
}
