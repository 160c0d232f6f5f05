import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RunLog } from "../../../../src/run/run-log.ts";
import { planOf, signed } from "../../../../testing/plan-stages.ts";
import { must } from "../../../desk/fixture.ts";
import { WebBench } from "../web-bench.ts";

const LONG = { title: "Long", steps: [{ id: "one", title: "One", run: "touch began; sleep 100" }] };
const SHORT = { title: "Short", steps: [{ id: "one", title: "One", run: "true" }] };

describe("runs on the server", () => {
  it("end in order when it ends: their steps are interrupted, and a person can resume them", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const id = await signed(bench.f, LONG);
    expect(await browser.ask("start", { plan: id })).toMatchObject({ goes: "here", words: `${id} runs here.` });
    await expect.poll(() => existsSync(join(bench.f.project, "began"))).toBe(true);
    expect((await browser.ask("planPage", { plan: id })).standing?.run?.at_work).toMatchObject([{ step: "one" }]);
    await bench.close();
    const plan = await planOf(bench.f, id);
    expect([plan.status, plan.run?.steps.get("one")?.status]).toEqual(["paused", "interrupted"]);
  });

  it("wait for their turn: no more run at once than max_parallel_plans", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const first = await signed(bench.f, LONG);
    const second = await signed(bench.f, SHORT);
    await browser.ask("start", { plan: first });
    const waits = await browser.ask("start", { plan: second });
    expect(waits.words).toContain(`${second} waits:`);
    expect((await browser.ask("queued")).plans).toMatchObject([{ id: second, place: 1 }]);
    await browser.ask("cancel", { plan: first, body: {} });
    await expect.poll(async () => (await planOf(bench.f, second)).status).toBe("completed");
  });

  it.each([
    [true, "completed"],
    [false, "approved"],
  ])("of plans that are approved elsewhere begin with auto_run %s: %s", async (auto_run, status) => {
    const bench = await WebBench.start({ settings: { auto_run } });
    const { desk, person } = bench.f;
    const browser = await bench.local();
    const id = await signed(bench.f, SHORT);
    if (auto_run) await expect.poll(async () => (await planOf(bench.f, id)).status).toBe(status);
    // A record after it was heard, and nothing began by then.
    const later = await signed(bench.f, LONG);
    must(await desk.send(later, { type: "cancel" }, person));
    const isHeard = async () => {
      const { entries } = await browser.ask("timeline", { plan: later });
      return entries.some(({ action }) => action === "cancelled");
    };
    await expect.poll(isHeard).toBe(true);
    expect((await planOf(bench.f, id)).status).toBe(status);
  });
});

describe("the log of a step", () => {
  it("comes in parts of whole characters, wherever a part begins", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const id = await signed(bench.f, SHORT);
    // Characters of one to four bytes, in another place in each part.
    const text = "aé…😀".repeat(60_000);
    new RunLog(bench.f.project, id).add("one", 1, text);
    const part = (from: number) => browser.ask("stepLog", { plan: id, query: { step: "one", from: String(from) } });
    const texts: string[] = [];
    for (let at = 0, size = 1; at < size; ) {
      const { text: one, from, to, size: whole } = await part(at);
      expect(from).toBe(at);
      texts.push(one);
      [at, size] = [to, whole];
    }
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join("") === text).toBe(true);
    const { size } = await part(0);
    for (const [left, shown, from] of [
      [4, "😀", 4],
      [5, "😀", 4],
      [7, "…😀", 7],
      [9, "é…😀", 9],
    ] as const) {
      const found = await part(size - left);
      expect([left, found.text, size - found.from]).toEqual([left, shown, from]);
    }
  });
});
