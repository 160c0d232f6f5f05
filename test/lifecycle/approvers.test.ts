import { describe, expect, it } from "vitest";
import type { Actor } from "../../src/lifecycle/actor.ts";
import { ANYONE, type Approvers, mayReview } from "../../src/lifecycle/approvers.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { PlanState } from "../../src/lifecycle/plan-state.ts";
import { digestOf } from "../../src/plan/digest.ts";
import {
  ANN,
  agent,
  approve,
  as,
  BOB,
  FILE,
  given,
  HOST,
  later,
  no,
  person,
  planOf,
  propose,
  standing,
  tell,
} from "../builders.ts";

const CAT = person("cat");
const ANN_ON_DISCORD = person("ann", { surface: "discord", id: "77" });
const STRANGER: Actor = { kind: "person", surface: "discord", id: "99", name: "stranger" };
const may = (more: Partial<Approvers>, actor: Actor, requester = ANN) => {
  const answer = mayReview({ ...ANYONE, ...more }, actor, requester);
  return answer === undefined ? "yes" : answer.kind;
};

describe("approvers", () => {
  it("can be anyone who is a person", () => {
    expect(may({}, BOB)).toBe("yes");
    expect(may({}, ANN)).toBe("yes");
    for (const nobody of [agent(), HOST, FILE]) expect(may({}, nobody)).toBe("person_needed");
  });

  it("are neither who asked nor who wrote the text at hand, where four eyes are wanted", () => {
    const plan = planOf("a");
    const fourEyes = { approvers: { ...ANYONE, exclude_requester: true } };
    const edited = { ...plan, title: "As Bob would have it" };
    const state = later(given(as(ANN, propose(plan))), as(BOB, { ...propose(edited) }));
    expect(tell(state, approve(edited), { by: ANN, ...fourEyes }).decided).toMatchObject(no("requester_excluded"));
    expect(tell(state, approve(edited), { by: BOB, ...fourEyes }).decided).toMatchObject(no("requester_excluded"));
    expect(tell(state, approve(edited), { by: CAT, ...fourEyes }).decided.ok).toBe(true);
  });

  it("can be the requester alone, on whatever surface", () => {
    expect(may({ from: "requester" }, ANN_ON_DISCORD)).toBe("yes");
    expect(may({ from: "requester" }, BOB)).toBe("not_an_approver");
  });

  it("can be listed as persons, as accounts and as roles", () => {
    const from = ["bob", "discord:99", "role:leads"];
    expect(may({ from }, BOB)).toBe("yes");
    expect(may({ from }, STRANGER)).toBe("yes");
    expect(may({ from }, person("dan", { roles: ["staff", "leads"] }))).toBe("yes");
    expect(may({ from }, ANN)).toBe("not_an_approver");
    expect(may({ from }, person("eve", { roles: ["role:leads"] }))).toBe("not_an_approver");
    expect(may({ from }, person("role:leads"))).toBe("not_an_approver");
    expect(may({ from: [] }, BOB)).toBe("not_an_approver");
  });

  it("can be everybody but the requester, who stays the same person on every surface", () => {
    expect(may({ exclude_requester: true }, ANN)).toBe("requester_excluded");
    expect(may({ exclude_requester: true }, ANN_ON_DISCORD)).toBe("requester_excluded");
    expect(may({ exclude_requester: true, from: ["ann"] }, ANN)).toBe("requester_excluded");
    expect(may({ exclude_requester: true }, ANN, { ...agent(), person: "ann" })).toBe("requester_excluded");
    expect(may({ exclude_requester: true }, BOB)).toBe("yes");
  });
});

describe("a quorum", () => {
  const PLAN = planOf("a", "b");
  const approvers: Approvers = { from: "anyone", quorum: 2, exclude_requester: false };
  const sign = (by: Actor, left_out: string[] = [], executor_model = "") =>
    as(by, approve(PLAN, { choices: { left_out, executor_model } }), { approvers });
  const once = given(propose(PLAN), sign(BOB));

  it("is reached by as many persons, and not before", () => {
    expect(standing(once, "proposed").signatures.map(({ by }) => by)).toEqual([BOB]);
    const both = standing(later(once, sign(CAT)), "approved");
    expect(both.approval.signatures.map(({ by }) => by)).toEqual([BOB, CAT]);
  });

  it("does not count a person twice, on whatever surface", () => {
    for (const by of [BOB, person("bob", { surface: "web", id: "1" })]) {
      expect(tell(once, approve(PLAN), { by, approvers }).decided).toMatchObject(
        no("already_signed", { signatures: 1, quorum: 2 }),
      );
    }
  });

  it("wants everybody to have chosen the same", () => {
    const first = given(propose(PLAN), sign(BOB, ["b"]));
    const differing = sign(CAT, [], "large");
    expect(tell(first, differing.command, differing.terms).decided).toMatchObject(
      no("choices_differ", { chosen: { left_out: ["b"] } }),
    );
    expect(later(first, sign(CAT, ["b", "b"])).status).toBe("approved");
  });

  it("is lost with a request for changes", () => {
    const OTHER = { ...PLAN, title: "Another" };
    const next = later(once, { type: "request_changes", revision: 1, feedback: "no" }, propose(OTHER));
    expect(standing(next, "proposed").signatures).toEqual([]);
    expect(tell(next, approve(OTHER, { revision: 2 }), { by: CAT, approvers }).state.status).toBe("proposed");
  });
});

describe("what only approvers may do", () => {
  const PLAN = planOf("a");
  const proposed = given(as(agent(), propose(PLAN, { requester: ANN })));
  const running = later(proposed, approve(PLAN), { type: "start", run_id: "1" });
  const OTHER = { ...PLAN, title: "Another" };
  const diverged = later(running, { type: "edit", plan: OTHER, text: "", digest: digestOf(OTHER) });

  it.each<[string, PlanState, PlanCommand]>([
    ["approve", proposed, approve(PLAN)],
    ["ask for changes", proposed, { type: "request_changes", revision: 1, feedback: "no" }],
    ["reject", proposed, { type: "reject", revision: 1 }],
    ["decide", running, { type: "decide", decision_id: "d", selections: [] }],
    ["settle a divergence", diverged, { type: "settle_divergence", choice: "signed" }],
  ])("is to %s", (_, state, command) => {
    const only = (from: Approvers["from"], exclude_requester = false) => ({ from, quorum: 1, exclude_requester });
    expect(tell(state, command, { by: BOB, approvers: only(["cat"]) }).decided).toMatchObject(no("not_an_approver"));
    expect(tell(state, command, { by: BOB, approvers: only("requester") }).decided).toMatchObject(
      no("not_an_approver"),
    );
    expect(tell(state, command, { by: ANN, approvers: only("anyone", true) }).decided).toMatchObject(
      no("requester_excluded"),
    );
    expect(tell(state, command, { by: BOB, approvers: only(["bob"]) }).decided).not.toMatchObject(
      no("not_an_approver"),
    );
  });
});
