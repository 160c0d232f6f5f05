import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Lease } from "../../src/lifecycle/lease.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { newLease } from "../../src/run/lease.ts";
import { makeGate } from "../agent/bench/gate.ts";
import { type Fixture, fixture, must, refusalOf, standing } from "../desk/fixture.ts";
import { ExecutorProcess } from "./executor-process.ts";

const SETTINGS = { sandbox: "off", snapshots: false };

async function signed(f: Fixture, first: string): Promise<string> {
  const steps = [
    { id: "first", title: "first", run: first },
    { id: "next", title: "next", run: "echo next > next.txt", depends_on: ["first"] },
  ];
  const { plan } = must(await f.desk.propose({ title: "Two", steps }, f.person));
  must(await f.desk.send(plan.id, { type: "approve", revision: 1, digest: plan.proposal.digest }, f.person));
  return plan.id;
}

describe("a process that has fallen asleep in the middle of a step", () => {
  it("keeps its plan on its own machine, whatever the clock says; robbed from another one it writes nothing more", async () => {
    const f = fixture(SETTINGS);
    const gate = makeGate({ cwd: f.project });
    const id = await signed(f, `${gate.wait}; echo first > first.txt`);
    const executor = new ExecutorProcess(f.home, [[f.project, id]]);
    await gate.reached;
    executor.child.kill("SIGSTOP");
    try {
      f.pass(60 * 24 * 365);
      expect(refusalOf(await acquireRun(f.desk, id, newLease())).kind).toBe("lost_lease");
      const from = (await standing(f.desk, id)).run?.lease?.id ?? "";
      const lease: Lease = { ...newLease(), host: "elsewhere" };
      const taken = await f.desk.record(id, [{ type: "take_lease", lease, from }], lease.id);
      expect(taken.refusal).toBeUndefined();
      const before = await f.desk.store.loadJournal(id);
      gate.open();
      await gate.ended;
      executor.child.kill("SIGCONT");
      await executor.ended;
      expect(executor.complaints).toBe("");
      expect(executor.said.at(-1)).toEqual({ plan: id, end: "lost" });
      const after = await f.desk.store.loadJournal(id);
      expect(after.records.map(({ seal }) => seal)).toEqual(before.records.map(({ seal }) => seal));
      expect((await standing(f.desk, id)).run?.lease?.host).toBe("elsewhere");
      // What was begun has happened; what comes after it has not.
      expect([existsSync(join(f.project, "first.txt")), existsSync(join(f.project, "next.txt"))]).toEqual([
        true,
        false,
      ]);
    } finally {
      executor.child.kill("SIGKILL");
      await executor.ended;
    }
  });
});

describe("two processes that begin at the same moment", () => {
  it("carry out the plan once: one is told who does it", async () => {
    const f = fixture(SETTINGS);
    const id = await signed(f, "echo first >> first.txt");
    const both = [0, 1].map(() => new ExecutorProcess(f.home, [[f.project, id]]));
    await Promise.all(both.map(({ ended }) => ended));
    const ends = both.map(({ said }) => said.flatMap((one) => ("end" in one ? one.end : []))[0] ?? "");
    expect(ends.filter((end) => end === "completed")).toHaveLength(1);
    expect(ends.find((end) => end !== "completed")).toMatch(/^(lost_lease|no_turn|wrong_state): /);
    const { records } = await f.desk.store.loadJournal(id);
    const started = records.filter(({ events }) =>
      (events as { type: string }[]).some(({ type }) => type === "run_started"),
    );
    expect(started).toHaveLength(1);
    expect((await standing(f.desk, id)).run?.steps.get("first")?.attempts).toBe(1);
  });
});
