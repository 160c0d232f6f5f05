import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

/** Whether this is a terminal. `isatty` loads Node's network code, so only a character device is asked. */
export function isTerminal(fd: 0 | 1 | 2): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && isatty(fd);
  } catch {
    return false;
  }
}

/** Writes to standard output; returns after all of it is written. */
export function print(text: string): void {
  writeAll(1, text);
}

/** Writes to standard error. */
export function printError(text: string): void {
  writeAll(2, text);
}

/** Writes progress to standard error; a closed pipe does not end the process. */
export function tryPrintError(text: string): void {
  writeIfHeard(2, text);
}

/** Writes progress to standard output; a closed pipe does not end the process. */
export function tryPrint(text: string): void {
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
    // The reader closed the pipe, as `head` does: no failure.
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
