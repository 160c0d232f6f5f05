import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../agent/bench/after-test.ts";
import { makeGate } from "../../agent/bench/gate.ts";
import { RunBench } from "./run-bench.ts";
import { hasTmux, Terminal } from "./terminal.ts";
import { BINARY } from "./workbench.ts";

const countersign = `${process.execPath} ${BINARY}`;

function sitAt(bench: RunBench): Terminal {
  const terminal = new Terminal(bench.project, bench.env);
  afterTest(() => terminal.close());
  return terminal;
}

describe.skipIf(!hasTmux)("a run in a real terminal", () => {
  it("is drawn as it goes, asks with keys, and takes an answer only from a person who says yes", async () => {
    const bench = new RunBench();
    const id = await bench.signed({
      title: "Asks which",
      steps: [
        { id: "a", title: "Prints", run: "echo hello from a" },
        { id: "b", title: "Goes by it", run: "echo b > b.txt", depends_on: ["a"], decision_id: "which" },
      ],
      decisions: [
        {
          ...{ decision_id: "which", header: "Which", question: "Which ones?", multi_select: true },
          options: [{ label: "one" }, { label: "two" }],
        },
      ],
    });
    const terminal = sitAt(bench);
    terminal.type(`${countersign} run ${id}; echo finished: $?`);
    const screen = await terminal.see("needs a decision");
    expect(screen).toMatch(/✓ a completed in[\s\S]*\[█+░+\] 1\/2[\s\S]*1 \[ \] one\n +2 \[ \] two/);
    terminal.press("2");
    await terminal.see("2 [x] two");
    terminal.press("Enter");
    await terminal.see('Answer "two"? [y/N]');
    terminal.type("n");
    await terminal.see("Nothing was done.");
    await terminal.see("2 [ ] two");
    terminal.press("1");
    terminal.press("2");
    await terminal.see(/1 \[x\] one\n +2 \[x\] two/);
    terminal.press("Enter");
    await terminal.see('Answer "one, two"? [y/N]');
    terminal.type("y");
    const end = await terminal.see("finished: 0");
    expect(end).toContain(`${id} completed in`);
    expect(end).not.toContain("░");
    expect((await bench.plan(id)).selections).toEqual({ which: ["one", "two"] });
  });

  it("leaves in order on Ctrl+C, gives the terminal back as it was, and asks when it is taken up again", async () => {
    const bench = new RunBench();
    const gate = makeGate({ cwd: bench.project });
    const id = await bench.signed({
      title: "Waits",
      steps: [{ id: "a", title: "Waits", run: `echo once >> count.txt; echo at the gate; ${gate.wait}` }],
    });
    const terminal = sitAt(bench);
    terminal.type(`stty -a > before; ${countersign} run ${id}; echo finished: $?; stty -a > after; echo written: $?`);
    await gate.reached;
    await terminal.see("│ at the gate");
    terminal.press("C-c");
    await terminal.see("finished: 130");
    await gate.ended;
    await terminal.see("written: 0");
    expect(readFileSync(join(bench.project, "after"), "utf8")).toBe(
      readFileSync(join(bench.project, "before"), "utf8"),
    );
    terminal.type(`clear; ${countersign} run ${id} --resume; echo finished: $?`);
    // In the order of the terminal's dialog: a number means the same in both.
    const asked = await terminal.see("Your choice [1-3]:");
    expect(asked).toMatch(/1 Run it again; .*\n {2}2 Mark it as failed\n {2}3 Skip it; it counts as done by you/);
    terminal.type("3");
    await terminal.see(`Resume ${id} (skip a)? [y/N]`);
    terminal.type("y");
    await terminal.see("finished: 0");
    expect(readFileSync(join(bench.project, "count.txt"), "utf8")).toBe("once\n");
  });

  it("is told in lines where it runs in the background, instead of being stopped by the terminal", async () => {
    const bench = new RunBench();
    const id = await bench.signed({ title: "Behind", steps: [{ id: "a", title: "Adds", run: "echo a > a.txt" }] });
    const terminal = sitAt(bench);
    terminal.type(`set -m; ${countersign} run ${id} & wait $!; echo finished: $?`);
    const screen = await terminal.see("finished: 0");
    expect(screen).toContain("a started: Adds");
  });
});
