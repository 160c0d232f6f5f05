import { fstatSync, writeSync } from "node:fs";

/** Whether this is a terminal. Node's own answer loads its network code, so it is asked only where it could be yes. */
export function isTerminal(fd: 0 | 1 | 2): boolean {
  try {
    if (!fstatSync(fd).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  return Boolean([process.stdin, process.stdout, process.stderr][fd]?.isTTY);
}

/** Writes to standard output, all of it, before it returns. */
export function say(text: string): void {
  writeAll(1, text);
}

/** Writes to standard error. */
export function complain(text: string): void {
  writeAll(2, text);
}

function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Whoever read us has had enough: that is no failure of ours.
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
