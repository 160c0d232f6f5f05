import { appendFileSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { projectPaths } from "../desk/file-store/project-paths.ts";
import type { PlanId, StepId } from "../plan/plan.ts";

/** Bytes of a step's output that are kept. Longer output is mostly repetition. */
const MOST = 16 * 1024 * 1024;

/** The output of steps, in files beside the plan's journal, one a step and attempt. Nothing depends on them. */
export class RunLog {
  readonly #directory: string;
  readonly #written = new Map<string, number>();
  #isBroken = false;

  constructor(project: string, plan: PlanId) {
    this.#directory = join(projectPaths(project).sessions, plan);
  }

  /** Where a step's output is. A step's id is a slug: it cannot lead elsewhere. */
  fileOf(step: StepId, attempt: number): string {
    return join(this.#directory, `${step}-${attempt}.log`);
  }

  add(step: StepId, attempt: number, text: string): void {
    const file = this.fileOf(step, attempt);
    const before = this.#written.get(file) ?? 0;
    if (this.#isBroken || before >= MOST || text === "") return;
    const said = before + text.length > MOST ? "\n… and more\n" : text;
    this.#written.set(file, before + text.length);
    try {
      if (before === 0) this.#makeRoom();
      appendFileSync(file, said, { mode: 0o600 });
    } catch {
      // A full disk must not end a run for the sake of its log.
      this.#isBroken = true;
    }
  }

  #makeRoom(): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    if (!lstatSync(this.#directory).isDirectory()) throw new Error("Its directory is a link.");
  }
}
