import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Desk } from "../desk/desk.ts";
import { lookAtGit } from "../desk/look-at-git.ts";
import type { PlanId, Step, StepId } from "../plan/plan.ts";
import { hostFileAt } from "../policy/host-files.ts";
import { literalPath } from "../policy/signed-host-file.ts";
import { isWithin } from "../sandbox/within.ts";
import { ComparisonFile, type UnfinishedComparison } from "./planted/comparison-file.ts";
import { shownPath } from "./planted/escaped-path.ts";
import {
  lookForPlanted,
  MOST_DIRECTORIES,
  type PlantedFile,
  type PlantedPicture,
  targetOf,
} from "./planted/look-for-planted.ts";
import { isOwnGit } from "./planted/own-git.ts";
import { asideIn, undoPlanted } from "./planted/undo-planted.ts";
import type { FileTracker, StepFileChanges } from "./step-file-tracker.ts";
import type { Assignment } from "./step-runner.ts";

export interface PlantedCodeOptions {
  project: string;
  /** The user's own directory: removed files are kept there. */
  home: string;
  planId: PlanId;
  runId: string;
  /** Absolute paths that a step's commands cannot write: if one of them changes, a person did it. */
  held: () => Promise<readonly string[]>;
}

/**
 * Files that a step leaves in the project for other programs to run later: repositories, hooks, settings of git, files that
 * editors, agents and shells load. All of them are reported; hooks and settings that run programs are undone, unless the
 * step's `files` name that exact file.
 */
export class PlantedCode {
  readonly #options: PlantedCodeOptions;
  readonly #file: ComparisonFile;
  readonly #running = new Map<StepId, Assignment>();
  /** Steps that are done and whose process still runs. */
  readonly #keepers = new Map<StepId, Step>();
  /**
   * The state before the first step, plus signed, held and harmless changes since. Not the state before each step: a hook
   * that one step plants while another begins or ends, or that a program plants which a step left running, would count as
   * old.
   */
  #before: Promise<PlantedPicture> | undefined;
  #held: readonly string[] = [];
  #ending: Promise<unknown> = Promise.resolve();
  #saidCut = false;

  constructor(options: PlantedCodeOptions) {
    this.#options = options;
    this.#file = new ComparisonFile(options.home, options.runId);
  }

  /** Called before a step; the returned function, after it, lists the findings, each a sentence without its stop. */
  async begin(assignment: Assignment): Promise<(step: Step) => Promise<string[]>> {
    this.#before ??= lookForPlanted(this.#options.project);
    const before = await this.#before;
    this.#held = await this.#options.held();
    this.#running.set(assignment.step.id, assignment);
    this.#save(before);
    return (step) =>
      this.#inTurn(() => {
        if (step.keeps !== undefined) this.#keepers.set(step.id, step);
        return this.#end(step);
      });
  }

  /** Call it when the processes that steps kept have ended, and no step runs. */
  async afterKept(): Promise<string[]> {
    return this.#inTurn(async () => {
      const [last] = this.#keepers.values();
      return last === undefined ? [] : this.#end(last, () => this.#keepers.clear());
    }).catch((error) => unsearched(error)());
  }

  /** One after the other: a comparison must not see a file that another one is about to undo. */
  #inTurn(compare: () => Promise<string[]>): Promise<string[]> {
    const found = this.#ending.then(compare);
    this.#ending = found.catch(() => {});
    return found;
  }

  async #end(step: Step, done = () => {}): Promise<string[]> {
    const before = await this.#before;
    if (before === undefined) return [];
    try {
      const after = await lookForPlanted(this.#options.project, { before });
      const signed = [step, ...this.#atWork()].flatMap(({ files = [] }) => files);
      const { undone, told } = settle(this.#options, after, { before, signed, held: this.#held });
      return [...undone, ...cut([...told, ...this.#newsOfCut(after)])];
    } finally {
      this.#running.delete(step.id);
      done();
      this.#save(before);
    }
  }

  #atWork(): Step[] {
    return [...[...this.#running.values()].map(({ step }) => step), ...this.#keepers.values()];
  }

  #newsOfCut({ isCut }: PlantedPicture): string[] {
    if (!isCut || this.#saidCut) return [];
    this.#saidCut = true;
    return [`only ${MOST_DIRECTORIES} directories were searched for repositories and hooks; there are more`];
  }

  /** As long as a step or its process runs, another process may have to compare in this one's place. */
  #save(before: PlantedPicture): void {
    const steps = this.#atWork();
    try {
      if (steps.length === 0) this.#file.remove();
      else {
        const { project, planId: plan } = this.#options;
        const signed = steps.flatMap(({ files = [] }) => files);
        this.#file.write({ before, held: this.#held, signed }, { project, plan });
      }
    } catch {
      // The file is only needed if this process dies.
    }
  }
}

/**
 * Compares in the place of a process that died in the middle of a step. Call it when nothing of the step runs and before
 * the run continues: from then on, its hooks and settings would count as old.
 */
export async function undoAfterLoss(
  { project, home }: Pick<Desk, "project" | "home">,
  runId: string,
): Promise<string[]> {
  const file = new ComparisonFile(home.directory, runId);
  const unfinished = file.read();
  if (unfinished === undefined) return [];
  try {
    const place = { project: realpathSync(project), home: home.directory };
    const after = await lookForPlanted(place.project, { before: unfinished.before });
    const { undone, told } = settle(place, after, unfinished);
    file.remove();
    return [...undone, ...cut(told)];
  } catch (error) {
    return unsearched(error)();
  }
}

/** Undoes, reports, and adds everything that stays to `before`. */
function settle(
  { project, home }: Pick<PlantedCodeOptions, "project" | "home">,
  after: PlantedPicture,
  { before, signed, held }: UnfinishedComparison,
): { undone: string[]; told: string[] } {
  const aside = asideIn(home);
  const undone: string[] = [];
  const told: string[] = [];
  const loaded: Loaded[] = [];
  for (const [path, file] of after.files) {
    const earlier = before.files.get(path);
    if (earlier?.mark === file.mark) continue;
    const how = earlier === undefined ? "was added" : "was changed";
    const effect = effectOf(path, file, earlier, { project, after });
    const isHeld = held.some((place) => isWithin(join(project, path), place));
    if (file.kind !== "host" && effect?.runs && !isHeld && !signed.some((glob) => literalPath(glob) === path)) {
      const { words, left } = undoPlanted(project, path, { before: earlier, after: file, aside });
      if (left !== undefined) before.files.set(path, left);
      undone.push(`${shownPath(path)} ${how}: ${effect.words}; ${words}`);
      continue;
    }
    before.files.set(path, file);
    if (effect === undefined) continue;
    const line = `${shownPath(path)} ${how}: ${effect.words}`;
    if (file.kind === "host") loaded.push({ pattern: hostFileAt(path)?.pattern ?? "", line });
    else told.push(line);
  }
  const repositories = addedTo(before.repositories, after.repositories);
  told.push(...repositories.map((path) => `${placeOf(path)} is a new git repository`));
  const closed = addedTo(before.unsearched, after.unsearched);
  told.push(...closed.map((path) => `${shownPath(path)} cannot be searched for repositories and hooks`));
  const links = addedTo(before.gitlinks, after.gitlinks);
  told.push(...links.map((path) => `${path} is a new submodule in the index`));
  return { undone, told: [...told, ...oneOfEachFirst(loaded)] };
}

/** The same tracker, which also looks for planted code. It is undone before the files are compared. */
export function alsoForPlanted(tracker: FileTracker, planted: PlantedCode): FileTracker {
  return {
    before: async (assignment) => {
      const end = await planted.begin(assignment).catch(unsearched);
      const begun = await tracker.before(assignment);
      return {
        after: async (step = assignment.step): Promise<StepFileChanges> => {
          const found = await end(step).catch((error) => unsearched(error)());
          const seen = begun.after(step);
          if (found.length === 0) return seen;
          const { drift = [], ...rest } = await seen.catch(unseen);
          return { ...rest, drift: [...found, ...drift], planted: found };
        },
      };
    },
    idle: () => tracker.idle(),
    duringWait: (step, wait) => tracker.duringWait(step, wait),
    thinks: (step) => tracker.thinks(step),
    works: (step) => tracker.works(step),
    afterLoss: (lost) => tracker.afterLoss(lost),
  };
}

function unsearched(error: unknown): () => Promise<string[]> {
  return async () => [`it could not be searched for hooks and repositories: ${messageOf(error)}`];
}

function unseen(error: unknown): StepFileChanges {
  return { drift: [`what it changed cannot be seen: ${messageOf(error)}`] };
}

/** What a file that a step wrote makes other programs do; nothing for a harmless one. */
function effectOf(
  path: string,
  file: PlantedFile,
  before: PlantedFile | undefined,
  { project, after }: { project: string; after: PlantedPicture },
): { words: string; runs: boolean } | undefined {
  switch (file.kind) {
    case "hook":
      return { words: "a hook, which git runs", runs: true };
    case "settings": {
      const more = (file.harmful ?? []).filter((setting) => !before?.harmful?.includes(setting));
      if (more.length === 0) return undefined;
      return { words: `git may run a program or go elsewhere by ${more.slice(0, 3).join(", ")}`, runs: true };
    }
    case "todo": {
      const more = (file.harmful ?? []).filter((line) => !before?.harmful?.includes(line));
      if (more.length === 0) return undefined;
      return { words: `git would run ${more.slice(0, 3).join(", ")}`, runs: true };
    }
    case "pointer": {
      const look = isOwnGit(after.own, path) ? undefined : lookAtGit(join(project, dirname(path)));
      const isUnclear =
        !path.isWellFormed() || (look?.found === "unknown" && !look.because.includes("leads to no repository"));
      // Hooks and settings of a repository that the search has passed over, or that lies elsewhere, are still there.
      const target = targetOf(project, path, file);
      const isUnseen = target !== undefined && !after.repositories.has(target);
      return { words: "it says where a git repository is", runs: look?.found === "harmful" || isUnclear || isUnseen };
    }
    case "host": {
      const found = hostFileAt(path);
      const { host, loads } = found && !found.isNeverAllowed ? found : { host: "git", loads: "settings" };
      return { words: `loaded as ${loads} by ${host}`, runs: false };
    }
  }
}

/** Those that are new; they are not from now on. */
function addedTo(known: Set<string>, now: ReadonlySet<string>): string[] {
  const added = [...now].filter((path) => !known.has(path));
  for (const path of added) known.add(path);
  return added;
}

function placeOf(path: string): string {
  if (path === ".git") return "the project";
  return shownPath(/^\.git\//.test(path) ? path : path.replace(/\/\.git$/, ""));
}

interface Loaded {
  pattern: string;
  line: string;
}

/** So that many files of one program do not hide those of another. */
function oneOfEachFirst(loaded: readonly Loaded[]): string[] {
  const sorted = loaded.toSorted((one, other) => (one.line < other.line ? -1 : 1));
  const groups = [...Map.groupBy(sorted, ({ pattern }) => pattern).values()];
  return [...groups.flatMap((group) => group.slice(0, 1)), ...groups.flatMap((group) => group.slice(1))].map(
    ({ line }) => line,
  );
}

const MOST_TOLD = 20;

function cut(lines: string[]): string[] {
  const more = lines.length - MOST_TOLD;
  return more <= 0 ? lines : [...lines.slice(0, MOST_TOLD), `and ${more} more of that kind`];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
