import { readFileSync } from "node:fs";

export interface KeyboardOptions {
  key(key: string): void;
  /** Ctrl+C: in raw mode the terminal sends no signal for it. */
  leave(): void;
  /** The process continues after Ctrl+Z. */
  back(): void;
}

/** Reads single keys from the terminal, without echo. A question that needs a line releases it first. */
export class Keyboard {
  readonly #options: KeyboardOptions;
  #isGrabbed = false;

  constructor(options: KeyboardOptions) {
    this.#options = options;
    // A signal reports a closed terminal.
    process.stdin.on("error", () => {});
  }

  grab(): void {
    if (this.#isGrabbed) return;
    this.#isGrabbed = true;
    process.stdin.setRawMode?.(true);
    process.stdin.on("data", this.#hear).resume();
    process.on("SIGCONT", this.#back);
  }

  release(): void {
    if (!this.#isGrabbed) return;
    this.#isGrabbed = false;
    process.off("SIGCONT", this.#back);
    process.stdin.off("data", this.#hear).pause();
    try {
      process.stdin.setRawMode?.(false);
    } catch {
      // The terminal is gone.
    }
  }

  readonly #hear = (bytes: Buffer): void => {
    for (const key of bytes.toString("utf8")) {
      if (key === "\u0003") this.#options.leave();
      else if (key === "\u001a") this.#suspend();
      // An arrow or another key with an escape sequence is ignored.
      else if (key === "\u001b") return;
      else this.#options.key(key);
    }
  };

  #suspend(): void {
    process.stdin.setRawMode?.(false);
    process.kill(process.pid, "SIGTSTP");
  }

  readonly #back = (): void => {
    if (!this.#isGrabbed || !isInForeground()) return;
    process.stdin.setRawMode?.(true);
    this.#options.back();
  };
}

/** A background process that reads from the terminal is stopped by it. Without /proc the foreground is assumed. */
export function isInForeground(): boolean {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return group === foreground;
  } catch {
    return true;
  }
}
