import { describe, expect, it } from "vitest";
import { terminalExtension } from "../../../src/surfaces/terminal/extension.ts";
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
      git: true,
      files: { "a.txt": "one\n" },
      extensions: [(pi) => terminalExtension(pi, { pause: 0 })],
      columns: 80,
      rows: 40,
    });
    bench.says(
      calls(["write", { path: "a.txt", content: "two" }], ["bash", { command: "echo two > a.txt" }]),
      calls(["ask_user", { question: "Which word?", options: ["two", "three"] }]),
      calls(["submit_plan", { plan: PLAN }]),
    );
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Which word?");
    await bench.press("1");
    console.log(await bench.shows(/revision 1\n[\s\S]*1 approve/));
    await bench.press("j");
    await bench.press("enter");
    console.log(await bench.screen());
    await bench.press("c");
    await bench.type("with care");
    await bench.press("enter", "2");
    await bench.type("say why");
    console.log(await bench.screen());
    bench.says(calls(["submit_plan", { plan: { ...PLAN, summary: "One word becomes another, because it must." } }]));
    await bench.press("enter");
    console.log(await bench.shows(/revision 2\n[\s\S]*1 approve/));
    bench.says(
      calls(["write", { path: "b.txt", content: "no" }], ["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "wrote it" }]),
      says("All done."),
    );
    await bench.press("1");
    console.log(await bench.shows("All done."));
    expect(1).toBe(1);
  });
});
