import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { Desk } from "../../../src/desk/desk.ts";
import { localActor } from "../../../src/desk/persons.ts";
import type { LivePlan } from "../../../src/lifecycle/plan-state.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { must } from "../../desk/fixture.ts";
import { BINARY, Workbench } from "./workbench.ts";

/** A project with signed plans, and the command line to carry them out as processes that can be signalled and killed. */
export class RunBench extends Workbench {
  readonly secret = this.token("ana");

  constructor({ git = false } = {}) {
    super();
    afterTest(() => this.remove());
    if (!git) return;
    this.write("README.md", "hello\n");
    this.write("kept.txt", "kept\n");
    this.git("init", "-q");
    this.git("add", ".");
    this.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first");
  }

  git(...args: string[]): string {
    return execFileSync("git", args, { cwd: this.project, encoding: "utf8" });
  }

  /** Proposed and countersigned. */
  async signed(draft: object, now?: Date): Promise<string> {
    return this.at(async (desk) => {
      const { plan } = must(await desk.propose(draft, localActor({})));
      const ana = must(desk.authenticate({ via: "token", secret: this.secret }));
      const { revision, digest } = plan.proposal;
      must(await desk.send(plan.id, { type: "approve", revision, digest }, ana));
      return plan.id;
    }, now);
  }

  /** What ana does, who has a token. */
  ana(...args: string[]) {
    return this.run(args, { env: { COUNTERSIGN_APPROVER_TOKEN: this.secret } });
  }

  plan(id: string): Promise<LivePlan> {
    return this.at(async (desk) => {
      const found = must(await desk.plan(id));
      if (found.kind !== "standing") throw new Error(`It is ${found.kind}.`);
      return found.state;
    });
  }

  /** By step, where it stands. */
  async steps(id: string): Promise<Record<string, string>> {
    const { run } = await this.plan(id);
    return Object.fromEntries([...(run?.steps ?? [])].map(([step, { status }]) => [step, status]));
  }

  start(...args: string[]): Running {
    const env = { ...this.env, COUNTERSIGN_APPROVER_TOKEN: this.secret };
    return new Running(args, { cwd: this.project, env });
  }

  /** At the desk itself, as a program would be. */
  async at<Result>(work: (desk: Desk) => Promise<Result>, now?: Date): Promise<Result> {
    const desk = new Desk({ directory: this.project, env: this.env, ...(now && { now: () => now }) });
    try {
      return await work(desk);
    } finally {
      desk.close();
    }
  }
}

/** A command that goes on while the test does something else. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; out: string; err: string }>;
  #out = "";
  #err = "";

  constructor(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
    const child = spawn(process.execPath, [BINARY, ...args], { ...options, stdio: "pipe" });
    this.child = child;
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      this.#out += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      this.#err += text;
    });
    this.ended = once(child, "close").then(([code]) => ({ code, out: this.#out, err: this.#err }));
    afterTest(() => child.kill("SIGKILL"));
  }

  get out(): string {
    return this.#out;
  }

  /** Until it has said so; fails if it ends without. */
  async says(wanted: RegExp): Promise<void> {
    const ended = this.ended.then(() => "ended" as const);
    while (!wanted.test(this.#out)) {
      const { stdout } = this.child;
      if (!stdout) throw new Error("It has no output.");
      if ((await Promise.race([once(stdout, "data"), ended])) === "ended" && !wanted.test(this.#out))
        throw new Error(`It ended without saying ${wanted}:\n${this.#out}${this.#err}`);
    }
  }
}
