import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { detectSandbox } from "../src/sandbox/detect.ts";
import { COMPILED } from "./desk/child-environment.ts";
import { processesWith } from "./processes-with.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "countersign-start-"));
  for (const name of ["home", "tmp"]) mkdirSync(join(scratch, name));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

type Started = ChildProcessByStdio<null, Readable, Readable>;

/** `npm start` without a terminal; in its environment is what only its own processes have. */
function start(...words: string[]): Started {
  return spawn(process.execPath, ["scripts/start.ts", ...words], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: join(scratch, "home"),
      TMPDIR: join(scratch, "tmp"),
      LANG: "C.UTF-8",
      // As if an agent had started it, who knows a key of the user's.
      COUNTERSIGN_AGENT: "pi-outside",
      OPENAI_API_KEY: "not-for-the-demonstration",
      DEMO_OF: scratch,
      // Sources that are read once, not by each of its processes.
      NODE_COMPILE_CACHE: COMPILED,
    },
  });
}

/** Everything in the checkout but what is installed or of git. */
function checkout(): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => !/^(?:node_modules|\.git|dist|test)\b/.test(name))
    .sort();
}

/** Where each of these stands, and that it stands after the one before. */
function inOrder(story: string, parts: readonly RegExp[]): string[] {
  let from = 0;
  return parts.flatMap((part) => {
    const found = story.slice(from).search(part);
    if (found === -1) return [String(part)];
    from += found;
    return [];
  });
}

// It builds the package, and plays at the pace of somebody who reads.
describe("npm start without a terminal", { timeout: 60_000 }, () => {
  it("plays the whole story, tells it in order, and leaves nothing behind", async () => {
    const before = checkout();
    const child = start();
    const exited = once(child, "exit");
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    expect(errors).toBe("");
    expect(code, out).toBe(0);
    const sandbox = await detectSandbox({ env: process.env, project: root });
    const missing = inOrder(out, [
      /The model is scripted/,
      sandbox.works
        ? /^Commands run in the sandbox \((?:bubblewrap|util-linux|macOS)/m
        : /^This machine has no sandbox/m,
      /not ok 2 - takes accents off/,
      /\/plan make the failing tests/,
      /agent +I am a scripted model/,
      /> read src\/slug\.js/,
      /✗ TOOL_BLOCKED_BY_MODE: edit writes/,
      /✗ SHELL_NOT_READ_ONLY: sed -i changes files/,
      /> ask_user What should slug\(\) do/,
      /✓ ana answers: give untitled/,
      /✓ Submitted PLAN-\w+, revision 1/,
      /PLAN-\w+ {2}proposed/,
      /verify {2}node --test test\/slug\.test\.js/,
      /ana +requests changes: Pin what we agreed/,
      /✓ Submitted PLAN-\w+, revision 2/,
      /\+ pin: Pin the agreed behaviour with a test/,
      /ana +signs revision 2 of PLAN-/,
      /sha256:[0-9a-f]{64}/,
      /\? slug asks: edit src\/article\.js, outside its approved scope/,
      /ana +refuses: it stays as it was signed/,
      /slug +I change slug\(\)/,
      /The check is right, I forgot the punctuation/,
      /✓ slug is done/,
      /✓ suite: Run all tests\n +completed, run: node --test/,
      /^\+ {2}return words\.join\("-"\) \|\| "untitled";$/m,
      /approved r2 {2}ana \(token\)/,
      /^verified +PLAN-/m,
      /== The plan is completed/,
      /its project is removed\.\nNext, in a project of your own:\n {2}npm install -g countersign$/m,
      /^ {2}countersign serve {6}the dashboard of your own projects$/m,
      /signs: {2}npm start -- --demo$/m,
    ]);
    expect(missing, out).toEqual([]);
    expect(out).not.toMatch(/^-.*articles/m);
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(checkout()).toEqual(before);
    expect(readdirSync(join(scratch, "tmp"))).toEqual([]);
    expect(readdirSync(join(scratch, "home"))).toEqual([]);
    expect(processesWith(`DEMO_OF=${scratch}`)).toEqual([]);
  });

  it("plays it on the dashboard, through its HTTP API, and leaves nothing behind", async () => {
    const before = checkout();
    const child = start("--web");
    const exited = once(child, "exit");
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    expect(errors).toBe("");
    expect(code, out).toBe(0);
    const missing = inOrder(out, [
      /signs in to the\ndashboard with a code/,
      /not ok 2 - takes accents off/,
      /agent +plans, with the model demonstration\/scripted/,
      /> read src\/slug\.js/,
      /✗ edit writes/,
      /agent +asks: What should slug\(\) do/,
      /person +give untitled/,
      /✓ Submitted PLAN-\w+, revision 1/,
      /PLAN-\w+ {2}proposed/,
      /person +requests changes: Pin what we agreed/,
      /✓ Submitted PLAN-\w+, revision 2/,
      /\+ pin: Pin the agreed behaviour with a test/,
      /person +signs revision 2 of PLAN-/,
      /sha256:[0-9a-f]{64}/,
      /\? slug asks: edit src\/article\.js, outside its approved scope/,
      /person +refuses: it stays as it was signed/,
      /slug +I change slug\(\)/,
      /✓ slug is done/,
      /✓ suite: Run all tests\n +completed, run: node --test/,
      /^\+ {2}return words\.join\("-"\) \|\| "untitled";$/m,
      /changes requested r1 {2}.+ \(web\)/,
      /approved r2 {2}.+ \(web\)/,
      /^verified +PLAN-/m,
      /== The plan is completed/,
      /signs: {2}npm start -- --web$/m,
    ]);
    expect(missing, out).toEqual([]);
    expect(out).not.toMatch(/^-.*articles/m);
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(checkout()).toEqual(before);
    expect(readdirSync(join(scratch, "tmp"))).toEqual([]);
    expect(readdirSync(join(scratch, "home"))).toEqual([]);
    expect(processesWith(`DEMO_OF=${scratch}`)).toEqual([]);
  });

  it.each([
    ["somebody interrupts it", "--demo", /First I look/, (child: Started) => child.kill("SIGINT"), 130],
    ["nobody reads on", "--demo", /First I look/, (child: Started) => child.stdout.destroy(), 141],
    [
      "somebody interrupts its run on the dashboard",
      "--web",
      /slug begins/,
      (child: Started) => child.kill("SIGINT"),
      130,
    ],
  ])("cleans up when %s", async (_when, word, moment, stop, wanted) => {
    const child = start(word);
    const exited = once(child, "exit");
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (moment.test(out)) stop(child);
    });
    child.stderr.resume();
    const [code] = await exited;
    expect(code).toBe(wanted);
    expect(out).not.toContain("== The steps");
    expect(readdirSync(join(scratch, "tmp"))).toEqual([]);
    expect(processesWith(`DEMO_OF=${scratch}`)).toEqual([]);
  });
});
