import { readFileSync } from "node:fs";

export interface KeyboardOptions {
  key(key: string): void;
  /** Ctrl+C, which the terminal no longer makes a signal of. */
  leave(): void;
  /** Back after Ctrl+Z. */
  back(): void;
}

/** Single keys of whoever sits at the terminal, without an echo. It can be laid aside, for a question that wants a line. */
export class Keyboard {
  readonly #options: KeyboardOptions;
  #isHeld = false;

  constructor(options: KeyboardOptions) {
    this.#options = options;
    // A terminal that is closed is told by a signal.
    process.stdin.on("error", () => {});
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    process.stdin.setRawMode?.(true);
    process.stdin.on("data", this.#hear).resume();
    process.on("SIGCONT", this.#back);
  }

  layAside(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
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
      // An arrow or another key that is a sequence: none of ours.
      else if (key === "\u001b") return;
      else this.#options.key(key);
    }
  };

  #suspend(): void {
    process.stdin.setRawMode?.(false);
    process.kill(process.pid, "SIGTSTP");
  }

  readonly #back = (): void => {
    if (!this.#isHeld || !isInForeground()) return;
    process.stdin.setRawMode?.(true);
    this.#options.back();
  };
}

/** Whoever reads from a terminal in the background is stopped by it. Where nobody can tell, it is the foreground. */
export function isInForeground(): boolean {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return group === foreground;
  } catch {
    return true;
  }
}
