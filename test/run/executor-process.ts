import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundledProcess } from "../bundled-process.ts";
import { childEnvironment } from "../desk/child-environment.ts";
import type { Said } from "./executor.process.ts";

const PROGRAM = await bundledProcess(new URL("./executor.process.ts", import.meta.url));

/** A process that carries out plans; `hear` is told every line of it. */
export class ExecutorProcess {
  readonly said: Said[] = [];
  readonly ready: Promise<unknown>;
  readonly ended: Promise<unknown>;
  readonly child: ChildProcess;
  complaints = "";
  isOver = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    home: string,
    places: readonly (readonly [project: string, plan: string])[],
    hear?: (said: Said) => void,
  ) {
    this.child = spawn(process.execPath, [PROGRAM, JSON.stringify(places)], {
      env: childEnvironment(home),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stderr?.on("data", (text) => {
      this.complaints += text;
    });
    const lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream });
    const ready = Promise.withResolvers<unknown>();
    lines.on("line", (line) => {
      const said = JSON.parse(line);
      if (said === "ready") return ready.resolve(undefined);
      this.said.push(said);
      hear?.(said);
      for (const listener of this.#listeners) listener();
    });
    this.ended = Promise.all([once(this.child, "close"), once(lines, "close")]).then(() => {
      this.isOver = true;
      for (const listener of this.#listeners) listener();
    });
    this.ready = Promise.race([ready.promise, this.ended]);
  }

  /** Comes back when it is so, or nothing more can come. */
  async until(isSo: (said: readonly Said[]) => boolean): Promise<void> {
    while (!isSo(this.said) && !this.isOver) {
      await new Promise<void>((resolve) => {
        const listener = () => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }
}
