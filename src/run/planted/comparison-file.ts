import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PlantedFile, PlantedPicture } from "./look-for-planted.ts";

/** What it takes to compare the project after a step: written before the step starts, removed after the comparison. */
export interface UnfinishedComparison {
  before: PlantedPicture;
  /** Of the running steps: their `files`. */
  signed: readonly string[];
  held: readonly string[];
}

/** Tells whether the file is still needed. */
interface ComparisonOwner {
  project: string;
  plan: string;
}

/**
 * A file per run in the user's own directory, where no command of a step can write. If a process dies in the middle of a
 * step, the next one finds it and knows which hooks and settings are new.
 */
export class ComparisonFile {
  readonly runId: string;
  readonly #path: string;

  constructor(home: string, runId: string) {
    this.runId = runId;
    this.#path = join(home, "planted", `${encodeURIComponent(runId)}.json`);
  }

  static all(home: string): ComparisonFile[] {
    const directory = join(home, "planted");
    if (!existsSync(directory)) return [];
    const ids = new Set(
      readdirSync(directory).map((name) => decodeURIComponent(name.replace(/\.json(?:\.new)?$/, ""))),
    );
    return [...ids].map((id) => new ComparisonFile(home, id));
  }

  write({ before, signed, held }: UnfinishedComparison, owner: ComparisonOwner): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const beside = `${this.#path}.new`;
    writeFileSync(beside, JSON.stringify({ ...owner, before: toJson(before), signed, held }), { mode: 0o600 });
    renameSync(beside, this.#path);
  }

  /** Nothing in a file that is cut off. */
  owner(): Partial<ComparisonOwner> {
    try {
      return JSON.parse(readFileSync(this.#path, "utf8"));
    } catch {
      return {};
    }
  }

  /** Nothing if every step was compared. A file that a power failure cut off counts as none. */
  read(): UnfinishedComparison | undefined {
    try {
      const { before, signed, held } = JSON.parse(readFileSync(this.#path, "utf8"));
      return { before: fromJson(before), signed, held };
    } catch {
      return undefined;
    }
  }

  remove(): void {
    for (const path of [this.#path, `${this.#path}.new`]) rmSync(path, { force: true });
  }
}

type PictureJson = ReturnType<typeof toJson>;

function toJson({ files, repositories, gitlinks, unsearched, ...rest }: PlantedPicture) {
  return {
    ...rest,
    // `cleaned` is only needed of a later picture.
    files: [...files].map(([path, { content, cleaned: _, ...file }]) => ({
      ...file,
      path,
      ...(content && { content: { base64: content.bytes.toString("base64"), mode: content.mode } }),
    })),
    repositories: [...repositories],
    gitlinks: [...gitlinks],
    unsearched: [...unsearched],
  };
}

function fromJson({ files, repositories, gitlinks, unsearched, ...rest }: PictureJson): PlantedPicture {
  return {
    ...rest,
    files: new Map(
      files.map(({ path, content, ...file }): [string, PlantedFile] => [
        path,
        { ...file, ...(content && { content: { bytes: Buffer.from(content.base64, "base64"), mode: content.mode } }) },
      ]),
    ),
    repositories: new Set(repositories),
    gitlinks: new Set(gitlinks),
    unsearched: new Set(unsearched),
  };
}
