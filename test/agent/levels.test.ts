import { describe, expect, it } from "vitest";
import { planMode } from "../../src/agent/extension.ts";
import type { PlanNews } from "../../src/agent/plan-news.ts";
import type { PlanSession } from "../../src/agent/plan-session.ts";
import { noStatistics, statisticsSections } from "../../src/desk/statistics/statistics-text.ts";
import { statistics } from "../../src/desk/statistics.ts";
import { calls, says } from "./bench/model.ts";
import { openSession } from "./bench/session.ts";

describe.each(["log", "prompt"] as const)("while planning at the level %s", (level) => {
  it("a forbidden call runs, is recorded once, told once and counted", async () => {
    const news: PlanNews[] = [];
    let session: PlanSession | undefined;
    const bench = await openSession({
      ...{ git: true, files: { "a.txt": "one\n" }, flags: { plan: true } },
      extensions: [
        (pi) => {
          planMode(pi, {
            ...{ surface: "terminal", env: process.env, settings: { level, sandbox: "off" }, canAsk: () => false },
            attach: (opened) => {
              session = opened;
              opened.listen((one) => void news.push(one));
            },
          });
        },
      ],
    });
    bench.says(
      calls(["write", { path: "b.txt", content: "x" }]),
      calls(["bash", { command: "echo x > c.txt" }]),
      calls(["read", { path: "a.txt" }]),
      says("Done."),
    );
    await bench.prompt("go");
    expect(["b.txt", "c.txt"].map((name) => bench.project.has(name))).toEqual([true, true]);
    const judged = news.flatMap((one) =>
      one.type === "recorded" && one.event.data.type === "call_judged" ? [one.event.data] : [],
    );
    expect(judged.map(({ tool, blocked }) => [tool, blocked])).toEqual([
      ["write", false],
      ["bash", false],
    ]);
    expect(news.flatMap((one) => (one.type === "let_through" ? [one.tool] : []))).toEqual(["write", "bash"]);
    expect(news.filter(({ type }) => type === "refused")).toEqual([]);
    expect(news.find(({ type }) => type === "entered")).toMatchObject({ level });
    if (session === undefined) throw new Error("There is no session.");
    const counted = await statistics(session.agent.desk);
    expect(counted.tools).toEqual({
      denied: [],
      let_through: [
        { tool: "bash", count: 1 },
        { tool: "write", count: 1 },
      ],
      missed: [],
    });
    expect(noStatistics(counted)).toBeUndefined();
    expect(statisticsSections(counted, 80).map(({ lines }) => lines.join("\n"))).toContain(
      "  Not stopped         bash 1, write 1",
    );
    expect(bench.saw.systemPrompt).not.toMatch(/blocked/i);
  });
});
