import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Desk } from "../src/desk/desk.ts";
import { createToken } from "../src/desk/tokens.ts";
import type { Cli } from "./agent/bench/pi-cli.ts";
import { makeProject, type Project } from "./agent/bench/project.ts";
import { openRpc } from "./agent/bench/rpc.ts";
import { hasTmux, openTmux } from "./agent/bench/tmux.ts";
import { must } from "./desk/fixture.ts";
import { finished, installPackage, npmWithThePackage, ran } from "./installed-package.ts";
import { LOWEST, otherNode } from "./other-node.ts";
import { run } from "./packed.ts";
import { isPi1, PI_PROGRAM as PI } from "./pi-under-test.ts";
import { Bot, prepareBot } from "./surfaces/discord/bot-command.ts";

// The published package, installed into an empty directory: by itself, and in pi; on the lowest Node and on ours. The tests about pi 1.x
// run these too.

const root = fileURLToPath(new URL("../", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

let scratch: string;
let alone: string;
let beside: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "countersign-installed-"));
  ({ alone, beside } = await installPackage(scratch));
}, 180_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }), 60_000);

const WRITES = { calls: [{ name: "write", arguments: { path: "a.txt", content: "x" } }] };
const countersign = (node: string, place: string): [string, string] => [node, join(place, "bin/countersign.js")];

/** What is in somebody's home besides the settings that were there before. */
/** Besides the settings, which the test wrote, and compiled code, which every command keeps. */
const leftIn = ({ home }: { home: string }) =>
  readdirSync(home).filter((name) => name !== "plans.json" && name !== "compiled");

const nodes = [await otherNode(LOWEST), process.execPath].filter((node) => node !== undefined);

describe.each(
  nodes.map((node) => [run(root, node, "--version").trim(), node] as const),
)("on Node %s", (version, node) => {
  describe("the installed command", () => {
    it("is there, and works by itself", async () => {
      const linked = join(scratch, "alone/node_modules/.bin/countersign");
      expect(run(scratch, node, linked, "--version").trim()).toBe(manifest.version);
      const plans = await ran(countersign(node, alone), ["plans"]);
      expect([plans.code, plans.err]).toEqual([0, ""]);
    });

    it("says how to get pi where there is none", async () => {
      const { code, out, err } = await ran(countersign(node, alone), ["-p", "hello"]);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain("pi is not installed");
      expect(err).toContain("npm install @earendil-works/pi-coding-agent@1.5.0");
    });

    it("says so too where it is asked for its demonstration, and leaves nothing behind", async () => {
      const { code, out, err, project } = await ran(countersign(node, alone), ["demo"]);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain("pi is not installed");
      expect(leftIn(project)).toEqual([]);
    });

    it("plays its demonstration where there is no terminal, and leaves nothing behind", async () => {
      const TMPDIR = mkdtempSync(join(scratch, "tmp-"));
      const played = await ran(countersign(node, beside), ["demo"], { env: { TMPDIR } });
      expect([played.code, played.err], played.out).toEqual([0, ""]);
      expect(played.out).toContain("✗ TOOL_BLOCKED_BY_MODE");
      expect(played.out).toContain("== The plan is completed");
      expect(played.out).toMatch(/signs: {2}countersign demo$/m);
      expect([readdirSync(TMPDIR), played.made, leftIn(played.project), played.server.requests]).toEqual([
        [],
        [],
        [],
        [],
      ]);
    });

    it("plays it on the dashboard, too", async () => {
      const TMPDIR = mkdtempSync(join(scratch, "tmp-"));
      const played = await ran(countersign(node, beside), ["demo", "--web"], { env: { TMPDIR } });
      expect([played.code, played.err], played.out).toEqual([0, ""]);
      expect(played.out).toContain("== The plan is completed");
      expect([readdirSync(TMPDIR), played.made, leftIn(played.project)]).toEqual([[], [], []]);
    });

    it.skipIf(!hasTmux)("leads a person without a model to one, or to its demonstration", async () => {
      const nowhere = mkdtempSync(join(scratch, "pi-"));
      const terminal = await openTmux({ program: countersign(node, beside), env: { PI_CODING_AGENT_DIR: nowhere } });
      await terminal.shows("Countersign has no model yet");
      await terminal.ready();
      // A dialog takes no key in its first moment.
      await new Promise((resolve) => setTimeout(resolve, 500));
      terminal.press("4");
      await terminal.shows("then type: countersign demo");
      terminal.press("ctrl+d");
      expect(await terminal.left()).toBe(0);
      expect([readdirSync(terminal.project.cwd), leftIn(terminal.project)]).toEqual([[], []]);
    });

    it("says what it needs where there is no terminal, and starts nothing", async () => {
      const { code, err, server } = await ran(countersign(node, beside), []);
      expect([code, server.requests.length]).toEqual([2, 0]);
      expect(err).toContain("there is no terminal here");
      expect(err).toContain('countersign -p "<prompt>"');
    });

    it("is pi with plan mode in it, and outside plan mode leaves nothing behind", async () => {
      const answered = await ran(countersign(node, beside), ["-p", "hello"], { script: [{ text: "Hello back." }] });
      expect([answered.code, answered.out, answered.err]).toEqual([0, "Hello back.\n", ""]);
      expect(answered.tools).toEqual(["read", "bash", "edit", "write", "enter_plan_mode"]);
      expect([answered.made, leftIn(answered.project)]).toEqual([[], []]);
    });

    it.skipIf(!hasTmux)("opens in a terminal without arguments, knows /plan, and leaves nothing behind", async () => {
      const terminal = await openTmux({ program: countersign(node, beside) });
      // Listed last: whatever is typed before is not yet understood.
      await terminal.shows(/\[Extensions\]\s+extension\.js/);
      terminal.press("/", "p", "l", "a", "n");
      await terminal.shows("Plan first, read-only, until you approve");
      terminal.press("ctrl+c");
      await terminal.hides("Plan first, read-only, until you approve");
      terminal.press("ctrl+d");
      expect(await terminal.left()).toBe(0);
      const { project } = terminal;
      expect([readdirSync(project.cwd), leftIn(project)]).toEqual([[], []]);
    });

    it("plans: nothing can be written, and the goal after --plan is not lost", async () => {
      const script = [WRITES, { text: "It was blocked." }];
      const planned = await ran(countersign(node, beside), ["--plan", "change a.txt", "-p"], { script });
      expect(planned.out).toBe("It was blocked.\n");
      expect(planned.told).toContain("change a.txt");
      expect(planned.told).toContain("TOOL_BLOCKED_BY_MODE");
      expect(planned.made).not.toContain("a.txt");
      expect(planned.tools).toEqual(expect.arrayContaining(["read", "ask_user", "submit_plan"]));
    });

    it("is loaded once where pi has another copy of it already", async () => {
      const rpc = await openRpc({ program: countersign(node, beside), extensions: [alone] });
      const { data } = await rpc.send({ type: "get_commands" });
      const names = data.commands.map(({ name }: { name: string }) => name);
      expect(names.filter((name: string) => name.startsWith("plan"))).toEqual(["plan", "plans", "plan-stats"]);
      expect(await rpc.quit()).toBe(0);
      expect(rpc.errors()).toBe("");
    });
  });

  describe("in pi the installed package", () => {
    it("is loaded with its skill, and outside plan mode leaves nothing behind", async () => {
      const answered = await ran([node, PI], ["-p", "hello"], {
        extensions: [alone],
        script: [{ text: "Hello back." }],
      });
      expect([answered.code, answered.out, answered.err]).toEqual([0, "Hello back.\n", ""]);
      expect(answered.tools).toContain("enter_plan_mode");
      expect(answered.told).toContain("plan-first");
      expect([answered.made, leftIn(answered.project)]).toEqual([[], []]);
    });

    it("is loaded from the settings after pi install, and blocks what writes", async () => {
      const install = async (cli: Cli) => {
        const installed = await finished(cli, [node, PI, "install", alone]);
        expect(installed.code, installed.err).toBe(0);
      };
      const script = [WRITES, { text: "It was blocked." }];
      const planned = await ran([node, PI], ["--plan", "-p", "change a.txt"], { script }, install);
      expect([planned.code, planned.out]).toEqual([0, "It was blocked.\n"]);
      expect(planned.told).toContain("TOOL_BLOCKED_BY_MODE");
      expect(existsSync(join(planned.project.cwd, "a.txt"))).toBe(false);
      // The command brings its own copy: the one in the settings gives way.
      planned.server.says({ text: "Hello back." });
      const again = await finished(planned, [...countersign(node, beside), "-p", "hello"]);
      expect([again.code, again.out, again.err]).toEqual([0, "Hello back.\n", ""]);
    });
  });

  it("is installed by pi itself, as npm:countersign, and loaded from where pi puts it", async () => {
    const fresh = makeProject();
    const settings = { npmCommand: await npmWithThePackage(fresh) };
    writeFileSync(join(fresh.agentDir, "settings.json"), JSON.stringify(settings));
    const { project, ...installed } = await ran([node, PI], ["install", "npm:countersign"], { project: fresh });
    expect(installed.code, installed.err).toBe(0);
    const place = join(project.agentDir, "npm/node_modules/countersign");
    expect(JSON.parse(readFileSync(join(place, "package.json"), "utf8")).version).toBe(manifest.version);
    expect(readdirSync(join(place, ".."))).not.toContain("@earendil-works");
    const script = [WRITES, { text: "It was blocked." }];
    const planned = await ran([node, PI], ["--plan", "-p", "change a.txt"], { project, script });
    expect([planned.code, planned.out, planned.err]).toEqual([0, "It was blocked.\n", ""]);
    expect(planned.told).toContain("TOOL_BLOCKED_BY_MODE");
    expect(planned.tools).toEqual(expect.arrayContaining(["read", "ask_user", "submit_plan"]));
    expect(existsSync(join(project.cwd, "a.txt"))).toBe(false);
    // What is below is about a terminal, and the same on each Node.
    if (!hasTmux || node !== process.execPath) return;
    const terminal = await openTmux({ program: [node, PI], project, server: planned.server });
    await terminal.ready();
    await terminal.shows(/\[Extensions\]\s+countersign/);
    expect(terminal.screen()).not.toContain("Extension Updates");
    terminal.press("ctrl+d");
    expect(await terminal.left()).toBe(0);
    // The next version, as `pi update` brings it.
    const change = (file: string, text: string, next: string) => {
      const path = join(place, file);
      const before = readFileSync(path, "utf8");
      expect(before).toContain(text);
      writeFileSync(path, before.replace(text, next));
    };
    change("package.json", `"version": "${manifest.version}"`, '"version": "99.0.0"');
    change(
      "CHANGELOG.md",
      "## Unreleased\n",
      "## 99.0.0 - 2099-01-01\n\nA sentence about it.\n\n## 98.0.0 - 2098-01-01\n",
    );
    change("CHANGELOG.md", "### Added\n", "### Added\n\nx\n\n## 0.0.1 - 2020-01-01\n");
    const updated = await terminal.again({ rows: 60 });
    await updated.ready();
    await updated.shows(/\[Extensions\]\s+countersign/);
    const screen = await updated.shows(isPi1 ? "Extension Updates" : /\$0\.000|0\.0%/);
    if (isPi1) expect(screen).toMatch(/countersign 99\.0\.0 - 2099-01-01\s+A sentence about it\./);
    expect(screen.includes("A sentence about it.")).toBe(isPi1);
  });

  describe("a plan", () => {
    const PLAN = {
      title: "Say two",
      goal: "a.txt says two",
      steps: [{ id: "write", title: "Write it", mode: "run", files: ["*.txt"], run: "echo two > a.txt", risk: "low" }],
    };

    it("lives its whole life on the command line, with no word of Node's in it", async () => {
      const command = countersign(node, alone);
      const proposed = await ran(command, ["propose", "plan.json", "--json"], { git: true }, ({ project }) =>
        project.write("plan.json", JSON.stringify(PLAN)),
      );
      expect(proposed.code, proposed.err).toBe(0);
      const { id } = JSON.parse(proposed.out).plan;
      const { project } = proposed;
      const env = { ...proposed.env, COUNTERSIGN_APPROVER_TOKEN: token(project) };
      const says = (args: string[], input?: string) => finished({ ...proposed, env }, [...command, ...args], input);
      expect(await says(["show", id])).toMatchObject({ code: 0, out: expect.stringContaining("Say two"), err: "" });
      expect(await says(["approve", id])).toMatchObject({ code: 0, err: "" });
      expect(await says(["run", id])).toMatchObject({ code: 0, out: expect.stringContaining("completed") });
      expect(project.read("a.txt")).toBe("two\n");
      expect(await says(["audit", "--verify"])).toMatchObject({ code: 0, err: "" });
      const doctor = await says(["doctor"]);
      expect([doctor.code, doctor.err]).toEqual([0, ""]);
      expect(doctor.out).toContain(`Node ${version.slice(1)} (${realpathSync(node)}), supported from 22.19 on`);
    });

    it("is made with nobody there", async () => {
      const script = [{ calls: [{ name: "submit_plan", arguments: { plan: PLAN } }] }];
      const args = ["plan", "--model", "scripted/scripted-1", "--json", "say two"];
      const planned = await ran(countersign(node, beside), args, { git: true, script });
      expect([planned.code, planned.err], planned.out).toEqual([
        0,
        expect.stringMatching(/^Planning with scripted\/scripted-1 .*\n {2}submit_plan Say two\n$/),
      ]);
      expect(JSON.parse(planned.out)).toMatchObject({ plan: { title: "Say two", status: "proposed" } });
    });
  });

  it("judges calls, also for the hooks of other hosts", async () => {
    const judged = await ran(countersign(node, alone), ["judge", "--", "cat a | sort -o b"]);
    expect(judged).toMatchObject({ code: 1, out: expect.stringContaining("sort -o writes"), err: "" });
    const tool = { tool_name: "Bash", tool_input: { command: "ls" } };
    const call = { session_id: "s1", cwd: judged.project.cwd, hook_event_name: "PreToolUse", ...tool };
    const hook = [...countersign(node, alone), "hook", "claude-code"] as [string, ...string[]];
    expect(await finished(judged, hook, JSON.stringify(call))).toMatchObject({ code: 0, err: "" });
  });

  it("is a library", () => {
    const program = join(alone, "../../library.mjs");
    writeFileSync(
      program,
      `import { Desk, inbox, localActor } from "countersign";
      const desk = new Desk({ directory: ".", env: process.env });
      const proposed = await desk.propose({ title: "A", steps: ["Do it"] }, localActor(process.env));
      console.log(proposed.ok, (await inbox(desk)).length);\n`,
    );
    const { cwd, env } = makeProject();
    const { stdout, stderr } = spawnSync(node, [program], { cwd, env: { ...process.env, ...env }, encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["true 1\n", ""]);
  });

  it("answers in a channel of Discord", async () => {
    const [discord, project] = await prepareBot();
    const bot = new Bot(project, countersign(node, beside));
    await bot.says("Connected: Builder.");
    const general = discord.guild.channel("general");
    discord.addMember({ name: "ada" }).say(general, "Hello");
    await general.next("Hello from the model.");
    expect(await bot.ends("SIGTERM")).toBe(0);
    expect(bot.text).not.toContain("Warning");
  });
});

it.skipIf(nodes.length < 2)("tells people with an older Node a command that works", () => {
  const { cwd, env } = makeProject();
  const old = join(scratch, "old.cjs");
  writeFileSync(old, 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });\n');
  // A project's own Node, which npx must not take.
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  symlinkSync("/bin/false", join(cwd, "node_modules/.bin/node"));
  const all = { ...process.env, ...env, npm_config_prefer_offline: "true" };
  const say = (program: string, ...args: string[]) => spawnSync(program, args, { cwd, env: all, encoding: "utf8" });
  const refused = say(process.execPath, "--require", old, join(alone, "bin/countersign.js"), "judge", "--", "ls | wc");
  expect([refused.status, refused.stdout]).toEqual([1, ""]);
  const command = /for now: (.+)\n$/.exec(refused.stderr)?.[1] ?? refused.stderr;
  const followed = say("sh", "-c", command);
  expect([followed.status, followed.stdout], followed.stderr).toEqual([0, expect.stringContaining("allow")]);
});

/** Of somebody who may approve. */
function token({ cwd: directory, env }: Project): string {
  const desk = new Desk({ directory, env });
  const owner = must(desk.authenticate({ via: "surface", surface: "terminal", id: "ana", name: "ana" }));
  const { secret } = createToken(desk.homeDatabase(), { name: "ana", roles: [] }, owner, desk.at());
  desk.close();
  return secret;
}
