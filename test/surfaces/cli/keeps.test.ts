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

  constructor(kind: Kind) {
    super();
    this.kind = kind;
    this.write(
      "../home/plans.json",
      JSON.stringify({ sandbox: kind === "none" ? "off" : "require", executing: { network: false } }),
    );
    this.write("server.cjs", SERVER);
    this.write("ask.cjs", ASK);
    execFileSync("mkfifo", [join(this.project, "server.pipe")]);
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
});
