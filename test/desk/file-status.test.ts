import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileStatus } from "../../src/desk/file-status.ts";
import { projectPaths } from "../../src/desk/file-store/project-paths.ts";
import { approve, end, given, later, planOf, propose, START, start } from "../builders.ts";

const PLAN = planOf("a", "b");
const failed = later(
  ...([given(propose(PLAN), approve(PLAN)), START, start("a"), end("a"), start("b")] as const),
  ...([end("b", "failed"), { type: "fail", reason: "b failed" }] as const),
);

describe("what a plan's file says of its run", () => {
  it("has no start and no end of an earlier run once the plan is approved again", () => {
    expect(fileStatus(failed)).toHaveProperty("execution_started_at");
    expect(fileStatus(failed)).toHaveProperty("execution_ended_at");
    const again = later(failed, { type: "retry" });
    expect(Object.keys(fileStatus(again)).filter((key) => key.startsWith("execution_"))).toEqual([]);
    expect(fileStatus(again).steps).toEqual({ a: { status: "completed" } });
    const started = later(again, { type: "start", run_id: "run-2" });
    expect(fileStatus(started)).toHaveProperty("execution_session");
    expect(fileStatus(started)).not.toHaveProperty("execution_ended_at");
  });

  it("names the journal of its run by a path in the project", () => {
    const { id } = failed;
    expect(fileStatus(failed).execution_session).toBe(`.pi/plans/sessions/${id}.jsonl`);
    expect(join("/p", `.pi/plans/sessions/${id}.jsonl`)).toBe(projectPaths("/p").journal(id));
  });
});
