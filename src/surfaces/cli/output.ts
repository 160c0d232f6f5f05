import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

/** Whether this is a terminal. Node's own answer loads its network code, so it is asked only where it could be yes. */
export function isTerminal(fd: 0 | 1 | 2): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && isatty(fd);
  } catch {
    return false;
  }
}

/** Writes to standard output, all of it, before it returns. */
export function say(text: string): void {
  writeAll(1, text);
}

/** Writes to standard error. */
export function complain(text: string): void {
  writeAll(2, text);
}

/** The same for what is not the answer: that nobody hears it any more ends nothing of what we are at. */
export function mutter(text: string): void {
  writeIfHeard(2, text);
}

/** To standard output, of something that goes on whether anybody reads about it or not. */
export function narrate(text: string): void {
  writeIfHeard(1, text);
}

function writeIfHeard(fd: number, text: string): void {
  try {
    write(fd, text);
  } catch {
    // The pipe or the terminal is gone.
  }
}

function writeAll(fd: number, text: string): void {
  try {
    write(fd, text);
  } catch (error) {
    // Whoever read us has had enough: that is no failure of ours.
    if ((error as NodeJS.ErrnoException).code === "EPIPE") process.exit(0);
    throw error;
  }
}

function write(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
