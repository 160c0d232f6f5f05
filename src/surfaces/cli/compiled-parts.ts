import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { defined } from "../../plan/defined.ts";

export interface PartsPlace {
  /** The directory of the bundle's parts: files with one function each, as Node wraps a CommonJS module. */
  directory: string;
  /** Loads everything that is not a part. */
  require: (id: string) => unknown;
  /** Loads packages that are ES modules: Node's `import()` in a `Script` is experimental. */
  import: (id: string) => Promise<unknown>;
  /** Changes with every part: V8 only compares the length of a source. */
  build: string;
  /** The user's own directory. It holds the compiled code, because other users cannot write to it. */
  home: string;
  /** Names the cache: each command calls other functions. */
  command: string;
}

interface LoadedPart {
  script: Script;
  exports: object;
}

/**
 * Loads the parts of the bundle with the code that V8 compiled in an earlier run of the same command. Node's own compile
 * cache has only the code outside functions: with it, every run compiles each function it calls.
 */
export class CompiledParts {
  readonly #place: PartsPlace;
  readonly #loaded = new Map<string, LoadedPart>();
  readonly #kept: ReadonlyMap<string, Buffer>;
  readonly #require: ((id: string) => unknown) & Pick<PartsPlace, "import">;
  #isComplete = true;

  constructor(place: PartsPlace) {
    this.#place = place;
    this.#kept = this.#read();
    const requirePart = (id: string) => (id.startsWith("./") ? this.load(id.slice(2)) : place.require(id));
    this.#require = Object.assign(requirePart, { import: place.import });
  }

  load(name: string): object {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known.exports;
    const filename = join(this.#place.directory, name);
    const cachedData = this.#kept.get(name);
    const script = new Script(readFileSync(filename, "latin1"), {
      filename,
      ...defined({ cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected) this.#isComplete = false;
    const part = { script, exports: {} };
    // Before it runs: parts may load each other.
    this.#loaded.set(name, part);
    script.runInThisContext()(part.exports, this.#require, part, filename, this.#place.directory);
    return part.exports;
  }

  /** Saves the compiled code of this run if the cache lacked some of it. */
  keep(): void {
    if (this.#isComplete || !isPrivate(this.#place.home)) return;
    const parts = new Map<string, Buffer>(this.#kept);
    for (const [name, { script }] of this.#loaded) parts.set(name, script.createCachedData());
    const code = Buffer.concat([...parts.values()]);
    const names = JSON.stringify({
      build: this.#place.build,
      sizes: [...parts].map(([name, code]) => [name, code.length]),
    });
    const file = this.#file();
    const unfinished = `${file}.${process.pid}`;
    try {
      mkdirSync(join(this.#place.home, "compiled"), { recursive: true, mode: 0o700 });
      // Two copies: V8 ends the process if a byte is damaged, and comparing copies is the fastest check.
      const bytes = Buffer.concat([Buffer.from(`${names}\n`), code, code]);
      // Flushed before the rename: V8 trusts the content of the file.
      writeFileSync(unfinished, bytes, { mode: 0o600, flush: true });
      renameSync(unfinished, file);
    } catch {
      // The disk is full or the home is read-only: the next run compiles again.
    }
  }

  #read(): Map<string, Buffer> {
    const parts = new Map<string, Buffer>();
    if (!isPrivate(this.#place.home)) return parts;
    try {
      const bytes = readFileSync(this.#file());
      let start = bytes.indexOf("\n") + 1;
      const { build, sizes } = JSON.parse(bytes.toString("latin1", 0, start));
      const middle = start + (bytes.length - start) / 2;
      if (build !== this.#place.build || !bytes.subarray(start, middle).equals(bytes.subarray(middle))) return parts;
      for (const [name, size] of sizes) {
        parts.set(name, bytes.subarray(start, start + size));
        start += size;
      }
    } catch {
      // There is no cache yet, or it is truncated.
    }
    return parts;
  }

  #file(): string {
    return join(this.#place.home, "compiled", `${this.#place.command}-${process.version}-${process.arch}`);
  }
}

/** Whether only this user can write to a directory. One that may not be looked at is another user's, which commands tell. */
export function isPrivate(directory: string): boolean {
  try {
    const found = statSync(directory);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}
