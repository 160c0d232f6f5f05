import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledProcess } from "../bundled-process.ts";
import { childEnvironment } from "./child-environment.ts";
import type { Task, TaskResult } from "./worker.process.ts";

const PROGRAM = await bundledProcess(new URL("./worker.process.ts", import.meta.url));

/** A project and a user's directory of their own, gone after the test. */
export class Workplace {
  readonly directory = mkdtempSync(join(tmpdir(), "countersign-project-"));
  readonly home = mkdtempSync(join(tmpdir(), "countersign-home-"));
  readonly env = { COUNTERSIGN_HOME: this.home };
  readonly #workers: Worker[] = [];

  /** Starts processes that stay up and do as they are told. */
  async hire(count: number): Promise<Worker[]> {
    const workers = Array.from({ length: count }, (_, n) => new Worker(this, `worker-${this.#workers.length + n + 1}`));
    this.#workers.push(...workers);
    await Promise.all(workers.map((worker) => worker.ready));
    return workers;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.dismiss()));
    for (const path of [this.directory, this.home]) rmSync(path, { recursive: true, force: true });
  }
}

export class Worker {
  readonly name: string;
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #pending = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  #asked = 0;

  constructor({ directory, home }: { directory: string; home: string }, name: string) {
    this.name = name;
    this.#child = fork(PROGRAM, [directory, name], {
      env: childEnvironment(home),
      execArgv: [],
      serialization: "advanced",
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#child.on("message", (message: "ready" | { n: number; value?: never; error?: string }) => {
      if (message === "ready") return resolve();
      const waiting = this.#pending.get(message.n);
      this.#pending.delete(message.n);
      if (message.error === undefined) waiting?.resolve(message.value as never);
      else waiting?.reject(new Error(`${name}: ${message.error}`));
    });
    this.#ended = new Promise((ended) => {
      this.#child.on("exit", (code, signal) => {
        const error = new Error(`${name} ended (${code ?? signal}).`);
        reject(error);
        for (const waiting of this.#pending.values()) waiting.reject(error);
        ended();
      });
    });
  }

  do<T extends Task>(task: T): Promise<TaskResult<T>> {
    const n = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#pending.set(n, { resolve, reject });
      this.#child.send({ n, task });
    });
  }

  /** Hears what the process tells while it works. */
  onNews(listener: (news: unknown) => void): void {
    this.#child.on("message", (message: { news?: unknown }) => {
      if (message.news !== undefined) listener(message.news);
    });
  }

  async dismiss(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }
}
