import { describe, expect, it } from "vitest";
import { processIdentity } from "../../src/desk/process-identity.ts";
import type { Lease } from "../../src/lifecycle/lease.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import { newLease } from "../../src/run/lease.ts";
import { prepareRollBack } from "../../src/run/roll-back-plan.ts";
import { refusalOf } from "../desk/fixture.ts";
import { RunBench, step } from "./bench.ts";

const PLAN = { title: "Two", steps: [step("a"), step("b", { depends_on: ["a"] })] };
const A_IS_DONE: PlanCommand[] = [
  { type: "start_step", step_id: "a" },
  { type: "end_step", step_id: "a", outcome: "completed" },
];

/** A paused plan in the hands of this holder; what is refused about taking it back. */
async function refused(lease: Lease, ...more: PlanCommand[]) {
  const bench = await RunBench.signed(PLAN);
  const commands: PlanCommand[] = [{ type: "start", run_id: "r", lease }, ...A_IS_DONE, ...more, { type: "pause" }];
  const recorded = await bench.desk.record(bench.id, commands, lease.id);
  expect(recorded.refusal).toBeUndefined();
  const { kind, message } = refusalOf(await prepareRollBack(bench.desk, await bench.plan(), { env: bench.f.env }));
  return { kind, message };
}

const mine = newLease();
const others: Lease = { ...mine, ...processIdentity(process.ppid) };
const dead: Lease = { ...mine, pid: 2 ** 23 };
const B_RUNS: PlanCommand = { type: "start_step", step_id: "b" };

describe("taking back a paused plan", () => {
  it("is refused while a process that is alive has it, above all while its steps run", async () => {
    expect(await refused(others)).toMatchObject({
      kind: "lost_lease",
      message: expect.stringContaining("is run by process"),
    });
    const running = {
      kind: "step_in_progress",
      message: expect.stringMatching(/is run by process.*Still running: b\./),
    };
    expect(await refused(others, B_RUNS)).toMatchObject(running);
    expect(await refused(mine, B_RUNS)).toMatchObject(running);
  });

  it("is only a matter of snapshots where nobody has it, or this process waits with it", async () => {
    for (const lease of [mine, dead]) expect(await refused(lease)).toMatchObject({ kind: "not_found" });
  });
});
