import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { localActor } from "../../../src/desk/persons.ts";
import { must } from "../../desk/fixture.ts";
import { bundledProgram } from "./bundle.ts";
import { Workbench } from "./workbench.ts";

// What the published commands load before they answer: milliseconds are measured in bench/startup.ts.

/** Writes down, for a process that ends, which files and modules of Node it loaded, and which uses of ICU there were. */
const RECORDER = `
const used = new Set();
const vm = require("node:vm");
const files = [];
vm.Script = class extends vm.Script {
  constructor(text, options) { super(text, options); files.push(options.filename); }
};
const watched = [[Number.prototype, "toLocaleString"], [Date.prototype, "toLocaleString"], [String.prototype, "normalize"],
  [String.prototype, "localeCompare"]];
for (const [owner, name] of watched) {
  const real = owner[name];
  owner[name] = function (...args) { used.add(name); return real.apply(this, args); };
}
for (const name of Object.keys(Object.getOwnPropertyDescriptors(Intl))) {
  const real = Intl[name];
  Object.defineProperty(Intl, name, { configurable: true, get() { used.add(name); return real; } });
}
const inPackage = (path) => path.replace(/^.*\\/(?=dist\\/|node_modules\\/|bin\\/)/, "");
process.on("exit", () => {
  files.push(...Object.keys(require.cache));
  const builtins = process.moduleLoadList.flatMap((name) => /^NativeModule ([a-z_/]+)$/.exec(name)?.[1] ?? []);
  require("node:fs").writeFileSync(process.env.RECORDED, JSON.stringify({ files: files.map(inPackage), builtins, used: [...used] }));
});
`;
/** Modules of Node that take it a millisecond or more to load. */
const SLOW = ["child_process", "crypto", "http", "net", "readline", "stream", "tty", "worker_threads"];

interface Loaded {
  parts: string[];
  slow: string[];
  used: string[];
}

let bench: Workbench;
let plan: string;
let program: string;
beforeAll(async () => {
  bench = new Workbench();
  program = await bundledProgram();
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const desk = new Desk({ directory: bench.project, env: bench.env, now: () => yesterday });
  const proposed = must(
    await desk.propose({ title: "Add a flag", steps: [{ description: "Do it" }] }, localActor(bench.env)),
  );
  plan = proposed.plan.id;
  await desk.plans({ limit: 50 });
  desk.close();
  writeFileSync(join(bench.home, "recorder.cjs"), RECORDER);
});
afterAll(() => bench.remove());

function loadedBy(words: string[], input = ""): Loaded {
  const recorded = join(bench.home, "recorded.json");
  const args = ["--require", join(bench.home, "recorder.cjs"), program, ...words];
  const env = { ...bench.env, RECORDED: recorded, CLAUDE_PROJECT_DIR: bench.project };
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: bench.project, env, input, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  const { files, builtins, used } = JSON.parse(readFileSync(recorded, "utf8"));
  const ours = files.filter((file: string) => !/^bin\/|^dist\/cli\/main\.cjs$|recorder/.test(file));
  return {
    parts: ours.map((file: string) => file.replace(/^dist\/cli\/part-(.*)\.cjs$/, "$1")).sort(),
    slow: SLOW.filter((name) => builtins.includes(name)),
    used,
  };
}

function loadedByHook(call: object): Loaded {
  const asked = { session_id: "s1", cwd: bench.project, hook_event_name: "PreToolUse", permission_mode: "default" };
  return loadedBy(["hook", "claude-code"], JSON.stringify({ ...asked, ...call }));
}

describe("the published command line", () => {
  it("loads one part to help", () => {
    expect(loadedBy(["help"])).toEqual({ parts: ["main"], slow: [], used: [] });
    expect(loadedBy(["help", "plans"])).toEqual({ parts: ["main"], slow: [], used: [] });
  });

  it("loads no parser, nothing that decides, and nothing of ICU to list plans", async () => {
    // Directories that changed a moment ago are looked through again.
    const settled = () => expect(loadedBy(["plans"])).toEqual({ parts: ["list", "main"], slow: [], used: [] });
    await vi.waitFor(settled, { timeout: 10_000 });
    expect(loadedBy(["plans", "--json"])).toEqual({ parts: ["list", "main"], slow: [], used: [] });
  });

  it("loads what verifies a journal to show a plan", () => {
    const parts = ["hosts", "journals", "list", "main", "show"];
    expect(loadedBy(["show", plan])).toEqual({ parts, slow: ["crypto", "stream"], used: [] });
  });

  it("loads the names of pi's tools, and no pi, to show a plan whose steps list some", async () => {
    const desk = new Desk({ directory: bench.project, env: bench.env });
    const steps = [{ id: "a", title: "A", tools: ["read", "bash"] }];
    const { plan: listing } = must(await desk.propose({ title: "With tools", steps }, localActor(bench.env)));
    desk.close();
    const { parts } = loadedBy(["show", listing.id]);
    const shown = ["git", "hosts", "journals", "list", "main", "show"];
    expect(parts).toEqual(["capabilities", "missing-tools", "policy", ...shown].sort());
  });

  it("loads no package to judge a command line", () => {
    const judged = loadedBy(["judge", "--sandbox", "off", "--", "git", "status"]);
    expect([judged.parts, judged.slow]).toEqual([["git", "list", "main", "policy", "shell"], []]);
  });

  it("loads the rarer commands when a line has one", () => {
    const judged = loadedBy(["judge", "--sandbox", "off", "--", "uptime"]);
    expect([judged.parts, judged.slow]).toEqual([["commands", "git", "list", "main", "policy", "shell"], []]);
  });

  it("loads no key to judge a call of a session that never planned", () => {
    const judged = loadedByHook({ tool_name: "Bash", tool_input: { command: "git status" } });
    expect([judged.parts, judged.slow]).toEqual([["git", "hosts", "journals", "list", "main", "policy", "shell"], []]);
  });

  it("loads no parser of shell lines to judge a call that has none", () => {
    const judged = loadedByHook({ tool_name: "Read", tool_input: { file_path: join(bench.project, "a.txt") } });
    expect([judged.parts, judged.slow]).toEqual([["git", "hosts", "journals", "list", "main", "policy"], []]);
  });

  it("has the parser of shell lines in a part of its own", () => {
    const directory = join(program, "../../dist/cli");
    const holders = globSync("*.cjs", { cwd: directory }).filter((file) =>
      readFileSync(join(directory, file), "utf8").includes("unbash/dist/lexer"),
    );
    expect(holders).toEqual(["part-shell.cjs"]);
  });

  it("is plain ASCII, which Node reads fastest", () => {
    const directory = join(program, "../../dist/cli");
    const files = globSync("*.cjs", { cwd: directory });
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => /[^\0-\x7F]/.test(readFileSync(join(directory, file), "utf8")))).toEqual([]);
  });
});
