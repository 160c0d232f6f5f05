import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { attentionBytes } from "../../../src/surfaces/terminal/attention.ts";
import { calls } from "../../agent/bench/model.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { openPlanBench, PLAN } from "./plan-bench.ts";

const WORDS = "PLAN-1 waits; for your review";

describe("what calls a person to the terminal", () => {
  it.each<[NodeJS.ProcessEnv, string]>([
    [{ TERM: "xterm-256color" }, "\x07"],
    [{ TERM_PROGRAM: "iTerm.app" }, "\x1b]9;PLAN-1 waits, for your review\x1b\\\x07"],
    [{ TERM: "xterm-kitty" }, "\x1b]9;PLAN-1 waits, for your review\x1b\\\x07"],
    [{ TERM: "foot" }, "\x1b]777;notify;Countersign;PLAN-1 waits, for your review\x1b\\\x07"],
    [{ TERM: "xterm", VTE_VERSION: "7200" }, "\x1b]777;notify;Countersign;PLAN-1 waits, for your review\x1b\\\x07"],
    [
      { TERM: "tmux-256color", TMUX: "/tmp/x" },
      "\x1bPtmux;\x1b\x1b]9;PLAN-1 waits, for your review\x1b\x1b\\\x1b\\\x07",
    ],
  ])("is a notification where there is one, and the bell: %j", (env, bytes) => {
    expect(attentionBytes(WORDS, "desktop", env)).toBe(bytes);
    expect(attentionBytes(WORDS, "bell", env)).toBe("\x07");
    expect(attentionBytes(WORDS, "off", env)).toBe("");
  });

  it("ends where it should, whatever is in the words", () => {
    const bytes = attentionBytes("a\x1b\\b\x07c\u009cd\n", "desktop", { TERM: "foot" });
    expect(bytes).toBe("\x1b]777;notify;Countersign;a‹U+001B›\\b‹U+0007›c‹U+009C›d \x1b\\\x07");
  });
});

describe("a session in a terminal", () => {
  /** pi ends other sequences with the same byte. */
  const rings = (written: string) =>
    written.replaceAll(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g, "").split("\x07").length - 1;

  it.each([
    [{}, 1],
    [{ notify: { terminal: "off" } }, 0],
  ])("rings once for a review, with the settings %j", async (settings, times) => {
    const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
    writeFileSync(join(project.home, "plans.json"), JSON.stringify(settings));
    const bench = await openPlanBench({ project });
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("1 approve");
    expect(rings(bench.terminal.written)).toBe(times);
    await bench.press("escape");
    await bench.submit("/plan");
    await bench.shows("1 approve");
    expect(rings(bench.terminal.written), "a review that the person opens").toBe(times);
  });

  it("rings for a question, and its spinner stops until the person has answered", async () => {
    const bench = await openPlanBench();
    bench.says(calls(["ask_user", { question: "Which word?", options: ["two", "three"] }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Which word?");
    expect(rings(bench.terminal.written)).toBe(1);
    await bench.press("escape");
    await bench.hides("2  three");
    expect(await bench.screen()).not.toContain("Working");
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan");
    await bench.shows("1  two");
    await bench.press("1");
    await bench.shows("1 approve");
    expect(rings(bench.terminal.written)).toBe(2);
  });
});
