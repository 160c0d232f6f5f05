import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PlanId } from "../../src/plan/plan.ts";
import { deleteStaleComparisons } from "../../src/run/delete-stale-comparisons.ts";
import { PlantedCode } from "../../src/run/planted-code.ts";
import type { Assignment } from "../../src/run/step-runner.ts";
import { approve, type Fixture, fixture, ID, must, propose } from "../desk/fixture.ts";

/** As a process leaves it that is killed in the middle of a step. */
async function leave(f: Fixture, runId: string, { project = f.project, planId = ID as PlanId } = {}): Promise<void> {
  const planted = new PlantedCode({ project, home: f.home, planId, runId, held: async () => [] });
  await planted.begin({ step: { id: "s", title: "S" }, attempt: 1 } as unknown as Assignment);
}

const left = (f: Fixture) => (existsSync(join(f.home, "planted")) ? readdirSync(join(f.home, "planted")).sort() : []);

describe("a comparison file that a killed process left", () => {
  it("stays while its run can go on, and is deleted with its plan in the archive", async () => {
    const f = fixture();
    await propose(f);
    await approve(f);
    must(await f.desk.send(ID, { type: "start", run_id: "r" }, f.local));
    await leave(f, "r");
    await deleteStaleComparisons(f.desk);
    expect(left(f)).toEqual(["r.json"]);
    must(await f.desk.send(ID, { type: "cancel" }, f.person));
    must(await f.desk.send(ID, { type: "archive" }, f.person));
    await deleteStaleComparisons(f.desk);
    expect(left(f)).toEqual([]);
  });

  it("is deleted if a later run has begun, its plan is gone, or it is cut off", async () => {
    const f = fixture();
    await propose(f);
    await approve(f);
    must(await f.desk.send(ID, { type: "start", run_id: "new" }, f.local));
    await leave(f, "old");
    await leave(f, "new");
    await leave(f, "gone", { planId: "PLAN-ffffffff" as PlanId });
    writeFileSync(join(f.home, "planted/cut.json"), '{"project":"');
    writeFileSync(join(f.home, "planted/half.json.new"), "{");
    await deleteStaleComparisons(f.desk);
    expect(left(f)).toEqual(["new.json"]);
  });

  it("of another project stays until that project is gone", async () => {
    const f = fixture();
    const project = join(f.root, "other");
    mkdirSync(project);
    await leave(f, "r", { project });
    await deleteStaleComparisons(f.desk);
    expect(left(f)).toEqual(["r.json"]);
    rmSync(project, { recursive: true });
    await deleteStaleComparisons(f.desk);
    expect(left(f)).toEqual([]);
  });
});
