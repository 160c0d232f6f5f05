import { describe, expect, it } from "vitest";
import type { RunRequest } from "../../../../src/lifecycle/run-request-words.ts";
import { runDialog } from "../../../../src/surfaces/terminal/dialogs/run-dialog.ts";
import { ANN, T0 } from "../../../builders.ts";

const AMENDMENT = {
  ...{ id: "PLAN-0000abcd/amendment-3", opened_at: T0, opened_by: ANN, kind: "amendment", step_id: "a" },
  ...{ subagent_id: "a-1", tool: "write", summary: "README.md", reason: "not signed", adds: { tools: ["write"] } },
} satisfies RunRequest;

const labels = (request: RunRequest) => runDialog(request).entries.map(({ label }) => label);

describe("the dialog about more scope for a step", () => {
  it("offers to add it where one signature suffices", () => {
    expect(labels(AMENDMENT)).toContain("Add it to the step");
  });

  it("does not where several stand for the plan, and says why", () => {
    const request = { ...AMENDMENT, quorum: 2 };
    expect(labels(request)).toEqual(["Allow once", "Refuse", "Refuse, and say what to do instead…"]);
    expect(runDialog(request).passages.at(-1)).toMatchObject({
      text: expect.stringContaining("2 persons stand for this plan"),
    });
  });
});
