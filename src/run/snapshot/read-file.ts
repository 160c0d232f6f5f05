import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync, readSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { below, type PathBytes } from "../../desk/tree/path-bytes.ts";

/** It was replaced or cut while it was read. */
export class Restless extends Error {
  override name = "Restless";
  constructor() {
    super("it changes while it is read");
  }
}

/** So much of it had been handed on by then that all has to begin again, without this file. */
export class TornInTwo extends Error {
  override name = "TornInTwo";
  readonly path: PathBytes;
  constructor(path: PathBytes, cause: unknown) {
    super("a file changed while it was kept", { cause });
    this.path = path;
  }
}

const LARGEST_AT_ONCE = 8_000_000;
const CHUNK = 1_000_000;

/**
 * Reads a file of the project, never one that a link leads to: a command that still runs could put a link to the user's
 * keys there. `small` gets all of it, `large` a piece at a time.
 */
export async function readFile<T>(
  project: string,
  path: PathBytes,
  size: number,
  how: { small(content: Buffer): Promise<T> | T; large(chunks: AsyncIterable<Buffer>): Promise<T> },
): Promise<T> {
  const place = below(project, path);
  const fd = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size !== size || !isThere(fd, place)) throw new Restless();
    if (size > LARGEST_AT_ONCE) return await how.large(chunksOf(fd, size));
    const content = readFileSync(fd);
    if (content.length !== size) throw new Restless();
    return await how.small(content);
  } finally {
    closeSync(fd);
  }
}

async function* chunksOf(fd: number, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, size - at));
    const count = readSync(fd, chunk, 0, chunk.length, at);
    if (count === 0) throw new Restless();
    at += count;
    yield chunk.subarray(0, count);
    await setImmediate();
  }
}

/** Whether the opened file is at the expected path. Linux reports its path; elsewhere the path is checked again. */
function isThere(fd: number, place: string | Buffer): boolean {
  if (process.platform === "linux") {
    return readlinkSync(`/proc/self/fd/${fd}`, "buffer").equals(Buffer.from(place));
  }
  const directory = dirname(place.toString());
  return realpathSync.native(directory) === directory;
}
