import { readSync } from "node:fs";

/** All of standard input, also from a non-blocking pipe; throws if it is more than `most` bytes. */
export function readAll(most: number): string {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(65_536);
    const read = readSome(part);
    if (read === 0) return Buffer.concat(parts).toString("utf8");
    parts.push(part.subarray(0, read));
    length += read;
    if (length > most) throw new Error(`standard input is larger than ${most} bytes`);
  }
}

function readSome(into: Buffer): number {
  for (;;) {
    try {
      return readSync(0, into, 0, into.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
