import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scopeOf } from "../../src/desk/situation.ts";
import { draft, fixture, ID, must, propose, standing } from "./fixture.ts";

const STEPS = [
  { id: "look", title: "Look around", tools: ["read", "grep"] },
  { id: "swap", title: "Swap it", tools: ["read", "edit"], depends_on: ["look"] },
  { id: "check", title: "Check it", run: "true", depends_on: ["swap"] },
];

describe("the tools that a proposed plan needs", () => {
  it("are those of its steps, in the file and under the signature, if the draft names none", async () => {
    const f = fixture();
    const { proposal } = await propose(f, { steps: STEPS });
    expect(proposal.plan.tools_required).toEqual(["read", "grep", "edit"]);
    expect(readFileSync(f.planFile(ID), "utf8")).toMatch(/^tools_required: \[read, grep, edit\]$/m);
  });

  it("follow the steps of the next revision", async () => {
    const f = fixture();
    await propose(f, { steps: STEPS });
    must(await f.desk.send(ID, { type: "request_changes", revision: 1, feedback: "No edit." }, f.person));
    const { proposal } = await propose(f, { steps: [{ id: "look", title: "Look", tools: ["read"] }] });
    expect(proposal.plan.tools_required).toEqual(["read"]);
  });

  it.each([
    ["those that the draft names", { steps: STEPS, tools_required: ["read", "bash"] }, ["read", "bash"]],
    ["none, if a step may use any", { steps: [...STEPS, { id: "open", title: "Open" }] }, undefined],
    ["none, if all steps are commands", { steps: [{ id: "run", title: "Run", run: "true" }] }, undefined],
  ])("are %s", async (_, more, expected) => {
    const f = fixture();
    expect((await propose(f, more)).proposal.plan.tools_required).toEqual(expected);
  });

  it("are not added to a text that a person edits", async () => {
    const f = fixture();
    await propose(f, { steps: STEPS });
    const text = readFileSync(f.planFile(ID), "utf8").replace(/^tools_required: .*\n/m, "");
    must(await f.desk.edit(ID, text, f.person));
    expect((await standing(f.desk)).proposal.plan.tools_required).toBeUndefined();
  });

  it("leave out those of a step that the approver left out", async () => {
    const f = fixture();
    const { proposal } = await propose(f, { steps: STEPS });
    const { revision, digest } = proposal;
    const choices = { left_out: ["swap", "check"] };
    const { approval } = must(await f.desk.send(ID, { type: "approve", revision, digest, choices }, f.person)) as {
      approval?: Parameters<typeof scopeOf>[0];
    };
    if (approval === undefined) throw new Error("It is not approved.");
    expect(scopeOf(approval).tools).toEqual(["read", "grep"]);
  });

  it("stay whole where a kept step relies on the list of the plan", async () => {
    const f = fixture();
    const steps = [STEPS[0], { id: "open", title: "Open" }, { id: "go", title: "Go", tools: ["edit"] }];
    const { proposal } = await propose(f, { steps, tools_required: ["read", "edit"] });
    const { revision, digest } = proposal;
    const choices = { left_out: ["go"] };
    const { approval } = must(await f.desk.send(ID, { type: "approve", revision, digest, choices }, f.person)) as {
      approval?: Parameters<typeof scopeOf>[0];
    };
    if (approval === undefined) throw new Error("It is not approved.");
    expect(scopeOf(approval).tools).toEqual(["read", "edit"]);
  });
});

describe("the model that made a plan", () => {
  it("is the one that the host knows, else the one that the draft names", async () => {
    const f = fixture();
    const claimed = draft({ planner_model: "some/model", summary: "Another one." });
    expect((await propose(f, { planner_model: "some/model" })).proposal.plan.planner_model).toBe("some/model");
    const told = must(await f.desk.propose(claimed, f.local, { planner_model: "real/model" })).plan;
    expect(told.proposal.plan.planner_model).toBe("real/model");
  });
});
