import { describe, expect, it } from "vitest";
import { RunBench } from "./run-bench.ts";

const CHOICE = {
  decision_id: "when",
  header: "When",
  question: "Now?",
  options: [{ label: "Yes", description: "at once" }, { label: "No" }],
};
const ASKS = { title: "Asks", steps: [{ id: "a", title: "A", run: "true", decision_id: "when" }] };
const MINUTE = 60_000;

describe("run in a pipe", () => {
  it("shows a decision with its options and the command that answers it, while another step still runs", async () => {
    const bench = new RunBench();
    const id = await bench.signed({
      title: "Asks",
      decisions: [CHOICE],
      steps: [...ASKS.steps, { id: "b", title: "B", run: "while [ ! -f go ]; do sleep 0.05; done" }],
    });
    const run = bench.start("run", id);
    await run.says(/countersign decide/);
    expect(run.out).toContain(
      `waits for you: when: Now?\n  - Yes: at once\n  - No\n  countersign decide ${id} when Yes|No\n`,
    );
    expect(run.out).not.toContain("b completed");
    bench.write("go", "");
    await run.says(/b completed/);
    expect(bench.ana("decide", id, "when", "No").code).toBe(0);
    const { code, out } = await run.ended;
    expect(out.split("countersign decide").length).toBe(2);
    expect(code).toBe(0);
  });

  it("names the default that a decision took at its deadline, before the run or during it", async () => {
    const bench = new RunBench();
    const decisions = [{ ...CHOICE, deadline_minutes: 1, default: ["Yes"] }];
    const words = "passed without an answer: its default holds, Yes.";
    const before = await bench.signed({ ...ASKS, decisions }, new Date(Date.now() - 2 * MINUTE));
    expect(bench.run(["run", before]).out).toContain(`The deadline for decision when of ${before} ${words}`);
    const during = await bench.signed({ ...ASKS, decisions }, new Date(Date.now() - MINUTE + 4000));
    const { out, code } = bench.run(["run", during]);
    expect(out).toContain(`The deadline for decision when of ${during} ${words}`);
    expect(out.indexOf("waits for you")).toBeLessThan(out.indexOf(words));
    expect(code).toBe(0);
  });

  it("ends a reason of the queue with one mark", async () => {
    const bench = new RunBench();
    const id = await bench.signed({ ...ASKS, decisions: [CHOICE] });
    expect(bench.ana("queue", "add", id).code).toBe(0);
    expect(bench.run(["queue", "run"]).out).toContain("needs a person: Decision when: Now? countersign inbox\n");
  });
});

describe("the end of a run", () => {
  it("names what an earlier attempt left, also after the retry", async () => {
    const bench = new RunBench({ git: true });
    const run = "if [ -f fixed ]; then echo ok > two.txt; else echo x > one.txt; exit 1; fi";
    const id = await bench.signed({ title: "Twice", steps: [{ id: "a", title: "A", run }] });
    expect(bench.run(["run", id]).out).toContain("+ one.txt (added by a)");
    bench.write("fixed", "");
    expect(bench.ana("retry", id, "a").code).toBe(0);
    const { out, code } = bench.run(["run", id]);
    expect(out).toMatch(/2 files changed:\n {2}\+ one\.txt \(added by a\)\n {2}\+ two\.txt \(added by a\)\n/);
    expect(code).toBe(0);
  });

  it("is told to the person who cancelled it with the steps that are interrupted", async () => {
    const bench = new RunBench();
    const id = await bench.signed({ title: "Long", steps: [{ id: "a", title: "A", run: "sleep 60" }] });
    const run = bench.start("run", id);
    await run.says(/a started/);
    expect(bench.ana("cancel", id).out).toContain(`Cancelled ${id}. Step a is interrupted.`);
    expect((await run.ended).out).toContain("0 of 1 step done, 1 interrupted.");
  });
});
