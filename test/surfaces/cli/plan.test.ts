import { describe, expect, it } from "vitest";
import { planBench } from "./plan-bench.ts";

const PLAN = {
  title: "Say two",
  goal: "a.txt says two",
  summary: "One line changes.",
  steps: [
    { id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], risk: "low", verify: "grep -q two a.txt" },
    { id: "check", title: "Look", run: "cat a.txt", depends_on: ["write"] },
  ],
};

describe("countersign plan", () => {
  it("explores", { timeout: 60_000 }, async () => {
    const bench = await planBench([
      {
        calls: [
          { name: "read", arguments: { path: "a.txt" } },
          { name: "bash", arguments: { command: "ls; echo no > b.txt" } },
          { name: "write", arguments: { path: "b.txt", content: "x" } },
        ],
      },
      { calls: [{ name: "submit_plan", arguments: { plan: PLAN } }] },
    ]);
    const t = performance.now();
    const ran = await bench.plan("say two");
    console.log(performance.now() - t, ran, await bench.desk(), bench.server.requests.at(-1)?.body.messages.at(-1));
    expect(ran.code).toBe(0);
  });
});
