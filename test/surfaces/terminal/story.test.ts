import { describe, expect, it } from "vitest";
import { terminalExtension } from "../../../src/surfaces/terminal/extension.ts";
import { approve } from "../../agent/bench/approve.ts";
import { keyboard } from "../../agent/bench/keyboard.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { openTerminal } from "../../agent/bench/terminal.ts";

const PLAN = {
  title: "Say two",
  goal: "a.txt says two",
  summary: "One word becomes another.",
  steps: [
    { id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], risk: "low", verify: "grep -q two a.txt" },
    { id: "look", title: "Look at it", run: "cat a.txt", depends_on: ["write"] },
  ],
};

describe("a plan's life in the terminal", () => {
  it("is planned, asked about, sent back, approved, carried out and checked", async () => {
    const bench = await openTerminal({
      ...{ git: true, files: { "a.txt": "one\n" }, columns: 80, rows: 40 },
      extensions: [(pi) => terminalExtension(pi, { keyboard, pause: 0 })],
    });
    bench.says(
      calls(["write", { path: "a.txt", content: "two" }], ["bash", { command: "echo two > a.txt" }]),
      calls(["ask_user", { question: "Which word?", options: ["two", "three"] }]),
      calls(["submit_plan", { plan: PLAN }]),
    );
    await bench.submit("/plan let a.txt say two");
    const question = await bench.shows("Which word?");
    expect(question).toContain("⊘ write was refused: write writes, and this is planning.");
    expect(question).toContain("SHELL_NOT_READ_ONLY");
    expect(question).toMatch(/▸ 1 {2}two\n {3}2 {2}three/);
    await bench.press("1");

    const review = await bench.shows(/revision 1\n[\s\S]*1 approve/);
    expect(review).toContain("planning changed nothing");
    expect(review).toMatch(/\[x\] 1 ● low {3}Write it/);
    await bench.press("j", "c");
    await bench.type("with care");
    await bench.press("enter", "2");
    await bench.type("say why");
    expect(await bench.shows("1 comment goes with it")).toContain("↳ you: with care");
    bench.says(calls(["submit_plan", { plan: { ...PLAN, summary: "One word becomes another, because it must." } }]));
    await bench.press("enter");

    const revised = await bench.shows(/revision 2\n[\s\S]*1 approve/);
    expect(revised).toContain("because it must");
    expect(revised).toContain("say why");
    expect(bench.saw.userTexts.join()).toContain("with care");
    expect(bench.project.read("a.txt")).toBe("one\n");
    bench.says(
      calls(["write", { path: "b.txt", content: "no" }], ["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "wrote it" }]),
      says("All done."),
    );
    await approve(bench);
    const asked = await bench.shows("Step write wants to use write, outside its approved scope");
    expect(asked).toContain("b.txt");
    await bench.press("3");

    const done = await bench.shows("All done.");
    expect(done).toContain("refused this call");
    expect(done).toMatch(/✓ PLAN-\w+ is completed: Say two/);
    expect(done).toContain("1 check passed");
    expect([bench.project.read("a.txt"), bench.project.has("b.txt")]).toEqual(["two\n", false]);
  });
});
