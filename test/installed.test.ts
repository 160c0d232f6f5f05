import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cli, type CliOptions, prepareCli } from "./agent/bench/pi-cli.ts";
import { openRpc } from "./agent/bench/rpc.ts";
import { hasTmux, openTmux } from "./agent/bench/tmux.ts";
import { packedPackage, run } from "./packed.ts";

// The published package, installed into an empty directory: by itself, and in pi.

const root = fileURLToPath(new URL("../", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const PI = join(root, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");

let scratch: string;
/** As `pi install` does it: without pi beside it. */
let alone: string;
/** As npm does it: with the pi that it wants. */
let beside: string;

// Packing takes a while.
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "countersign-installed-"));
  const { tarball } = await packedPackage();
  const quick = ["--legacy-peer-deps", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  mkdirSync(join(scratch, "alone"));
  run(join(scratch, "alone"), "npm", "install", "--prefix", ".", ...quick, tarball);
  cpSync(join(scratch, "alone"), join(scratch, "beside"), { recursive: true, verbatimSymlinks: true });
  // pi is the one that is here: to install it once more would take a minute and show nothing.
  symlinkSync(join(root, "node_modules/@earendil-works"), join(scratch, "beside/node_modules/@earendil-works"));
  alone = join(scratch, "alone/node_modules/countersign");
  beside = join(scratch, "beside/node_modules/countersign");
}, 180_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const WRITES = { calls: [{ name: "write", arguments: { path: "a.txt", content: "x" } }] };
const countersign = (place: string): [string, string] => [process.execPath, join(place, "bin/countersign.js")];

interface Ran extends Cli {
  code: number | null;
  out: string;
  err: string;
  /** All that there is in the project. */
  made: string[];
  /** What the model was told last, and the tools it was given. */
  told: string;
  tools: string[];
}

/** Runs a program where a model is; `before` is done with it first. */
async function ran(args: string[], options: CliOptions = {}, before?: (cli: Cli) => Promise<void>): Promise<Ran> {
  const cli = await prepareCli({ ...options, args });
  await before?.(cli);
  const { code, out, err } = await finished(cli, cli.command);
  const { messages = [], tools = [] } = cli.server.requests.at(-1)?.body ?? {};
  return {
    ...cli,
    code,
    out,
    err,
    made: readdirSync(cli.project.cwd, { recursive: true, encoding: "utf8" }),
    told: JSON.stringify(messages),
    tools: tools.map((tool) => tool.function.name),
  };
}

async function finished(cli: Cli, [program, ...args]: [string, ...string[]]) {
  const child: ChildProcess = spawn(program, args, { cwd: cli.project.cwd, env: cli.env, stdio: "pipe" });
  const exited = once(child, "exit");
  child.stdin?.end();
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("It has no output.");
  const [out, err, [code]] = await Promise.all([text(stdout), text(stderr), exited]);
  return { code: code as number | null, out, err };
}

/** What is in somebody's home besides the settings that were there before. */
const leftIn = ({ home }: { home: string }) => readdirSync(home).filter((name) => name !== "plans.json");

describe("the installed command", () => {
  it("is there, and works by itself", async () => {
    const linked = join(scratch, "alone/node_modules/.bin/countersign");
    expect(run(scratch, process.execPath, linked, "--version").trim()).toBe(version);
    const plans = await ran(["plans"], { program: countersign(alone) });
    expect([plans.code, plans.err]).toEqual([0, ""]);
  });

  it("says how to get pi where there is none", async () => {
    const { code, out, err } = await ran(["-p", "hello"], { program: countersign(alone) });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("pi is not installed");
    expect(err).toContain("npm install @earendil-works/pi-coding-agent@~0.87.1");
  });

  it("says so too where it is asked for its demonstration, and leaves nothing behind", async () => {
    const { code, out, err, project } = await ran(["demo"], { program: countersign(alone) });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("pi is not installed");
    expect(leftIn(project)).toEqual([]);
  });

  it("plays its demonstration where there is no terminal, and leaves nothing behind", async () => {
    const TMPDIR = mkdtempSync(join(scratch, "tmp-"));
    const played = await ran(["demo"], { program: countersign(beside), env: { TMPDIR } });
    expect([played.code, played.err], played.out).toEqual([0, ""]);
    expect(played.out).toContain("✗ TOOL_BLOCKED_BY_MODE");
    expect(played.out).toContain("== The plan is completed");
    expect(played.out).toMatch(/signs: {2}countersign demo$/m);
    // Node's own cache is for every command.
    const left = readdirSync(TMPDIR).filter((name) => name !== "node-compile-cache");
    expect([left, played.made, leftIn(played.project), played.server.requests]).toEqual([[], [], [], []]);
  });

  it.skipIf(!hasTmux)("tells whoever has no model yet of its demonstration", async () => {
    const nowhere = mkdtempSync(join(scratch, "pi-"));
    const terminal = await openTmux({ program: countersign(beside), env: { PI_CODING_AGENT_DIR: nowhere } });
    await terminal.shows("without a model of your own: countersign demo");
    terminal.press("ctrl+d");
    expect(await terminal.left()).toBe(0);
  });

  it("says what it needs where there is no terminal, and starts nothing", async () => {
    const { code, err, server } = await ran([], { program: countersign(beside) });
    expect([code, server.requests.length]).toEqual([2, 0]);
    expect(err).toContain("there is no terminal here");
    expect(err).toContain('countersign -p "<prompt>"');
  });

  it("is pi with plan mode in it, and outside plan mode leaves nothing behind", async () => {
    const answered = await ran(["-p", "hello"], { program: countersign(beside), script: [{ text: "Hello back." }] });
    expect([answered.code, answered.out, answered.err]).toEqual([0, "Hello back.\n", ""]);
    expect(answered.tools).toEqual(["read", "bash", "edit", "write", "enter_plan_mode"]);
    expect([answered.made, leftIn(answered.project)]).toEqual([[], []]);
  });

  it.skipIf(!hasTmux)("opens in a terminal without arguments, knows /plan, and leaves nothing behind", async () => {
    const terminal = await openTmux({ program: countersign(beside) });
    // Listed last: whatever is typed before is not yet understood.
    await terminal.shows(/\[Extensions\]\s+extension\.js/);
    terminal.press("/", "p", "l", "a", "n");
    await terminal.shows("Plan first, read-only, until you approve");
    terminal.press("ctrl+c");
    await terminal.hides("/plan");
    terminal.press("ctrl+d");
    expect(await terminal.left()).toBe(0);
    const { project } = terminal;
    expect([readdirSync(project.cwd), leftIn(project)]).toEqual([[], []]);
  });

  it("plans: nothing can be written, and the goal after --plan is not lost", async () => {
    const script = [WRITES, { text: "It was blocked." }];
    const planned = await ran(["--plan", "change a.txt", "-p"], { program: countersign(beside), script });
    expect(planned.out).toBe("It was blocked.\n");
    expect(planned.told).toContain("change a.txt");
    expect(planned.told).toContain("TOOL_BLOCKED_BY_MODE");
    expect(planned.made).not.toContain("a.txt");
    expect(planned.tools).toEqual(expect.arrayContaining(["read", "ask_user", "submit_plan"]));
  });

  it("is loaded once where pi has another copy of it already", async () => {
    const rpc = await openRpc({ program: countersign(beside), extensions: [alone] });
    const { data } = await rpc.send({ type: "get_commands" });
    const names = data.commands.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name.startsWith("plan"))).toEqual(["plan", "plans", "plan-stats"]);
    expect(await rpc.quit()).toBe(0);
    expect(rpc.errors()).toBe("");
  });
});

describe("in pi the installed package", () => {
  it("is loaded with its skill, and outside plan mode leaves nothing behind", async () => {
    const answered = await ran(["-p", "hello"], { extensions: [alone], script: [{ text: "Hello back." }] });
    expect([answered.code, answered.out, answered.err]).toEqual([0, "Hello back.\n", ""]);
    expect(answered.tools).toContain("enter_plan_mode");
    expect(answered.told).toContain("plan-first");
    expect([answered.made, leftIn(answered.project)]).toEqual([[], []]);
  });

  it("is loaded from the settings after pi install, and blocks what writes", async () => {
    const install = async (cli: Cli) => {
      const installed = await finished(cli, [process.execPath, PI, "install", alone]);
      expect(installed.code, installed.err).toBe(0);
    };
    const script = [WRITES, { text: "It was blocked." }];
    const planned = await ran(["--plan", "-p", "change a.txt"], { script }, install);
    expect([planned.code, planned.out]).toEqual([0, "It was blocked.\n"]);
    expect(planned.told).toContain("TOOL_BLOCKED_BY_MODE");
    expect(existsSync(join(planned.project.cwd, "a.txt"))).toBe(false);
    // The command brings its own copy: the one in the settings gives way.
    planned.server.says({ text: "Hello back." });
    const again = await finished(planned, [...countersign(beside), "-p", "hello"]);
    expect([again.code, again.out, again.err]).toEqual([0, "Hello back.\n", ""]);
  });
});
