import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import demonstration from "../src/surfaces/cli/demo/extension.ts";
import { MODEL, PROVIDER } from "../src/surfaces/cli/demo/model-name.ts";
import { GOAL, SAMPLE_FILES } from "../src/surfaces/cli/demo/sample-project.ts";
import { terminalExtension } from "../src/surfaces/terminal/extension.ts";
import { approve } from "./agent/bench/approve.ts";
import { keyboard } from "./agent/bench/keyboard.ts";
import { WITH_SCROLLBACK } from "./agent/bench/runtime.ts";
import { type BenchTerminal, openTerminal } from "./agent/bench/terminal.ts";

/** What a person sees who chose the demonstration: the app, the sample project, and the scripted model. */
async function openDemo(): Promise<BenchTerminal> {
  const bench = await openTerminal({
    git: true,
    files: SAMPLE_FILES,
    execution: "subagent",
    extensions: [(pi) => terminalExtension(pi, { keyboard, pause: 0 }), demonstration],
    columns: 80,
    rows: 30,
    settings: WITH_SCROLLBACK,
  });
  const model = bench.session.modelRuntime.getModel(PROVIDER, MODEL);
  if (model === undefined) throw new Error("The scripted model is not there.");
  await bench.session.setModel(model);
  return bench;
}

/** From the greeting to the review of the first revision. */
async function planned(answer: () => Promise<void>, bench: BenchTerminal): Promise<void> {
  await bench.shows(`/plan ${GOAL}`);
  await bench.press("enter");
  await bench.shows("What should slug() do with a title without letters");
  await answer();
  await bench.shows(/revision 1\n[\s\S]*1 approve/);
}

function testsPass({ project }: BenchTerminal): boolean {
  try {
    execFileSync(process.execPath, ["--test"], { cwd: project.cwd, stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

describe("the demonstration in a terminal", () => {
  it("goes from the first key through review, changes and approval to tests that pass", async () => {
    const bench = await openDemo();
    expect(await bench.shows("Countersign, a demonstration")).toContain("The model is scripted");
    await planned(() => bench.press("1"), bench);
    const scrolled = await bench.scrollback();
    expect(scrolled).toContain("planning changed nothing");
    expect(testsPass(bench)).toBe(false);
    await bench.press("2");
    await bench.type("With a test, please.");
    await bench.press("enter");
    expect(await bench.shows(/revision 2\n[\s\S]*1 approve/)).toMatch(/Pin the agreed behaviour with a test +new/);
    await approve(bench);
    const asked = await bench.shows("Step slug wants to use edit, outside its approved scope");
    expect(asked).toContain("src/article.js");
    await bench.press("3");
    await bench.shows(/PLAN-\w+ is completed/);
    await bench.shows(/is completed[\s\S]*That was the demonstration\. \/plan diff/);
    const story = await bench.scrollback();
    expect(story).toMatch(/Commands run in the sandbox \(|This machine has no sandbox/);
    expect(story).toContain("The check is right, I forgot the punctuation.");
    expect(testsPass(bench)).toBe(true);
    expect(bench.project.read("test/slug.test.js")).toContain('slug("?!"), "untitled"');
    expect(bench.project.git("diff", "--name-only").trim().split("\n")).toEqual([
      "README.md",
      "src/slug.js",
      "test/slug.test.js",
    ]);
  });

  it("does what was answered in own words, and leaves out what was left out, also with a fresh context", async () => {
    const bench = await openDemo();
    await planned(async () => {
      await bench.press("t");
      await bench.type("no-title");
      await bench.press("enter");
    }, bench);
    await bench.press("j", "space");
    await approve(bench, "fresh");
    await bench.shows("Step slug wants to use edit");
    await bench.press("3");
    await bench.shows(/PLAN-\w+ is completed/);
    expect(bench.project.read("src/slug.js")).toContain('|| "no-title"');
    expect(bench.project.git("diff", "--name-only").trim()).toBe("src/slug.js");
  });

  it("ends with a rejection, says what it is when talked to, and can begin again", async () => {
    const bench = await openDemo();
    await planned(() => bench.press("2"), bench);
    await bench.press("escape");
    await bench.submit("what is the weather like?");
    await bench.shows("cannot follow that");
    await bench.submit("/plan");
    await bench.shows(/revision 1\n[\s\S]*1 approve/);
    await bench.press("3", "enter");
    await bench.shows(/rejected/);
    await bench.submit("hello?");
    await bench.shows("I can only tell one story");
    await bench.settled();
    expect(bench.project.git("status", "--porcelain", "--untracked-files=no")).toBe("");
    await bench.submit(`/plan ${GOAL}`);
    await bench.shows(/What should slug[\s\S]*t {2}In my own words/);
    await bench.press("1");
    await bench.shows(/revision 1\n[\s\S]*1 approve/);
    await approve(bench);
    await bench.shows("Step slug wants to use edit");
    await bench.press("3");
    await bench.shows(/PLAN-\w+ is completed/);
    expect(testsPass(bench)).toBe(true);
  });
});
