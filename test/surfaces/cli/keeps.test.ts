import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  watch,
} from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../agent/bench/after-test.ts";
import { makeGate } from "../../agent/bench/gate.ts";
import { lacks } from "../../system-programs.ts";
import { RunBench } from "./run-bench.ts";

/** Answers every request with its own name; `/die` ends it with 7. */
const SERVER = `
const [, , port] = process.argv;
const server = require("node:http").createServer((request, answer) => {
  if (request.url === "/die") process.exit(7);
  answer.end("served " + request.url);
});
server.listen(Number(port), "127.0.0.1", () => console.log("listening on " + port));
`;
const ASK = `
const [, , port, path] = process.argv;
require("node:http").get({ port, path, host: "127.0.0.1" }, (answer) => answer.pipe(process.stdout))
  .on("error", (error) => { console.log(error.code); process.exitCode = 1; });
`;

type Kind = "bubblewrap" | "util-linux" | "none";
const KINDS = (["bubblewrap", "util-linux", "none"] as const).filter(
  (kind) => kind === "none" || !lacks(kind === "bubblewrap" ? "bwrap" : "unshare"),
);

/** A project with a server, and a run of it in this sandbox. */
class ServerBench extends RunBench {
  readonly node = `'${process.execPath}'`;
  readonly kind: Kind;
  port = 0;

  constructor(kind: Kind, options: { git?: boolean } = {}) {
    super(options);
    this.kind = kind;
    this.settings();
    this.write("server.cjs", SERVER);
    this.write("ask.cjs", ASK);
    execFileSync("mkfifo", [join(this.project, "server.pipe")]);
  }

  settings(more: object = {}): void {
    const sandbox = this.kind === "none" ? "off" : "require";
    this.write("../home/plans.json", JSON.stringify({ sandbox, executing: { network: false }, ...more }));
  }

  /** Without bubblewrap where util-linux is wanted. */
  override get env(): NodeJS.ProcessEnv {
    if (this.kind !== "util-linux") return super.env;
    const bin = join(this.root, "bin");
    if (!existsSync(bin)) {
      mkdirSync(bin);
      for (const name of PROGRAMS) {
        const found = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"]
          .map((directory) => join(directory, name))
          .find((path) => existsSync(path));
        if (found) symlinkSync(found, join(bin, name));
      }
    }
    return { ...super.env, PATH: bin };
  }

  /** The step that keeps the server. It holds a pipe open as long as it, or a process of it, lives. */
  async serving(more: object = {}) {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    this.port = (free.address() as AddressInfo).port;
    await new Promise((resolve) => free.close(resolve));
    return {
      ...{ id: "server", title: "Serve", keeps: "server", mode: "run", files: ["logs/**"] },
      run: `exec 9<>server.pipe; echo start >>starts.txt; exec ${this.node} server.cjs ${this.port}`,
      verify: this.asks("/ready"),
      ...more,
    };
  }

  asks(path: string): string {
    return `${this.node} ask.cjs ${this.port} ${path}`;
  }

  /** Resolves when no process of the server is left. */
  life(): { begun: Promise<unknown>; ended: Promise<unknown> } {
    const pipe = join(this.project, "server.pipe");
    const life = createReadStream(pipe).resume();
    afterTest(() => {
      closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
      life.destroy();
    });
    return { begun: once(life, "open"), ended: once(life, "end") };
  }

  /** Whether the server's port can be reached from the machine. */
  reaches(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
  }

  read(name: string): string {
    return readFileSync(join(this.project, name), "utf8");
  }
}

const PROGRAMS = [
  ...["unshare", "nsenter", "mount", "umount", "setpriv", "setsid", "sh", "bash", "mkdir", "ln", "perl", "ip"],
  ...["env", "cat", "mkfifo", "git", "node"],
];

describe.each(KINDS)("a step that keeps a server, with the sandbox %s", (kind) => {
  it("serves the steps that depend on it, and ends with the run: no process is left, and its port is closed", async () => {
    const bench = new ServerBench(kind);
    const server = await bench.serving({ files: undefined });
    const steps = [
      server,
      { id: "test", title: "Ask it", run: `${bench.asks("/page")} >page.txt`, depends_on: ["server"] },
      { id: "more", title: "Ask again", run: `${bench.asks("/more")} >more.txt`, depends_on: ["test"] },
      { id: "other", title: "Alone", run: `${bench.asks("/other")} >other.txt; true`, depends_on: [] },
    ];
    const life = bench.life();
    const id = await bench.signed({ title: "Test the pages", steps });
    const { code, out } = await bench.start("run", id).ended;
    await life.ended;
    expect(out).toContain("server completed");
    expect(code).toBe(0);
    expect([bench.read("page.txt"), bench.read("more.txt")]).toEqual(["served /page", "served /more"]);
    if (kind !== "none") expect(bench.read("other.txt")).toBe("ECONNREFUSED\n");
    expect(await bench.reaches()).toBe(false);
    expect(bench.run(["logs", id, "server"]).out).toContain(`listening on ${bench.port}`);
    expect(out).not.toContain("left a process running");
  });

  it("ends when its executor is killed, and starts again when a person resumes the run; no other step runs twice", async () => {
    const bench = new ServerBench(kind);
    const steps = [
      await bench.serving({ files: undefined }),
      { id: "once", title: "Once", run: "echo once >>once.txt", depends_on: ["server"] },
      { id: "asks", title: "Waits", run: "true", decision_id: "go", depends_on: ["once"] },
      { id: "test", title: "Ask it", run: `${bench.asks("/page")} >page.txt`, depends_on: ["asks"] },
    ];
    const decisions = [{ decision_id: "go", header: "Go", question: "Go?", options: [{ label: "yes" }] }];
    const life = bench.life();
    const id = await bench.signed({ title: "Test the pages", steps, decisions });
    const run = bench.start("run", id);
    await run.says(/waits for a decision/);
    run.child.kill("SIGKILL");
    await run.ended;
    await life.ended;
    expect(bench.ana("decide", id, "go", "yes").code).toBe(0);
    const again = bench.life();
    const { code, out } = await bench.start("run", id, "--resume").ended;
    await again.ended;
    expect(out).toMatch(/server started: Serve .*attempt 2\)/);
    expect(bench.run(["audit", id]).out).toContain("server ended when the run stopped");
    expect(code).toBe(0);
    expect([bench.read("starts.txt"), bench.read("once.txt")]).toEqual(["start\nstart\n", "once\n"]);
    expect(bench.read("page.txt")).toBe("served /page");
    const { run: last } = await bench.plan(id);
    expect([...(last?.steps ?? [])].map(([step, { attempts }]) => [step, attempts])).toEqual([
      ...[
        ["server", 2],
        ["once", 1],
        ["asks", 1],
        ["test", 1],
      ],
    ]);
  });

  it("ends when the run is left, paused at once and left, or cancelled", async () => {
    const bench = new ServerBench(kind);
    for (const end of ["SIGINT", "SIGTERM", "cancel"] as const) {
      const gate = end === "SIGINT" ? makeGate({ cwd: bench.project }) : undefined;
      const steps = [
        await bench.serving({ files: undefined }),
        {
          ...{ id: "asks", title: "Waits", depends_on: ["server"] },
          ...(gate ? { run: gate.wait } : { run: "true", decision_id: "go" }),
        },
      ];
      const decisions = [{ decision_id: "go", header: "Go", question: "Go?", options: [{ label: "yes" }] }];
      const life = bench.life();
      const id = await bench.signed({ title: "Test the pages", steps, decisions });
      const run = bench.start("run", id);
      if (gate) await gate.reached;
      else await run.says(/waits for a decision/);
      if (end === "cancel") expect(bench.ana("cancel", id).code).toBe(0);
      else run.child.kill(end);
      await run.ended;
      await life.ended;
      expect(await bench.reaches()).toBe(false);
      expect(await bench.steps(id)).toMatchObject({ server: "completed" });
    }
  });

  it("interrupts the run when it ends by itself while steps need it, and a person decides", async () => {
    const bench = new ServerBench(kind);
    const steps = [
      await bench.serving({ files: undefined }),
      { id: "kill", title: "Ends it", run: `${bench.asks("/die")}; true`, depends_on: ["server"] },
      { id: "test", title: "Ask it", run: `${bench.asks("/page")} >page.txt`, depends_on: ["kill"] },
    ];
    const id = await bench.signed({ title: "Test the pages", steps });
    const { code, out } = await bench.start("run", id, "--no-wait").ended;
    expect(out).toContain("server ended by itself: exit code 7");
    expect(code).toBe(3);
    expect(await bench.steps(id)).toEqual({ server: "interrupted", kill: "completed", test: "pending" });
    expect(bench.run(["inbox"]).out).toContain("server");
    const again = await bench.start("resume", id, "--again").ended;
    expect(again.out).toContain("3 of 3 steps done");
    expect(bench.read("page.txt")).toBe("served /page");
  });

  it("is named by a step that fails because it ended", async () => {
    const bench = new ServerBench(kind);
    const steps = [
      await bench.serving({ files: undefined }),
      { id: "test", title: "Fails", run: `${bench.asks("/die")}`, depends_on: ["server"] },
    ];
    const id = await bench.signed({ title: "Test the pages", steps });
    const { code, out } = await bench.start("run", id).ended;
    expect(out).toContain("server, which step server keeps, ended by itself: exit code 7");
    expect(code).toBe(1);
    const { reason } = (await bench.plan(id)) as { reason?: string };
    expect(reason).toBe("test: server, which step server keeps, ended by itself: exit code 7");
  });

  it("fails if it ends before it is ready", async () => {
    const bench = new ServerBench(kind);
    const ended = await bench.signed({
      title: "Ends",
      steps: [
        await bench.serving({ run: "echo broken; exit 5" }),
        { id: "b", title: "B", run: "true", depends_on: ["server"] },
      ],
    });
    const early = await bench.start("run", ended).ended;
    expect(early.out).toContain("server ended before it was ready: exit code 5");
    expect(early.out).toContain("broken");
    expect(early.code).toBe(1);
    expect(await bench.steps(ended)).toEqual({ server: "failed", b: "blocked" });
  });

  it("ends, also if a run is cancelled while its executor hangs, and the executor is killed with nothing but it left", async () => {
    const bench = new ServerBench(kind);
    const steps = [
      await bench.serving({ files: undefined }),
      { id: "asks", title: "Waits", run: "true", decision_id: "go", depends_on: ["server"] },
    ];
    const decisions = [{ decision_id: "go", header: "Go", question: "Go?", options: [{ label: "yes" }] }];
    const life = bench.life();
    const id = await bench.signed({ title: "Test the pages", steps, decisions });
    const run = bench.start("run", id);
    await run.says(/waits for a decision/);
    run.child.kill("SIGSTOP");
    expect(bench.ana("cancel", id).code).toBe(0);
    run.child.kill("SIGKILL");
    await run.ended;
    await life.ended;
    expect(bench.run(["show", id]).out).toContain("cancelled");
    expect(await bench.steps(id)).toMatchObject({ server: "completed" });
  });

  it("is not taken for ready by the answers of another that has its port", async () => {
    const bench = new ServerBench(kind);
    const server = await bench.serving({ files: undefined });
    const steps = [
      server,
      { ...server, id: "second", keeps: "second", depends_on: ["server"] },
      { id: "test", title: "Ask it", run: "echo >tested.txt", depends_on: ["second"] },
    ];
    const id = await bench.signed({ title: "Two on one port", steps });
    const { code, out } = await bench.start("run", id).ended;
    expect(out).toContain("second ended before it was ready: exit code 1");
    expect(out).toContain("EADDRINUSE");
    expect(code).toBe(1);
    expect(await bench.steps(id)).toEqual({ server: "completed", second: "failed", test: "blocked" });
  });

  it("fails if its command goes to the background, and nothing of it is left", async () => {
    const bench = new ServerBench(kind);
    const server = await bench.serving({ files: undefined });
    const run = `exec 9<>server.pipe; setsid ${bench.node} server.cjs ${bench.port} >/dev/null 2>&1 &`;
    const steps = [
      { ...server, run },
      { id: "b", title: "B", run: "true", depends_on: ["server"] },
    ];
    const life = bench.life();
    const id = await bench.signed({ title: "Daemon", steps });
    const { code, out } = await bench.start("run", id).ended;
    await life.ended;
    expect(out).toContain("has to stay in the foreground");
    expect(code).toBe(1);
    expect(await bench.reaches()).toBe(false);
  });
});

describe.each(KINDS.slice(0, 1))("a step that keeps a server, in the first of the sandboxes, %s", (kind) => {
  it("starts again with on_interrupted: retry, but not for ever, and with fail it fails", async () => {
    const bench = new ServerBench(kind);
    const steps = async (times: number) => [
      await bench.serving({ files: undefined }),
      ...Array.from({ length: times }, (_, at) => ({
        ...{ id: `kill-${at}`, title: "Ends it", run: `${bench.asks("/die")}; true` },
        depends_on: [at === 0 ? "server" : `kill-${at - 1}`],
      })),
      { id: "test", title: "Ask it", run: `${bench.asks("/page")} >page.txt`, depends_on: [`kill-${times - 1}`] },
    ];
    bench.settings({ on_interrupted: "retry" });
    const twice = await bench.signed({ title: "Dies twice", steps: await steps(2) });
    const { code, out } = await bench.start("run", twice).ended;
    expect(out).toContain("4 of 4 steps done");
    expect(code).toBe(0);
    expect(bench.read("page.txt")).toBe("served /page");
    expect(bench.read("starts.txt")).toBe("start\nstart\nstart\n");

    const often = await bench.signed({ title: "Dies often", steps: await steps(3) });
    const asked = await bench.start("run", often, "--no-wait").ended;
    expect(asked.code).toBe(3);
    expect(await bench.steps(often)).toMatchObject({ server: "interrupted", "kill-2": "completed", test: "pending" });

    bench.settings({ on_interrupted: "fail" });
    const once = await bench.signed({ title: "Dies once", steps: await steps(1) });
    const failed = await bench.start("run", once).ended;
    expect(failed.out).toContain("server ended by itself: exit code 7");
    expect(failed.code).toBe(1);
    expect(await bench.steps(once)).toEqual({ server: "failed", "kill-0": "completed", test: "blocked" });
  });

  it.each([
    [],
    ["--now"],
  ])("lives while a person pauses the run, and serves it when they resume it: pause %s", async (...now) => {
    const bench = new ServerBench(kind);
    const steps = [
      await bench.serving({ files: undefined }),
      { id: "asks", title: "Waits", run: "true", decision_id: "go", depends_on: ["server"] },
      { id: "test", title: "Ask it", run: `${bench.asks("/page")} >page.txt`, depends_on: ["asks"] },
    ];
    const decisions = [{ decision_id: "go", header: "Go", question: "Go?", options: [{ label: "yes" }] }];
    const life = bench.life();
    const id = await bench.signed({ title: "Test the pages", steps, decisions });
    const run = bench.start("run", id);
    await run.says(/waits for a decision/);
    expect(bench.ana("pause", id, ...now.flat()).code).toBe(0);
    await run.says(/[Pp]aused/);
    expect(bench.ana("decide", id, "go", "yes").code).toBe(0);
    expect(bench.ana("resume", id).code).toBe(0);
    const { code } = await run.ended;
    await life.ended;
    expect(code).toBe(0);
    expect([bench.read("page.txt"), bench.read("starts.txt")]).toEqual(["served /page", "start\n"]);
  });

  it("starts again for a step of a failed run that a person retries", async () => {
    const bench = new ServerBench(kind);
    const steps = [
      await bench.serving({ files: undefined }),
      { id: "once", title: "Once", run: "echo once >>once.txt", depends_on: ["server"] },
      {
        ...{ id: "test", title: "Ask it", depends_on: ["once"] },
        run: `test -e good.txt && ${bench.asks("/page")} >page.txt`,
      },
    ];
    const id = await bench.signed({ title: "Test the pages", steps });
    const life = bench.life();
    expect((await bench.start("run", id).ended).code).toBe(1);
    await life.ended;
    bench.write("good.txt", "");
    expect(bench.ana("retry", id, "test").code).toBe(0);
    const again = bench.life();
    const { code, out } = await bench.start("run", id).ended;
    await again.ended;
    expect(out).toContain("3 of 3 steps done");
    expect(code).toBe(0);
    expect([bench.read("page.txt"), bench.read("once.txt")]).toEqual(["served /page", "once\n"]);
    expect(bench.read("starts.txt")).toBe("start\nstart\n");
  });
});

/** Plants a hook again and again as soon as there is a file `last.txt`. */
const PLANTER = `
const { writeFileSync, existsSync } = require("node:fs");
const [, , port] = process.argv;
require("node:http").createServer((_, answer) => answer.end("served")).listen(Number(port), "127.0.0.1");
setInterval(() => {
  if (existsSync("last.txt")) writeFileSync(".git/hooks/post-checkout", "#!/bin/sh\\ntrue\\n", { mode: 0o755 });
}, 5);
`;

describe("a kept process without a sandbox that plants a hook after the last step", () => {
  async function planting(last: object, more: object = {}) {
    const bench = new ServerBench("none", { git: true });
    bench.write("planter.cjs", PLANTER);
    const server = await bench.serving({ files: undefined });
    const steps = [
      { ...server, run: `exec 9<>server.pipe; exec ${bench.node} planter.cjs ${bench.port}` },
      { id: "last", title: "Last", depends_on: ["server"], ...last },
    ];
    const id = await bench.signed({ title: "Plants", steps, ...more });
    return { bench, id, hook: join(bench.project, ".git/hooks/post-checkout") };
  }

  it("leaves none: it is undone and told when the run ends", async () => {
    const { bench, id, hook } = await planting({ run: "echo >last.txt" });
    const life = bench.life();
    const { code, out } = await bench.start("run", id).ended;
    await life.ended;
    expect(code).toBe(0);
    expect(existsSync(hook)).toBe(false);
    expect(out).toContain("Found when server had ended: .git/hooks/post-checkout was added: a hook, which git runs");
  });

  it("leaves none if its executor is killed between two steps: the next one undoes it", async () => {
    const decisions = [{ decision_id: "go", header: "Go", question: "Go?", options: [{ label: "yes" }] }];
    const { bench, id, hook } = await planting({ run: "true", decision_id: "go" }, { decisions });
    const life = bench.life();
    const run = bench.start("run", id);
    await run.says(/waits for a decision/);
    const planted = once(watch(join(bench.project, ".git/hooks")), "change");
    bench.write("last.txt", "");
    await planted;
    run.child.kill("SIGKILL");
    await run.ended;
    await life.ended;
    expect(existsSync(hook)).toBe(true);
    expect(bench.ana("decide", id, "go", "yes").code).toBe(0);
    unlinkSync(join(bench.project, "last.txt"));
    const { code, out } = await bench.start("run", id, "--resume").ended;
    expect(code).toBe(0);
    expect(existsSync(hook)).toBe(false);
    expect(out).toMatch(/Found after the interruption: .*post-checkout was added/);
  });
});
