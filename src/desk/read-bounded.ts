import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/**
 * All bytes of a file, undefined if it is missing, or why it cannot be read. Bounded and non-blocking: a file in a
 * cloned project may be a link to a device or a pipe.
 */
export function readBounded(file: string, largest: number): Buffer | string | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return "it is not a file";
      const buffer = Buffer.allocUnsafe(Math.min(stats.size, largest) + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read) {
        read = readSync(descriptor, buffer, length, buffer.length - length, null);
      }
      return length > largest ? `it is larger than ${inWords(largest)}` : buffer.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "") throw error;
    return `the system says ${code}`;
  }
}

function inWords(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1_000} kB`;
}
