import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { ExecutingSurroundings, Surroundings } from "../../src/sandbox/profile.ts";
import { bundledProcess } from "../bundled-process.ts";
import type { Implementation } from "./implementations.ts";
import type { Order, Result, Task } from "./run.process.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Root is the one whom it is hardest to keep from anything; where the tests run as root, both are tried. */
export const USERS: readonly User[] = isRoot ? ["root", "an ordinary user"] : ["an ordinary user"];
export type User = "root" | "an ordinary user";

const PROCESS = await bundledProcess(new URL("run.process.ts", import.meta.url));

/** A project, a home and something outside of both, for one user. Not in a temp directory, unless asked for. */
export class Playground {
  readonly user: User;
  implementation: Implementation;
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly outside: string;
  readonly secret: string;
  /** Descriptors that a parent of the process leaves open, as redirections of bash. */
  leaked = "";

  constructor(user: User, implementation: Implementation, place: string = isRoot ? "/var/lib" : homedir()) {
    this.user = user;
    this.implementation = implementation;
    this.root = mkdtempSync(join(place, "countersign-test-"));
    this.project = join(this.root, "project");
    this.home = join(this.root, "home");
    this.outside = join(this.root, "outside");
    this.secret = join(this.root, "countersign-home");
    for (const path of [this.root, this.project, this.home, this.outside, this.secret]) this.directory(path);
    this.write("outside/file", "outside\n");
    this.write("project/file", "inside\n");
    this.write("countersign-home/key", "the key\n");
  }

  directory(path: string): void {
    mkdirSync(path, { recursive: true });
    this.own(path);
  }

  write(name: string, text: string): string {
    const path = join(this.root, name);
    const made: string[] = [];
    for (let at = dirname(path); at !== this.root && at !== dirname(at); at = dirname(at)) made.push(at);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    for (const one of [path, ...made]) this.own(one);
    return path;
  }

  own(path: string): void {
    if (isRoot && this.user !== "root") chownSync(path, NOBODY, NOBODY);
  }

  planning(...commands: string[]): Result[] {
    return this.ask({ kind: "planning", ...this.around() }, commands);
  }

  executing(more: Partial<ExecutingSurroundings> & { filesBeside?: string[][] }, ...commands: string[]): Result[] {
    return this.ask({ kind: "executing", project: this.project, ...this.around(), ...more }, commands);
  }

  ask(order: Order, commands: string[]): Result[] {
    const [file = "", ...args] = this.asUser([PROCESS, this.task(order, commands)]);
    const { stdout, stderr } = spawnSync(file, args, { encoding: "utf8", env: this.env, cwd: this.project });
    if (!stdout.startsWith("[")) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  /** Started and left running; its output comes as it is written. */
  start(order: Order, command: string): ChildProcess {
    const [file = "", ...args] = this.asUser([PROCESS, this.task(order, [command])]);
    return spawn(file, args, { env: { ...this.env, SHOW: "1" }, cwd: this.project });
  }

  get env(): NodeJS.ProcessEnv {
    return { PATH: process.env["PATH"], HOME: this.home, SHLVL: "1", ANTHROPIC_API_KEY: "sk-ant" };
  }

  around(): Surroundings {
    // The program that runs these tests may lie in a temp directory itself.
    return { cwd: this.project, homes: [this.home], secret: [this.secret], reveal: [dirname(process.execPath)] };
  }

  /** Every name, kind, mode, time and content below, so that two looks can be compared. */
  fingerprint(directory: string = this.root): string[] {
    return readdirSync(directory).flatMap((name) => {
      const path = join(directory, name);
      const { mode, mtimeMs, uid, size } = lstatSync(path);
      const isDirectory = (mode & 0o170000) === 0o040000;
      const isLink = (mode & 0o170000) === 0o120000;
      const isFile = (mode & 0o170000) === 0o100000;
      const content = isLink ? readlinkSync(path) : isFile ? readFileSync(path, "latin1") : "";
      const line = [path, mode.toString(8), uid, mtimeMs, isDirectory ? 0 : size, content].join(" ");
      return isDirectory ? [line, ...this.fingerprint(path)] : [line];
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private task(order: Order, commands: string[]): string {
    return JSON.stringify({ implementation: this.implementation, order, commands } satisfies Task);
  }

  private asUser(args: string[]): string[] {
    const started = ["bash", "-c", `exec "$@" ${this.leaked}`, "bash", process.execPath, ...args];
    if (!isRoot || this.user === "root") return started;
    const become = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
    return [...become, ...started];
  }
}
