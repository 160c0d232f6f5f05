import { dirname, join } from "node:path";
import { lookAtGit } from "../desk/look-at-git.ts";
import type { Step, StepId } from "../plan/plan.ts";
import { hostFileAt } from "../policy/host-files.ts";
import {
  lookForPlanted,
  MOST_DIRECTORIES,
  type PlantedFile,
  type PlantedPicture,
  targetOf,
} from "./planted/look-for-planted.ts";
import { asideIn, undoPlanted } from "./planted/undo-planted.ts";
import type { Assignment } from "./step-runner.ts";
import type { Seen, Sight } from "./witness.ts";

export interface PlantedCodeOptions {
  project: string;
  /** The user's own directory: what is taken back is kept there. */
  home: string;
  /** Absolute paths that a step's commands cannot write: if one of them changes, a person did it. */
  held: () => Promise<readonly string[]>;
}

/**
 * What a step leaves in the project for other programs to run later: repositories, hooks, settings of git, files that
 * editors, agents and shells load. All of it is told; hooks and settings that run programs are taken back, unless the
 * step's `files` name that very file.
 */
export class PlantedCode {
  readonly #options: PlantedCodeOptions;
  readonly #running = new Map<StepId, Assignment>();
  #last: Promise<PlantedPicture> | undefined;
  #saidCut = false;

  constructor(options: PlantedCodeOptions) {
    this.#options = options;
  }

  /** To be called before a step; the answer, after it, tells what was found, each as a sentence without its stop. */
  async begin(assignment: Assignment): Promise<(step: Step) => Promise<string[]>> {
    const { project } = this.#options;
    // What a person changes between two steps is theirs.
    if (this.#running.size === 0 || this.#last === undefined) this.#last = lookForPlanted(project);
    this.#running.set(assignment.step.id, assignment);
    this.#last.catch(() => {});
    await this.#last;
    const held = await this.#options.held();
    return async (step) => {
      const before = await (this.#last ?? lookForPlanted(project));
      const signed = [step, ...this.#others(step.id)].flatMap(({ files = [] }) => files);
      this.#running.delete(step.id);
      const after = await lookForPlanted(project, { before });
      const found = this.#settle(before, after, { signed, held });
      this.#last = found.length > 0 ? lookForPlanted(project) : Promise.resolve(after);
      this.#last.catch(() => {});
      return found;
    };
  }

  #others(id: StepId): Step[] {
    return [...this.#running.values()].map(({ step }) => step).filter((step) => step.id !== id);
  }

  #settle(
    before: PlantedPicture,
    after: PlantedPicture,
    { signed, held }: { signed: readonly string[]; held: readonly string[] },
  ): string[] {
    const { project, home } = this.#options;
    const aside = asideIn(home);
    const undone: string[] = [];
    const told: string[] = [];
    for (const [path, file] of after.files) {
      const earlier = before.files.get(path);
      if (earlier?.mark === file.mark) continue;
      const how = earlier === undefined ? "was added" : "was changed";
      const what = whatItDoes(path, file, earlier, { project, after });
      if (what === undefined) continue;
      const isHeld = held.some((place) => isWithin(join(project, path), place));
      if (!what.runs || isHeld || signed.includes(path)) told.push(`${path} ${how}: ${what.words}`);
      else
        undone.push(
          `${path} ${how}: ${what.words}; ${undoPlanted(project, path, { before: earlier, after: file, aside })}`,
        );
    }
    const repositories = [...after.repositories].filter((path) => !before.repositories.has(path));
    told.push(...repositories.map((path) => `${placeOf(path)} is a new git repository`));
    const closed = [...after.unsearched].filter((path) => !before.unsearched.has(path));
    told.push(...closed.map((path) => `${path} cannot be searched for repositories and hooks`));
    const links = [...after.gitlinks].filter((path) => !before.gitlinks.has(path));
    told.push(...links.map((path) => `${path} is a new submodule in the index`));
    if (after.isCut && !this.#saidCut) {
      this.#saidCut = true;
      told.push(`only ${MOST_DIRECTORIES} directories were searched for repositories and hooks; there are more`);
    }
    return [...undone, ...cut(told)];
  }
}

/** The same sight, which also tells what a step planted. That is taken back before the files are looked at. */
export function alsoForPlanted(sight: Sight, planted: PlantedCode): Sight {
  return {
    before: async (assignment) => {
      const end = await planted.begin(assignment).catch(unsearched);
      const begun = await sight.before(assignment);
      return {
        after: async (step = assignment.step): Promise<Seen> => {
          const found = await end(step).catch((error) => unsearched(error)());
          const seen = begun.after(step);
          if (found.length === 0) return seen;
          const { drift = [], ...rest } = await seen.catch(unseen);
          return { ...rest, drift: [...found, ...drift], planted: found };
        },
      };
    },
  };
}

function unsearched(error: unknown): () => Promise<string[]> {
  return async () => [`it could not be searched for hooks and repositories: ${messageOf(error)}`];
}

function unseen(error: unknown): Seen {
  return { drift: [`what it changed cannot be seen: ${messageOf(error)}`] };
}

/** What becomes of a file that a step wrote; nothing where that is no matter. */
function whatItDoes(
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
    case "pointer": {
      const isOwn = /^\.git\/(?:modules|worktrees)\//.test(path);
      const look = isOwn ? undefined : lookAtGit(join(project, dirname(path)));
      const isUnclear = look?.found === "unknown" && !look.because.includes("leads to no repository");
      // Hooks and settings of a repository that the search has passed over are still there.
      const target = targetOf(project, path, file);
      const isUnseen = target !== undefined && !after.repositories.has(target);
      return { words: "it says where a git repository is", runs: look?.found === "harmful" || isUnclear || isUnseen };
    }
    case "host": {
      const { host, loads } = hostFileAt(path) ?? { host: "a program", loads: "settings" };
      return { words: `loaded as ${loads} by ${host}`, runs: false };
    }
  }
}

function placeOf(path: string): string {
  if (path === ".git") return "the project";
  return /^\.git\//.test(path) ? path : path.replace(/\/\.git$/, "");
}

const MOST_TOLD = 20;

function cut(lines: string[]): string[] {
  const more = lines.length - MOST_TOLD;
  return more <= 0 ? lines : [...lines.slice(0, MOST_TOLD), `and ${more} more of that kind`];
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
