import { describe, expect, it } from "vitest";
import { RunBench } from "./run-bench.ts";

const DRAFT = {
  title: "Left in the middle",
  steps: [
    { id: "one", title: "One", run: "test -e go || sleep 100" },
    { id: "two", title: "Two", run: "true" },
  ],
};

describe.each([
  ["kill -9", "SIGKILL", "executing"],
  ["an ordinary stop", "SIGTERM", "paused"],
] as const)("a plan that no process runs after %s", (_, signal, status) => {
  it("is listed by plans and by inbox, with what can be done, until it is continued", async () => {
    const bench = new RunBench();
    bench.write("../home/plans.json", JSON.stringify({ max_parallel_steps: 1 }));
    const id = await bench.signed(DRAFT);
    const run = bench.start("run", id);
    await run.says(/one started/);
    for (const list of ["plans", "inbox"]) expect(bench.run([list, "--json"]).json.stuck).toBeUndefined();
    run.child.kill(signal);
    await run.ended;
    for (const list of ["plans", "inbox"]) {
      const { out } = bench.run([list]);
      expect(out).toMatch(new RegExp(`^${id} is unfinished: started .*, 0 of 2 `));
      for (const act of ["resume", "fail", "cancel"]) expect(out).toContain(`countersign ${act} ${id}\n`);
      expect(bench.run([list, "--json"]).json.stuck).toMatchObject([{ id, status }]);
    }
    bench.write("go", "");
    expect(bench.ana("resume", id, "--again").code).toBe(0);
    for (const list of ["plans", "inbox"]) {
      expect(bench.run([list]).out).not.toContain("is unfinished");
      expect(bench.run([list, "--json"]).json.stuck).toBeUndefined();
    }
  });
});
