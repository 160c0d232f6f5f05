import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { defined } from "../../plan/defined.ts";

export interface PartsPlace {
  /** Where the parts of the bundle are: files that hold one function each, as Node makes one of a CommonJS module. */
  directory: string;
  /** For everything that is not a part. */
  require: (id: string) => unknown;
  /** For packages that are ES modules: in a part `import()` would be an experiment of Node's. */
  import: (id: string) => Promise<unknown>;
  /** Changes with every part: V8 itself only notices that a text has another length. */
  build: string;
  /** The user's own directory. The compiled code is kept there, because other users cannot write to it. */
  home: string;
  /** Each command calls functions of its own. */
  command: string;
}

interface LoadedPart {
  script: Script;
  exports: object;
}

/**
 * Loads the parts of the bundle with the code that V8 made of them in an earlier run of the same command. Node has a cache
 * for this too, but only for the code outside functions, so that every run compiles each function it calls.
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

  /** Keeps the code of this run if the next one can use more of it than this one found. */
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
      // Twice: V8 ends the process if a byte of it is damaged, and to compare two copies is the quickest way to notice.
      const bytes = Buffer.concat([Buffer.from(`${names}\n`), code, code]);
      // On the disk before it has its name: V8 trusts what is in it.
      writeFileSync(unfinished, bytes, { mode: 0o600, flush: true });
      renameSync(unfinished, file);
    } catch {
      // A full disk, or a home that is read-only: the next run compiles again.
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
      // Nothing was kept yet, or it was cut.
    }
    return parts;
  }

  #file(): string {
    return join(this.#place.home, "compiled", `${this.#place.command}-${process.version}-${process.arch}`);
  }
}

/** Whether what lies in a directory was put there by this user. */
export function isPrivate(directory: string): boolean {
  const found = statSync(directory, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}
