import { describe, expect, it } from "vitest";
import { formOf } from "../../src/acts/request-form.ts";
import { ANYONE } from "../../src/lifecycle/approvers.ts";
import { modelOfStep } from "../../src/lifecycle/model-of-step.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import {
  ANN,
  agent,
  approve,
  as,
  BOB,
  end,
  given,
  hitBudget,
  later,
  missModel,
  no,
  planOf,
  propose,
  START,
  start,
  tell,
} from "../builders.ts";

const PLAN = planOf("a", { id: "b", model: "gone/old" });
const model = (name: string): PlanCommand => ({ type: "choose_model", model: name });
const approved = given(propose(PLAN), approve(PLAN));
const executing = later(approved, START);
const missing = later(executing, missModel);

/** The model that each step wants. */
function models(state: LivePlan): (string | undefined)[] {
  const approval = "approval" in state ? state.approval : undefined;
  if (approval === undefined) throw new Error("It is not signed.");
  return PLAN.steps.map((step) => modelOfStep(step, approval, PLAN));
}

describe("another model after the signature", () => {
  it("is taken for steps that name none, and leaves text, digest and signatures as they are", () => {
    const chosen = later(approved, model("acme/one"));
    expect(models(chosen)).toEqual(["acme/one", "gone/old"]);
    const before = "approval" in approved ? approved.approval : undefined;
    expect(chosen).toMatchObject({ status: "approved", approval: { signed: before?.signed } });
    expect("approval" in chosen && chosen.approval?.signatures).toEqual(before?.signatures);
    expect(tell(chosen, model("acme/one")).decided).toMatchObject(no("unchanged"));
    expect(tell(chosen, model(" ")).decided).toMatchObject(no("wrong_answer"));
  });

  it("can be chosen while it is paused and after it failed, and holds for the retry", () => {
    expect(models(later(executing, { type: "pause" }, model("acme/one")))).toEqual(["acme/one", "gone/old"]);
    const failed = later(executing, start("a"), end("a", "failed"), { type: "fail", reason: "a failed" });
    const retried = later(failed, model("acme/two"), { type: "retry" });
    expect([retried.status, models(retried)]).toEqual(["approved", ["acme/two", "gone/old"]]);
    expect(tell(executing, model("acme/one")).decided).toMatchObject(no("wrong_state"));
  });

  it("is chosen only by a person who may sign", () => {
    const approvers = { ...ANYONE, from: ["bob"] };
    expect(tell(approved, model("acme/one"), { by: ANN, approvers }).decided).toMatchObject(no("not_an_approver"));
    expect(tell(approved, model("acme/one"), { by: BOB, approvers }).decided.ok).toBe(true);
    expect(tell(approved, model("acme/one"), { by: agent() }).decided).toMatchObject(no("person_needed"));
  });
});

describe("a model that is missing", () => {
  it("pauses the run with a question, which holds up a resume and is asked once", () => {
    expect(missing).toMatchObject({ status: "paused", why: "model" });
    expect(tell(missing, { type: "resume" }).decided).toMatchObject(no("model_open"));
    expect(tell(missing, missModel).decided).toMatchObject(no("model_open"));
    const [request] = openRequests(missing.requests);
    if (request === undefined) throw new Error("Nothing is asked.");
    const { choices, parse } = formOf(request);
    expect(choices.map(({ word }) => word)).toEqual(["acme/one", "acme/two", "same"]);
    expect(parse("ACME/TWO")).toMatchObject({ ok: true, value: { kind: "model", model: "acme/two" } });
    expect(parse("acme/three").ok).toBe(false);
  });

  it("is replaced by the answer, for the steps that want it alone, and the run goes on", () => {
    const [request] = openRequests(missing.requests);
    const answer = { kind: "model", model: "acme/one" } as const;
    const on = later(missing, { type: "answer", request_id: request?.id ?? "", answer });
    expect([on.status, models(on)]).toEqual(["executing", [undefined, "acme/one"]]);
    // The model that was taken instead may be missing in turn, and the first one be back.
    const second: PlanCommand = { type: "miss_model", model: "acme/one", options: [] };
    const back = later(on, second, model("gone/old"));
    expect([back.status, models(back)]).toEqual(["executing", [undefined, "gone/old"]]);
  });

  it("is answered by the choice of another model, and tried again if the same is chosen", () => {
    const on = later(missing, model("acme/two"));
    expect([on.status, openRequests(on.requests), models(on)]).toEqual(["executing", [], [undefined, "acme/two"]]);
    const same = later(missing, model("gone/old"));
    expect([same.status, models(same)]).toEqual(["executing", [undefined, "gone/old"]]);
  });

  it("does not let a run go on that also waits for a budget, or that a person paused", () => {
    expect(later(missing, hitBudget, model("acme/one"))).toMatchObject({ status: "paused" });
    const paused = later(executing, { type: "pause" }, missModel, model("acme/one"));
    expect(paused).toMatchObject({ status: "paused", why: "person" });
    const both = later(missing, as(ANN, hitBudget), model("acme/one"));
    const [budget] = openRequests(both.requests);
    const more = { kind: "budget", choice: "go_on" } as const;
    expect(later(both, { type: "answer", request_id: budget?.id ?? "", answer: more }).status).toBe("executing");
  });
});
