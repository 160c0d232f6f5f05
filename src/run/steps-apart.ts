import { realpathSync } from "node:fs";
import { join } from "node:path";
import { matchesFiles } from "../desk/matches-files.ts";
import { dependants, waitsFor } from "../plan/graph.ts";
import type { Plan, Step, StepId } from "../plan/plan.ts";
import { mayWrite } from "../policy/modes.ts";
import { removeLeftDirectories } from "../sandbox/private-directory.ts";
import { linkedDirectory, whyInseparable } from "../sandbox/profile.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";
import { type Inseparable, overlap, territoryOf, type WriteScope } from "./overlap.ts";

/** Where private directories of commands are made: on the file system of the project, and no command can write there. */
export function scratchDirectory(project: string): string {
  return join(realpathSync(project), ".pi", "plans", ".state", "apart");
}

/**
 * Which steps of a run may write in one directory at the same time: those whose commands the sandbox can keep apart. What
 * is found out of a step holds for the whole run: a step that runs with the directories open must stay alone in them.
 */
export class StepsApart {
  readonly #project: string;
  readonly #sandbox: SandboxFact;
  readonly #most: number;
  readonly #known = new Map<StepId, string | undefined>();
  readonly #linked = new Map<StepId, string | undefined>();

  constructor(project: string, sandbox: SandboxFact, max_parallel_steps: number) {
    this.#project = project;
    this.#sandbox = sandbox;
    this.#most = max_parallel_steps;
  }

  readonly inseparable: Inseparable = Object.assign(
    (step: WriteScope) => {
      if (!this.#known.has(step.id)) this.#known.set(step.id, this.#look(step));
      return this.#known.get(step.id);
    },
    {
      linked: ({ id, globs }: WriteScope) => {
        if (!this.#linked.has(id)) this.#linked.set(id, linkedDirectory(this.#project, globs));
        return this.#linked.get(id);
      },
    },
  );

  /** The `files` of each step that may run at the same time as this one. */
  beside(plan: Pick<Plan, "steps">, step: Step): (readonly string[])[] {
    if (this.#most <= 1 || this.#sandbox.sandbox !== "on" || step.files === undefined) return [];
    const ordered = new Set([step.id, ...waitsFor(plan.steps, step.id), ...dependants(plan.steps, step.id)]);
    const found = plan.steps
      .filter(
        (other) => !ordered.has(other.id) && mayWrite(other) && overlap(step, other, this.inseparable) === undefined,
      )
      .flatMap(({ files }) => (files === undefined ? [] : [files]));
    // An inseparable step runs beside steps of other directories only.
    return found.length > 0 && this.inseparable(territoryOf(step)) === undefined ? found : [];
  }

  /** Removes private directories that killed processes left. */
  clear(): void {
    if (this.#most > 1) removeLeftDirectories(scratchDirectory(this.#project));
  }

  #look({ globs: files, keeps }: WriteScope): string | undefined {
    // Nothing is enforced without a sandbox, and so there is nothing to keep apart.
    if (this.#sandbox.sandbox !== "on") return undefined;
    if (this.#sandbox.with.by === "seatbelt") return "the sandbox of macOS opens whole directories";
    // A private directory is merged when its command ends, and this one does not.
    if (keeps !== undefined) return `${keeps} starts with the whole directory`;
    return whyInseparable({
      project: this.#project,
      files,
      matches: matchesFiles,
      scratch: scratchDirectory(this.#project),
    });
  }
}
