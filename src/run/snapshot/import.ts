import { rmSync } from "node:fs";
import { endOf } from "../../desk/git/answer-of.ts";
import { GitFailed } from "../../desk/git/git-failed.ts";
import type { PathBytes } from "../../desk/tree/path-bytes.ts";
import type { Entry } from "./entry.ts";
import type { Place } from "./git.ts";
import { startGitInStore } from "./store.ts";

export interface Commit {
  ref: string;
  message: string;
  /** Milliseconds. */
  at: number;
  /** The commit before it, whose files it has but for these. */
  from?: string;
  removed: readonly PathBytes[];
  written: ReadonlyMap<PathBytes, Entry>;
}

/**
 * Puts bytes into our store, and a commit of them, through `git fast-import`: no index, no filter, no hook, and one
 * process for any number of files. Nothing points to what it wrote unless `commit` returned.
 */
export class Import {
  readonly #child;
  readonly #complaint: string;
  readonly #ended: Promise<{ code: number | string | null; said: string }>;
  #isEnded = false;
  #answers = "";

  constructor(place: Place) {
    this.#child = startGitInStore(place, [...SETTINGS, ...IMPORT]);
    this.#complaint = `${place.store}/fast_import_crash_${this.#child.pid}`;
    this.#child.stdout.on("data", (chunk: Buffer) => {
      this.#answers += chunk.toString("latin1");
    });
    this.#ended = endOf(this.#child).finally(() => {
      this.#isEnded = true;
    });
  }

  async blob(content: Buffer): Promise<void> {
    await this.#write(Buffer.concat([Buffer.from(`blob\ndata ${content.length}\n`), content, NEWLINE]));
  }

  /** `size` must be exact: abort if the content has another number of bytes. */
  async stream(size: number, chunks: AsyncIterable<Buffer>): Promise<void> {
    await this.#write(Buffer.from(`blob\ndata ${size}\n`));
    for await (const chunk of chunks) await this.#write(chunk);
    await this.#write(NEWLINE);
  }

  async commit({ ref, message, at, from, removed, written }: Commit): Promise<{ id: string; tree: string }> {
    const text = Buffer.from(message);
    const head = [
      `commit ${ref}`,
      "mark :1",
      `committer Countersign <countersign@localhost> ${Math.floor(at / 1000)} +0000`,
      `data ${text.length}`,
    ];
    const lines: string[] = from === undefined ? [] : [`from ${from}`];
    // Removals first: a directory may replace a file.
    for (const path of removed) lines.push(`D ${quoted(path)}`);
    for (const [path, { mode, oid }] of written) lines.push(`M ${mode} ${oid} ${quoted(path)}`);
    lines.push("", "get-mark :1", 'ls :1 ""', "done", "");
    await this.#write(Buffer.concat([Buffer.from(`${head.join("\n")}\n`), text, NEWLINE]));
    await this.#write(Buffer.from(lines.join("\n"), "latin1"));
    this.#child.stdin.end();
    const { code, said } = await this.#ended;
    const [, id, tree] = /^([0-9a-f]+)\n040000 tree ([0-9a-f]+)\t/.exec(this.#answers) ?? [];
    if (code !== 0 || id === undefined || tree === undefined) throw new GitFailed(code, said);
    return { id, tree };
  }

  /** The objects stay in the store until it is tidied up. */
  async abort(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
    rmSync(this.#complaint, { force: true });
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#isEnded) {
      const { code, said } = await this.#ended;
      throw new GitFailed(code, said);
    }
    const { stdin } = this.#child;
    // Not with `once`: its exit code reports that it hung up.
    if (!stdin.write(bytes)) await Promise.race([new Promise((resolve) => stdin.once("drain", resolve)), this.#ended]);
  }
}

const SETTINGS = [
  // Allow names that only other systems forbid; make no pack of a few objects; be quick.
  ...["-c", "core.protectNTFS=false", "-c", "core.protectHFS=false", "-c", "fastimport.unpackLimit=100"],
  ...["-c", "pack.compression=1"],
];

// Forced: a process that was killed may have left a snapshot under the same name, of which no journal knows.
const IMPORT = ["fast-import", "--quiet", "--done", "--force", "--date-format=raw"];

const NEWLINE = Buffer.from("\n");

/** As git reads it: every special byte is escaped. */
function quoted(path: PathBytes): string {
  const spelled = path.replace(/[^ !#-[\]-~]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`);
  return `"${spelled}"`;
}
