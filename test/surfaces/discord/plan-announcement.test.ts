import { expect, it } from "vitest";
import { ANYONE } from "../../../src/lifecycle/approvers.ts";
import { NO_STATS } from "../../../src/lifecycle/step-result.ts";
import { planAnnouncement } from "../../../src/surfaces/discord/plan-announcement.ts";
import { approve, given, later, planOf, propose, START, start } from "../../builders.ts";

const PLAN = planOf("a");
const running = given(propose(PLAN), approve(PLAN), START, start("a"));

it.each([
  [undefined, "1 step done."],
  [[], "1 step done, no file of the project changed."],
  [[{ path: "x", how: "changed" }], "1 step done, 1 file changed."],
] as const)("reports changed files only if they were compared: %j", (artifacts, told) => {
  const result = { output: "", stats: NO_STATS, ...(artifacts && { artifacts: [...artifacts] }) };
  const ended = { type: "end_step", step_id: "a", outcome: "completed", result } as const;
  const plan = later(running, ended as never, { type: "complete" });
  expect(planAnnouncement({ plan, approvers: ANYONE, ping: "approvers" }).text).toBe(
    `✅ **A plan** is completed: ${told}`,
  );
});
