import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { approve, fixture, ID, must, propose, standing } from "./fixture.ts";

const TWO = {
  title: "Two",
  steps: [
    { id: "a", title: "A" },
    { id: "b", title: "B" },
  ],
};

describe("a plan that left the desk", () => {
  it("cannot be changed by the program that has it: what is signed is what was proposed", async () => {
    const f = fixture();
    await propose(f, TWO);
    const { proposal, requests } = await standing(f.desk);
    const { plan, digest } = proposal;
    expect(() => plan.steps.reverse()).toThrow(TypeError);
    expect(() => Object.assign(plan, { title: "Another" })).toThrow(TypeError);
    expect(() => Object.assign(proposal, { text: "Another" })).toThrow(TypeError);
    for (const request of Object.values(requests)) expect(() => Object.assign(request, { digest })).toThrow(TypeError);
    await approve(f);
    const after = await standing(f.desk);
    expect(after).toMatchObject({ status: "approved", proposal: { digest } });
    expect(after.proposal.plan.steps.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(readFileSync(f.planFile(ID), "utf8")).toMatch(/\*\*A\*\*[\s\S]*\*\*B\*\*/);
  });

  it("stands where its journal says, whatever the program writes into it", async () => {
    const f = fixture();
    const proposed = await propose(f, TWO);
    const states = [proposed, await standing(f.desk), await approve(f)];
    for (const state of states) {
      expect(() => Object.assign(state, { status: "completed" })).toThrow(TypeError);
      expect(() => Object.assign(state.requests, { other: {} })).toThrow(TypeError);
      expect(() => Object.assign(state.reviews, { 0: {} })).toThrow(TypeError);
    }
    expect(await standing(f.desk)).toMatchObject({ status: "approved", approval: {} });
  });

  it("is a copy of the draft, which stays the program's own", async () => {
    const f = fixture();
    const draft = structuredClone(TWO);
    must(await f.desk.propose(draft, f.local));
    draft.steps.reverse();
    expect(draft.steps[0]?.id).toBe("b");
  });
});

describe("the settings of a desk", () => {
  it("cannot be loosened by the program that has it", () => {
    const { config } = fixture().desk.configuration;
    expect(() => Object.assign(config, { yolo: true })).toThrow(TypeError);
    expect(() => Object.assign(config.planning, { network: true })).toThrow(TypeError);
    expect(config.yolo).toBe(false);
  });
});
