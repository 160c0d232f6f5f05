import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { RunBench, Running } from "./run-bench.ts";

const SET_CLOCK = fileURLToPath(new URL("set-clock.mjs", import.meta.url));
const DAY = 24 * 3600 * 1000;
const YEAR = 365 * DAY;

/** The program on a machine whose clock somebody sets while it runs. */
class ClockBench extends RunBench {
  /** A clock of its own, for some of its processes. */
  clock(name: string) {
    const file = join(this.home, name);
    const env = { ...this.env, NODE_OPTIONS: `--import ${SET_CLOCK}`, TEST_CLOCK_FILE: file };
    const set = (milliseconds: number) => writeFileSync(file, String(milliseconds));
    set(0);
    return { set, start: (...args: string[]) => new Running(args, { cwd: this.project, env }) };
  }
}

const entriesOf = (out: string): { action: string; detail?: string }[] => JSON.parse(out).entries;

describe("the program on a machine whose clock is set", () => {
  it("says how long a step really took, and no other process's clock stalls the run", async () => {
    const bench = new ClockBench();
    const run = "while [ ! -f go ]; do sleep 0.05; done";
    const id = await bench.signed({ title: "Waits", steps: [{ id: "a", title: "A", run }] });
    const [clock, other] = [bench.clock("clock"), bench.clock("other")];
    const running = clock.start("run", id);
    await running.says(/a started/);
    other.set(2 * DAY);
    expect((await other.start("plans", "--json").ended).out).toContain('"status": "executing"');
    clock.set(2 * DAY);
    other.set(0);
    expect((await other.start("plans", "--json").ended).out).toContain('"status": "executing"');
    bench.write("go", "");
    const { code, out } = await running.ended;
    expect(out).toMatch(/a completed in [\d.]+ s/);
    expect(out).toMatch(new RegExp(`${id} completed in [\\d.]+ s: 1 of 1 step done`));
    expect(code).toBe(0);
    const { out: told } = await clock.start("audit", "--json").ended;
    const set = entriesOf(told).filter(({ action }) => action === "clock_set");
    expect(set.map(({ detail }) => detail)).toContain("set forward by 2 d");
    expect(entriesOf(told).map(({ action }) => action)).not.toContain("stalled");
  });

  it("makes no plan stale that was proposed by a clock of 2020, says so once, and the doctor tells", async () => {
    const bench = new ClockBench();
    const clock = bench.clock("clock");
    clock.set(-6 * YEAR);
    bench.write("plan.json", JSON.stringify({ title: "Old", steps: [{ id: "a", title: "A", run: "true" }] }));
    const { out } = await clock.start("propose", "plan.json").ended;
    const id = /PLAN-\w{8}/.exec(out)?.[0];
    clock.set(0);
    const first = await clock.start("plans").ended;
    expect(first.out).toMatch(/ proposed .* just now\n/);
    expect(first.err).toBe(
      `${id}: the clock was set forward by 2190 d since its last record. Nothing has expired by that.\n`,
    );
    expect((await clock.start("plans").ended).err).toBe("");
    expect((await clock.start("doctor").ended).out).toContain("note   the clock was set forward by 2190 d on ");
    expect((await clock.start("show", id ?? "").ended).out).toContain(
      "the clock was set forward by 2190 d; nothing expired by that",
    );
  });

  it("says in the doctor that the clock is behind the newest record", async () => {
    const bench = new ClockBench();
    const clock = bench.clock("clock");
    await bench.signed({ title: "New", steps: [{ id: "a", title: "A", run: "true" }] });
    clock.set(-DAY);
    const { code, err } = await clock.start("doctor").ended;
    expect(err).toMatch(/WRONG {2}the clock says \S+ \S+, 2[34] h(?: 59 min)? before the newest record, of PLAN-/);
    expect(code).toBe(1);
  });
});
