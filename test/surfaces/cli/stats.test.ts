import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { columns } from "../../../src/plan/wrap.ts";
import { Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

describe("stats", () => {
  it("says that there is nothing to count, and leaves no trace", () => {
    const { code, out } = bench.run(["stats"]);
    expect([code, out]).toEqual([0, "There is nothing to count yet: no plan was proposed here.\n"]);
    expect(existsSync(join(bench.project, ".pi"))).toBe(false);
  });

  it("counts what was planned, for people and for programs", () => {
    const plan = { title: "Small", steps: [{ id: "do", title: "Do it", risk: "low", run: "true" }] };
    const [a, b] = [1, 2].map(
      () => bench.run(["propose", "-", "--json"], { input: JSON.stringify(plan) }).json.plan.id,
    ) as [string, string];
    bench.as("ann", ["approve", a]);
    bench.as("ann", ["reject", b]);
    bench.run(["queue", "add", a]);
    bench.run(["queue", "run"]);
    const { out } = bench.run(["stats", "--since", "1d"]);
    expect(out).toMatch(/^2 plans since \d{4}-\d{2}-\d{2}\n/);
    expect(out).toContain("  Now                 1 completed, 1 rejected\n");
    expect(out).toContain("  Approved            1 of 2 answered (50%)\n");
    expect(out).toContain("  Over-planned        2 (100%): one step of low risk, nothing to decide\n");
    expect(out).toMatch(/\n1 step begun\n +begun +done +failed +interrupted +repeated\n {2}\S run +1 +1 +0 +0 +0\n/);
    expect(out.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
    const { statistics } = bench.run(["stats", "--json"]).json;
    expect(statistics).toMatchObject({
      plans: { total: 2, by_status: { completed: 1, rejected: 1 } },
      approval: { approved: 1, rejected: 1, rate: 0.5 },
      over_planning: { plans: 2, share: 1 },
    });
  });

  it("refuses a time that is none", () => {
    const { code, err } = bench.run(["stats", "--since", "yesterday"]);
    expect([code, err]).toEqual([2, expect.stringContaining('30d, 12h, 2w or 2026-11-01, not "yesterday"')]);
  });
});
