import { describe, expect, it } from "vitest";
import { type SubagentsAtWork, withNews } from "../../src/agent/subagents-at-work.ts";
import { NO_STATS } from "../../src/lifecycle/step-result.ts";
import type { RunNews } from "../../src/run/run-news.ts";
import type { StepProgress } from "../../src/run/step-runner.ts";
import { approve, end, given, later, planOf, propose, START, start } from "../builders.ts";

const NONE: SubagentsAtWork = new Map();
const tells = (progress: StepProgress, subagent_id = "run-1-a-1"): RunNews => ({
  ...{ type: "progress", step_id: "a", attempt: 1, subagent_id, progress },
});
const tool = (name: string, summary: string) => tells({ type: "tool", tool: name, summary });

describe("what subagents do right now", () => {
  it.each([
    [tool("edit", "src/a.ts"), "editing src/a.ts"],
    [tool("bash", "npm test\n  -- --run"), "$ npm test -- --run"],
    [tool("odd", ""), "calling odd"],
    [tool("read", "a\u202eb"), "reading a‹U+202E›b"],
    [tells({ type: "waiting", reason: "the provider is overloaded" }), "waits: the provider is overloaded"],
    [tells({ type: "activity", text: "checking: npm test" }), "checking: npm test"],
  ])("is told in words", (news, doing) => {
    expect(withNews(NONE, news).get("a")?.doing).toBe(doing);
  });

  it("keeps what was used while it does something else, and begins anew with another attempt", () => {
    const stats = { ...NO_STATS, prompt_tokens: 1_000 };
    const used = withNews(withNews(NONE, tells({ type: "usage", stats, context_percent: 81 })), tool("ls", "src"));
    expect(used.get("a")).toMatchObject({ stats, context_percent: 81, doing: "looking at src" });
    const again = withNews(used, tells({ type: "activity", text: "thinking" }, "run-1-a-2"));
    expect(again.get("a")).toMatchObject({ subagent_id: "run-1-a-2", stats: NO_STATS });
    expect(again.get("a")?.context_percent).toBeUndefined();
  });

  it("says that a provider made it wait until it hears from it again", () => {
    const waits = withNews(NONE, tells({ type: "waiting", reason: "429" }));
    expect(waits.get("a")?.isLimited).toBe(true);
    expect(withNews(waits, tool("ls", ".")).get("a")?.isLimited).toBe(false);
  });

  it("counts a subagent from the start of its step, before anything was reported of it", () => {
    const plan = planOf("a", "b");
    const begun = later(given(propose(plan), approve(plan)), START, start("a"));
    const known = withNews(NONE, { type: "changed", plan: begun });
    expect([...known]).toMatchObject([["a", { attempt: 1, stats: NO_STATS }]]);
    const { subagent_id } = begun.run?.steps.get("a") ?? {};
    const busy = withNews(known, { ...tool("ls", "."), subagent_id } as RunNews);
    expect(busy.get("a")?.doing).toBe("looking at .");
    const second = withNews(busy, { type: "changed", plan: later(begun, start("b")) });
    expect([...second.keys()].sort()).toEqual(["a", "b"]);
    expect(second.get("a")).toBe(busy.get("a"));
  });

  it("is forgotten once the step has ended", () => {
    const plan = planOf("a", "b");
    const busy = later(given(propose(plan), approve(plan)), START, start("a"));
    const known = withNews(NONE, tool("ls", "."));
    expect([...withNews(known, { type: "changed", plan: busy }).keys()]).toEqual(["a"]);
    expect([...withNews(known, { type: "changed", plan: later(busy, end("a")) }).keys()]).toEqual([]);
  });
});
