import { describe, expect, it } from "vitest";
import type { AgentCommand } from "../../src/lifecycle/agent-phase.ts";
import { ANYONE, type Approvers } from "../../src/lifecycle/approvers.ts";
import { ANN, agent, BOB, givenAgent, no, person, T0, tellAgent } from "../builders.ts";

const LEADS: Approvers = { from: ["role:lead"], quorum: 2, exclude_requester: true };
const LEAD = person("cat", { roles: ["lead"] });

const call = (tool: string): AgentCommand => ({ type: "confirm", tool, summary: "rm x", reason: "it writes" });
const answer = (allow: boolean): AgentCommand => ({
  ...{ type: "answer", request_id: "planner/confirmation-1" },
  answer: { kind: "confirmation", allow },
});
const told = (given: AgentCommand, by = ANN, approvers = LEADS, tool = "bash") =>
  tellAgent(givenAgent(call(tool)), given, by, T0, approvers).decided;

describe("a call that no plan covers", () => {
  it("is allowed by anyone where nobody is named", () => {
    for (const who of [ANN, BOB, LEAD]) expect(told(answer(true), who, ANYONE).ok).toBe(true);
    expect(told(answer(true), BOB, { ...ANYONE, from: "requester" }).ok).toBe(true);
  });

  it("is allowed only by those who may sign, where they are named, and one of them is enough", () => {
    expect(told(answer(true), ANN)).toMatchObject(no("not_an_approver"));
    expect(told(answer(true), LEAD).ok).toBe(true);
  });

  it("is refused by whoever is there", () => {
    expect(told(answer(false), ANN).ok).toBe(true);
  });

  it("is never allowed by an agent, whatever role it says it has", () => {
    expect(told(answer(true), { ...agent(), roles: ["lead"] })).toMatchObject(no("person_needed"));
  });

  it("needs no approver if it only begins to plan", () => {
    expect(told(answer(true), ANN, LEADS, "enter_plan_mode").ok).toBe(true);
  });

  it("is no question: whoever knows the answer may give it", () => {
    const asked = givenAgent({ type: "ask", question: "Which one?" });
    const given: AgentCommand = {
      ...{ type: "answer", request_id: "planner/question-1" },
      answer: { kind: "question", text: "this" },
    };
    expect(tellAgent(asked, given, ANN, T0, LEADS).decided.ok).toBe(true);
  });
});
