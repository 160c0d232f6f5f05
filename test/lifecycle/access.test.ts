import { describe, expect, it } from "vitest";
import { ACCESSES, type Access } from "../../src/lifecycle/access.ts";
import type { Actor } from "../../src/lifecycle/actor.ts";
import { type AgentCommand, INACTIVE } from "../../src/lifecycle/agent-phase.ts";
import { ANYONE } from "../../src/lifecycle/approvers.ts";
import { mayGive } from "../../src/lifecycle/commands.ts";
import { offers } from "../../src/lifecycle/offers.ts";
import type { PlanCommandType } from "../../src/lifecycle/plan-command.ts";
import { ANN, approve, BOB, edit, minutes, no, tell, tellAgent } from "../builders.ts";
import { everyCommand } from "./every-command.ts";
import { PLAN, reworded, STATES } from "./every-state.ts";

/** As `desk/persons.ts` makes the holder of a token: an approver and an admin have no limit here. */
const holder = (access: Access): Actor => (access === "viewer" || access === "author" ? { ...ANN, access } : ANN);

// Written by hand: all that a token may give that is no approver's.
const GIVEN: Record<Access, PlanCommandType[] | "all"> = {
  viewer: [],
  author: ["propose", "edit", "withdraw"],
  approver: "all",
  admin: "all",
};
const SIGNED: readonly string[] = ["approved", "executing", "paused", "stalled"];
const ALL = Object.keys(everyCommand({ status: "absent" })) as PlanCommandType[];
const TABLE = ACCESSES.flatMap((access) =>
  ALL.map((type) => [access, type, GIVEN[access] === "all" || GIVEN[access].includes(type)] as const),
);

describe("the token of a person", () => {
  it.each(TABLE)("of a %s, for the command %s: %s", (access, type, isAllowed) => {
    const limited = no("access_needed");
    for (const state of Object.values(STATES).flat()) {
      // An edit of a signed plan voids the signatures, or pauses the run.
      const isSigned = SIGNED.includes(state.status) || ("signatures" in state && state.signatures.length > 0);
      const may = isAllowed && !(type === "edit" && access === "author" && isSigned);
      expect(mayGive(holder(access), type, state)).toBe(may);
      for (const command of everyCommand(state)[type]) {
        const { decided } = tell(state, command, { by: holder(access), at: minutes(1e6) });
        if (may) expect(decided).not.toMatchObject(limited);
        else expect(decided).toMatchObject(limited);
      }
    }
  });

  it("is offered nothing that it may not give, and no less than it may", () => {
    for (const state of Object.values(STATES).flat()) {
      const all = offers(state, ANN, ANYONE);
      expect(offers(state, holder("viewer"), ANYONE)).toEqual([]);
      expect(offers(state, holder("author"), ANYONE)).toEqual(all.filter((type) => type === "withdraw"));
      expect(offers(state, holder("approver"), ANYONE)).toEqual(all);
    }
  });

  it("of an author voids no signature, also where others are missing", () => {
    const [proposed] = STATES.proposed;
    if (proposed === undefined) throw new Error("There is no proposed plan.");
    const one = tell(proposed, approve(PLAN), { by: BOB, approvers: { ...ANYONE, quorum: 2 } }).state;
    expect(one).toMatchObject({ status: "proposed", signatures: [{ by: BOB }] });
    const text = edit(reworded("2"));
    expect(tell(one, text, { by: holder("author") }).decided).toMatchObject(no("access_needed"));
    expect(tell(one, text, { by: holder("approver") }).decided.ok).toBe(true);
    expect(tell(proposed, text, { by: holder("author") }).decided.ok).toBe(true);
  });

  it("of an author withdraws its own text only", () => {
    const [proposed] = STATES.proposed;
    if (proposed === undefined) throw new Error("There is no proposed plan.");
    const author = (by: Actor): Actor => ({ ...by, access: "author" });
    expect(tell(proposed, { type: "withdraw" }, { by: author(BOB) }).decided).toMatchObject(no("not_an_approver"));
    expect(tell(proposed, { type: "withdraw" }, { by: author(ANN) }).decided.ok).toBe(true);
  });
});

describe("an agent, and the token of a person", () => {
  const question = {
    type: "answer",
    request_id: "planner/question-1",
    answer: { kind: "question", text: "x" },
  } as const;
  const allow = { ...question, answer: { kind: "confirmation", allow: true } } as const;
  const deny = { ...question, answer: { kind: "confirmation", allow: false } } as const;

  it.each([
    ["viewer", []],
    ["author", ["enter", "question"]],
    ["approver", ["enter", "question", "allow", "deny", "leave", "switch_auto"]],
  ] as const)("a %s may: %o", (access, may) => {
    const commands: Record<string, AgentCommand> = {
      ...{ enter: { type: "enter" }, question, allow, deny },
      ...{ leave: { type: "leave", how: "cancelled" }, switch_auto: { type: "switch_auto", on: true } },
    };
    const given = Object.entries(commands).flatMap(([name, command]) => {
      const { decided } = tellAgent(INACTIVE, command, holder(access));
      return !decided.ok && decided.refusal.kind === "access_needed" ? [] : [name];
    });
    expect(given).toEqual(may);
  });
});
