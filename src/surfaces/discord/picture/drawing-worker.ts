import { Worker } from "node:worker_threads";
import type { GraphSubject } from "../../../picture/graph-subject.ts";
import type { Drawn } from "./graph-png.ts";

/** Draws pictures in a thread: one takes up to a second, and a click must be answered within three. */
export class DrawingWorker {
  readonly #patience: number;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #resting: NodeJS.Timeout | undefined;

  /** `patience`: milliseconds after which a picture is given up. */
  constructor({ patience = 60_000 }: { patience?: number } = {}) {
    this.#patience = patience;
  }

  /** One at a time. Always resolves, with a picture or with the reason why there is none. */
  draw(subject: GraphSubject): Promise<Drawn> {
    const drawing = this.#last.then(() => this.#draw(subject));
    this.#last = drawing;
    return drawing;
  }

  async #draw(subject: GraphSubject): Promise<Drawn> {
    clearTimeout(this.#resting);
    const worker = this.#open();
    const drawn = await answerOf(worker, subject, this.#patience);
    // After an error the next picture gets a new thread.
    if (drawn.missing !== undefined) await this.#end(worker);
    this.#resting = setTimeout(() => this.#end(worker), IDLE).unref();
    return drawn;
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(FILE, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: 256 } });
    worker.on("error", () => this.#end(worker)).on("exit", () => this.#end(worker));
    // The end of the process does not wait for a picture.
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  async #end(worker: Worker): Promise<void> {
    if (this.#worker === worker) this.#worker = undefined;
    await worker.terminate();
  }
}

/** An idle thread is ended after this time: it holds fonts and a renderer in memory. */
const IDLE = 60_000;

/** Beside this file, in the sources and in the bundle. */
const NAME = "draw-in-worker";
const FILE = new URL(`${NAME}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

function answerOf(worker: Worker, subject: GraphSubject, patience: number): Promise<Drawn> {
  return new Promise((resolve) => {
    const end = (drawn: Drawn) => {
      clearTimeout(timer);
      worker.off("message", end).off("error", fail).off("exit", gone);
      resolve(drawn);
    };
    const fail = (error: unknown) => end({ missing: error instanceof Error ? error.message : String(error) });
    const gone = (code: number) => end({ missing: `the drawing thread ended with ${code}` });
    const timer = setTimeout(() => end({ missing: `it took longer than ${patience} ms` }), patience).unref();
    worker.on("message", end).on("error", fail).on("exit", gone);
    worker.postMessage(subject);
  });
}
