import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MODEL, PROVIDER } from "./model-name.ts";
import { play } from "./play.ts";
import { makeStage, type Stage } from "./stage.ts";

/** How to start the demonstrated program. */
export interface Program {
  /** Of the command `countersign`, as `[node, "bin/countersign.js"]`. */
  countersign: readonly [string, ...string[]];
  /** The extension with the scripted model. */
  model: string;
}

/** Prepares the program in an empty directory, which is removed afterwards. */
export type Prepare = (backstage: string) => Program | Promise<Program>;

export interface DemoOptions {
  hasTerminal: boolean;
  /** The command that repeats the demonstration. */
  again: string;
  /** The command that installs `countersign`, where the demonstration came without it. */
  install?: string;
}

const LONGEST = 180_000;

/**
 * The terminal app on a throwaway project, with a scripted model; without a terminal the story plays by itself as
 * text. Removes everything afterwards, also when it is interrupted. Returns the exit code.
 */
export async function demo(prepare: Prepare, options: DemoOptions): Promise<number> {
  const { hasTerminal } = options;
  const running = new Running();
  try {
    const stage = running.take(makeStage(process.env));
    const program = await running.unlessLeft(hasTerminal, () => prepare(stage.backstage));
    const [node, ...args] = program.countersign;
    // Without a session on disk: pi would name it at the end, when it is removed.
    const model = ["--extension", program.model, "--provider", PROVIDER, "--model", MODEL, "--no-session"];
    const app = [...args, ...model];
    const place = { cwd: stage.project, env: stage.env };
    if (hasTerminal) {
      const code = await running.ends(spawn(node, app, { ...place, stdio: "inherit" }));
      if (!running.isInterrupted) process.stdout.write(`${farewell(options).join("\n")}\n`);
      return code;
    }
    const start = () =>
      running.start(
        // A blocked story would block the calling process, too.
        spawn(node, [...app, "--mode", "rpc"], { ...place, stdio: ["pipe", "pipe", "inherit"], timeout: LONGEST }),
      );
    const print = (line: string) => !running.isInterrupted && process.stdout.write(`${line}\n`);
    const wentWell = await play(stage, program.countersign, start, print);
    for (const line of farewell(options)) print(line);
    return wentWell ? 0 : 1;
  } catch (error) {
    // Ctrl+C also ends the programs that this process waits for. Node reports their failure before it reports the
    // signal.
    await sleep(50);
    throw error;
  } finally {
    await running.stop();
  }
}

function farewell({ hasTerminal, again, install }: DemoOptions): string[] {
  return [
    "",
    "The demonstration is over, and its project is removed.",
    "Next, in a project of your own:",
    ...(install === undefined ? [] : [`  ${install}`]),
    "  countersign            it leads you to a model if pi has none",
    "  /plan <goal>           the agent plans, you approve, it runs",
    "  countersign doctor     what your machine has: model, sandbox, git",
    `${hasTerminal ? "The demonstration again" : "In a terminal it is you who answers and signs"}:  ${again}`,
  ];
}

/** Ensures that the program and the stage end with this process in every case. */
class Running {
  #stage: Stage | undefined;
  #child: ChildProcess | undefined;
  #exited: Promise<number> = Promise.resolve(0);
  #interruption: Promise<never> | undefined;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, this.#interrupt);
    process.on("exit", this.#removeStage);
    // The reader is gone, as with `| head`.
    process.stdout.on("error", () => this.#interrupt("SIGPIPE"));
  }

  get isInterrupted(): boolean {
    return this.#interruption !== undefined;
  }

  take(stage: Stage): Stage {
    this.#stage = stage;
    return stage;
  }

  /** Ends this process on Ctrl+D during `work`, when no app reads the terminal yet. */
  async unlessLeft<Value>(hasTerminal: boolean, work: () => Value | Promise<Value>): Promise<Value> {
    if (!hasTerminal) return work();
    const leave = () => this.#leave(0);
    process.stdin.once("end", leave).resume();
    try {
      return await work();
    } finally {
      process.stdin.off("end", leave).pause();
    }
  }

  start<Child extends ChildProcess>(child: Child): Child {
    this.#child = child;
    this.#exited = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (code, signal) => resolve(code ?? (signal ? 128 + constants.signals[signal] : 1)));
    });
    return child;
  }

  /** Its exit code. */
  ends(child: ChildProcess): Promise<number> {
    this.start(child);
    return this.#exited;
  }

  /** After an interruption this ends the process, whatever else still runs in it. */
  stop(): Promise<void> {
    return this.#interruption ?? this.#end();
  }

  /** Asks it to end, kills it after a while, and removes the stage. */
  async #end(): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      const insist = setTimeout(() => child.kill("SIGKILL"), 3_000);
      await this.#exited;
      clearTimeout(insist);
    }
    this.#removeStage();
  }

  // Again at the exit of this process: pending work may write there until then.
  readonly #removeStage = (): void => this.#stage?.remove();

  readonly #interrupt = (signal: NodeJS.Signals): void => this.#leave(128 + constants.signals[signal]);

  #leave(code: number): void {
    this.#interruption ??= this.#end().finally(() => process.exit(code)) as Promise<never>;
  }
}
