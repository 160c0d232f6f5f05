import { describe, expect, it } from "vitest";
import type { AgentCommand } from "../../src/lifecycle/agent-phase.ts";
import { ANYONE, type Approvers, approversOf, quorumOf } from "../../src/lifecycle/approvers.ts";
import { decideAgent } from "../../src/lifecycle/decide-agent.ts";
import { evolveAgent } from "../../src/lifecycle/evolve-agent.ts";
import { offers } from "../../src/lifecycle/offers.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import {
  ANN,
  agent,
  amend,
  approve,
  as,
  BOB,
  edit,
  given,
  givenAgent,
  later,
  no,
  person,
  planOf,
  propose,
  START,
  sendBack,
  skip,
  start,
  T0,
  tell,
  tellAgent,
} from "../builders.ts";

const PLAN = planOf("one", "two");
const OTHER = { ...PLAN, title: "Another title" };
const LEADS: Approvers = { ...ANYONE, from: ["role:lead"] };
const TWO: Approvers = { from: ["role:boss"], quorum: 2, exclude_requester: true };
const LEAD = person("lea", { roles: ["lead"] });
const BOSS = person("pat", { roles: ["boss"] });
const BOTH = person("max", { roles: ["boss", "lead"] });

const proposed = (kept_approvers: Approvers, more: Parameters<typeof propose>[1] = {}) =>
  given(as(agent(), propose(PLAN, more), { kept_approvers }));

describe("the approvers of the host a plan was proposed at", () => {
  it("are asked for on a surface that names none itself", () => {
    const plan = proposed(LEADS);
    for (const command of [approve(PLAN), sendBack(1), { type: "reject", revision: 1 } as const]) {
      const refused = tell(plan, command, { by: BOB }).decided;
      expect(refused).toMatchObject(no("not_an_approver"));
      expect(refused).toMatchObject({ refusal: { hint: expect.stringContaining("every surface") } });
      expect(tell(plan, command, { by: LEAD }).decided.ok).toBe(true);
    }
    expect(offers(plan, BOB, ANYONE)).not.toContain("approve");
    expect(offers(plan, LEAD, ANYONE)).toContain("approve");
  });

  it("hold beside those in force here: who signs is among both", () => {
    const here: Approvers = { ...ANYONE, from: ["role:boss"] };
    const plan = proposed(LEADS);
    for (const by of [LEAD, BOSS]) expect(tell(plan, approve(PLAN), { by, approvers: here }).decided.ok).toBe(false);
    expect(tell(plan, approve(PLAN), { by: BOTH, approvers: here }).state).toMatchObject({ status: "approved" });
  });

  it("bring their quorum along, and keep whoever asked for it from signing", () => {
    const plan = proposed(TWO, { requester: BOSS });
    expect(quorumOf(plan, ANYONE)).toBe(2);
    expect(tell(plan, approve(PLAN), { by: BOSS }).decided).toMatchObject(no("requester_excluded"));
    const once = later(plan, as(BOTH, approve(PLAN)));
    expect(once.status).toBe("proposed");
    expect(tell(once, approve(PLAN), { by: BOTH }).decided).toMatchObject(no("already_signed", { quorum: 2 }));
    const other = person("eve", { roles: ["boss"] });
    expect(later(once, as(other, approve(PLAN))).status).toBe("approved");
  });

  it("stay through edits, revisions and runs, and answer for what a run asks", () => {
    const edited = later(proposed(LEADS), as(ANN, edit(OTHER)));
    expect(tell(edited, approve(OTHER), { by: ANN }).decided).toMatchObject(no("not_an_approver"));
    const revised = later(edited, as(LEAD, sendBack(1)), as(agent(), propose(PLAN)));
    expect(tell(revised, approve(PLAN, { revision: 2 }), { by: ANN }).decided).toMatchObject(no("not_an_approver"));
    const run = later(revised, as(LEAD, approve(PLAN, { revision: 2 })), START, start("one"), amend("one"));
    const [request] = Object.values(run.requests).filter(({ kind }) => kind === "amendment");
    const allow: PlanCommand = {
      ...{ type: "answer", request_id: request?.id ?? "" },
      answer: { kind: "amendment", choice: "once" },
    };
    expect(tell(run, allow, { by: ANN }).decided).toMatchObject(no("not_an_approver"));
    expect(tell(run, skip("two"), { by: ANN }).decided).toMatchObject(no("not_an_approver"));
    expect(tell(run, allow, { by: LEAD }).decided.ok).toBe(true);
  });

  it("are added to by words of an agent at another host, never replaced, and an edit by a person adds nothing", () => {
    const twice = later(proposed(LEADS), as(agent(), propose(OTHER), { kept_approvers: TWO }));
    expect(twice.approvers).toEqual([LEADS, TWO]);
    const again = later(twice, as(agent(), propose(PLAN), { kept_approvers: { ...TWO } }));
    expect(again.approvers).toEqual([LEADS, TWO]);
    const byHand = later(proposed(LEADS), as(ANN, edit(OTHER), { kept_approvers: TWO }));
    expect(byHand.approvers).toEqual([LEADS]);
  });

  it("are not in the record of a plan that only the files speak for", () => {
    const plan = given(as(agent(), propose(PLAN), { approvers: LEADS }));
    expect(plan.approvers).toBeUndefined();
    expect(tell(plan, approve(PLAN), { by: BOB }).decided.ok).toBe(true);
  });
});

describe("a call that a host with approvers of its own asks about", () => {
  const call: AgentCommand = { type: "confirm", tool: "bash", summary: "rm x", reason: "it writes" };
  const answer = (allow: boolean): AgentCommand => ({
    ...{ type: "answer", request_id: "planner/confirmation-1" },
    answer: { kind: "confirmation", allow },
  });
  const terms = { agent: "planner", at: T0, by: agent(), approvers: LEADS, kept_approvers: LEADS };
  const opened = decideAgent(givenAgent(), call, terms);
  if (!opened.ok) throw new Error("It was not asked.");
  const occasion = { journal: "planner", version: 1, at: T0, by: agent() };
  const asked = opened.events.reduce((state, event) => evolveAgent(state, event, occasion), givenAgent());

  it("is allowed by nobody else, wherever they are; whoever is there refuses it", () => {
    expect(tellAgent(asked, answer(true), ANN).decided).toMatchObject(no("not_an_approver"));
    expect(tellAgent(asked, answer(false), ANN).decided.ok).toBe(true);
    expect(tellAgent(asked, answer(true), LEAD).decided.ok).toBe(true);
  });
});

describe("what people read of who may sign", () => {
  it("is the strictest of everything that holds", () => {
    const plan = proposed({ ...TWO, from: ["role:boss", "ann"] });
    expect(approversOf(plan, ANYONE)).toEqual({ ...TWO, from: ["role:boss", "ann"] });
    expect(approversOf(plan, { ...ANYONE, from: ["bob", "ann"], quorum: 3 })).toEqual({
      ...TWO,
      from: ["ann"],
      quorum: 3,
    });
    expect(approversOf(proposed({ ...ANYONE, from: "requester" }), ANYONE).from).toBe("requester");
    expect(approversOf(given(propose(PLAN)), ANYONE)).toEqual(ANYONE);
  });
});
