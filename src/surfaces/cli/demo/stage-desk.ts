import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Desk } from "../../../desk/desk.ts";
import type { DeskEvent } from "../../../desk/events.ts";
import { createSignInCode } from "../../../desk/sign-in-codes.ts";
import { watch } from "../../../desk/watch.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Stage } from "./stage.ts";
import { told } from "./told.ts";

/** The desk of the throwaway project: what any process on this machine can see of it. */
export class StageDesk {
  readonly stage: Stage;
  readonly desk: Desk;
  readonly #countersign: readonly [string, ...string[]];
  readonly #closed = new AbortController();

  constructor(stage: Stage, countersign: readonly [string, ...string[]]) {
    this.stage = stage;
    this.#countersign = countersign;
    this.desk = new Desk({ directory: stage.project, env: stage.env });
  }

  async plan(id: string): Promise<LivePlan> {
    const found = told(await this.desk.plan(id));
    if (found.kind !== "standing") throw new Error(`${id} is ${found.kind}.`);
    return found.state;
  }

  /** Records from now on, by any process. */
  watch(): AsyncGenerator<DeskEvent> {
    return watch(this.desk, { signal: this.#closed.signal });
  }

  /** Runs `countersign …` in the project; returns its output. */
  async run(...args: string[]): Promise<string> {
    const [program, ...before] = this.#countersign;
    const { project: cwd, env } = this.stage;
    return (await promisify(execFile)(program, [...before, ...args], { cwd, env })).stdout;
  }

  /** For one browser, once, within a minute, as the person at the terminal gets it from `countersign serve`. */
  signInCode(): string {
    const person = told(this.desk.authenticate({ via: "terminal" }));
    return told(createSignInCode(this.desk.homeDatabase(), person, this.desk.at()));
  }

  close(): void {
    this.#closed.abort();
    this.desk.close();
  }
}
