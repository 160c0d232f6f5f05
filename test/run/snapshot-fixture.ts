import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openSnapshots, type SnapshotOptions, type Snapshots } from "../../src/run/snapshot.ts";

export const PLAN = "PLAN-00000001";

/** A project of its own in a repository of its own, under a directory that is removed at the end. */
export class Ground {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-snapshot-")));
  readonly home = join(this.root, "home");
  project = join(this.root, "project");

  constructor(...init: string[]) {
    mkdirSync(this.project);
    this.git("init", "-q", ...init);
  }

  clear(): void {
    execFileSync("chmod", ["-R", "u+rwx", this.root]);
    rmSync(this.root, { recursive: true, force: true });
  }

  git(...args: string[]): string {
    return this.gitIn(this.project, ...args);
  }

  gitIn(directory: string, ...args: string[]): string {
    const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"];
    return execFileSync("git", ["-C", directory, ...who, "-c", "protocol.file.allow=always", ...args], {
      encoding: "utf8",
      stdio: "pipe",
    });
  }

  commit(): string {
    this.git("add", "-A");
    this.git("commit", "-qm", "more");
    return this.git("rev-parse", "HEAD").trim();
  }

  path(path: string): string {
    return join(this.project, path);
  }

  write(path: string, text: string | Buffer, mode?: number): void {
    rmSync(this.path(path), { force: true });
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text, mode === undefined ? {} : { mode });
  }

  read(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }

  remove(path: string): void {
    rmSync(this.path(path), { recursive: true, force: true });
  }

  async open(options: Partial<SnapshotOptions> & { in?: string } = {}): Promise<Snapshots> {
    const opened = await this.tryOpen(options);
    if ("none" in opened) throw new Error(opened.none);
    return opened;
  }

  tryOpen({ in: where = "", ...options }: Partial<SnapshotOptions> & { in?: string } = {}) {
    const { home } = this;
    return openSnapshots(this.path(where), { env: process.env, home, planId: PLAN, runId: "run-1", ...options });
  }

  treeOf(id: string): string {
    return this.kept("rev-parse", `${id}^{tree}`).trim();
  }

  /** The store of the project's repository: there is one for each repository. */
  get store(): string {
    const all = join(this.home, "snapshots");
    const names = readdirSync(all).filter((one) => one.endsWith(".git"));
    if (names.length === 1) return join(all, names[0] ?? "");
    const repository = this.git("rev-parse", "--path-format=absolute", "--git-common-dir");
    const name = names.find((one) => readFileSync(join(all, one, "repository"), "utf8") === repository);
    return join(all, name ?? "");
  }

  /** Every object of the store in a file of its own. */
  loosen(): void {
    const directory = join(this.store, "objects/pack");
    for (const name of readdirSync(directory).filter((one) => one.endsWith(".pack"))) {
      const input = readFileSync(join(directory, name));
      for (const part of ["pack", "idx", "rev"]) rmSync(join(directory, name.replace(/pack$/, part)), { force: true });
      execFileSync("git", [`--git-dir=${this.store}`, "unpack-objects", "-q"], { input });
    }
  }

  /** Asks git about snapshots. */
  kept(...args: string[]): string {
    return execFileSync("git", [`--git-dir=${this.store}`, ...args], { encoding: "utf8", stdio: "pipe" });
  }

  /** The tree git itself makes of the project, with an index that is thrown away. */
  treeByGit(): string {
    const index = join(this.root, "index");
    const env = { ...process.env, GIT_INDEX_FILE: index };
    const run = (...args: string[]) => execFileSync("git", ["-C", this.project, ...args], { encoding: "utf8", env });
    try {
      run("add", "-A");
      return run("write-tree").trim();
    } finally {
      rmSync(index, { force: true });
    }
  }

  /** Everything in the repository that is the user's, and what git would say to them. */
  theirs(): Record<string, string> {
    const dotGit = this.git("rev-parse", "--absolute-git-dir").trim();
    const found: Record<string, string> = {};
    const walk = (path: string): void => {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const place = join(path, entry.name);
        const name = place.slice(dotGit.length + 1);
        if (/^objects(?:\/|$)/.test(name)) continue;
        if (entry.isDirectory()) walk(place);
        else found[name] = readFileSync(place, "base64");
      }
    };
    walk(dotGit);
    found["status"] = this.git("--no-optional-locks", "status", "--porcelain=v2", "-z", "--branch", "--ignored");
    return found;
  }

  /** Every file of the project with its kind and content, read without git. */
  files(): Record<string, string> {
    const found: Record<string, string> = {};
    const walk = (path: string): void => {
      const directory = Buffer.concat([Buffer.from(`${this.project}/`), Buffer.from(path, "latin1")]);
      for (const name of readdirSync(directory, { encoding: "latin1" })) {
        if (path === "" && name === ".git") continue;
        const place = Buffer.concat([directory, Buffer.from(name, "latin1")]);
        const stats = lstatSync(place);
        if (stats.isDirectory()) walk(`${path}${name}/`);
        else if (stats.isSymbolicLink()) found[path + name] = `link ${readlinkSync(place, "latin1")}`;
        else found[path + name] = `${stats.mode & 0o100 ? "x" : "-"} ${readFileSync(place, "latin1")}`;
      }
    };
    walk("");
    return found;
  }

  /** A script that leaves a mark when anybody runs it, and otherwise does as told. */
  trap(): { script: string; isSprung: () => boolean } {
    const script = join(this.root, "trap.sh");
    const mark = join(this.root, "sprung");
    writeFileSync(script, `#!/bin/sh\n: > ${mark}\ncat\n`, { mode: 0o755 });
    return { script, isSprung: () => existsSync(mark) };
  }
}
