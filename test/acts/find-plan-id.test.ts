import { describe, expect, it } from "vitest";
import { findPlan } from "../../src/acts/find-plan.ts";
import { findPlanId } from "../../src/acts/find-plan-id.ts";
import { localActor } from "../../src/desk/persons.ts";
import { fixture, must } from "../desk/fixture.ts";

async function withPlans(...ids: string[]) {
  const { desk, project } = fixture();
  for (const id of ids) must(await desk.propose({ title: id, steps: [{ description: "x" }] }, localActor({}), { id }));
  return { desk, project };
}

describe("a plan is named by", () => {
  it.each(["PLAN-ab12cd34", "PLAN-ab12", "plan-ab", "ab12cd34", "AB1", "a"])("%s", async (name) => {
    const { desk } = await withPlans("PLAN-ab12cd34", "PLAN-cd000000");
    expect(must(await findPlanId(desk, name))).toBe("PLAN-ab12cd34");
    expect(must(await findPlan(desk, name)).proposal.plan.title).toBe("PLAN-ab12cd34");
  });

  it("no beginning that several ids have: they are listed", async () => {
    const { desk } = await withPlans("PLAN-ab12cd34", "PLAN-ab000000");
    expect(await findPlanId(desk, "ab")).toMatchObject({
      ok: false,
      refusal: { kind: "not_found", facts: { plans: ["PLAN-ab000000", "PLAN-ab12cd34"] } },
    });
  });

  it("nothing that no id begins with, and nothing that could be a path", async () => {
    const { desk } = await withPlans("PLAN-ab12cd34");
    expect(await findPlanId(desk, "ff")).toMatchObject({ ok: false, refusal: { kind: "not_found" } });
    for (const name of ["", "PLAN-", "../x", "ab%", "ab_2", "ab12cd345"])
      expect(await findPlanId(desk, name)).toMatchObject({ ok: false, refusal: { kind: "invalid_id" } });
  });

  it("the id of a plan in the archive, too", async () => {
    const { desk } = await withPlans("PLAN-ab12cd34");
    const person = must(desk.authenticate({ via: "terminal" }));
    must(await desk.send("PLAN-ab12cd34", { type: "cancel" }, person));
    must(await desk.send("PLAN-ab12cd34", { type: "archive" }, person));
    expect(must(await findPlanId(desk, "ab"))).toBe("PLAN-ab12cd34");
  });
});
