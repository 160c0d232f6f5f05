import { describe, expect, it } from "vitest";
import { digestOf } from "../../../../src/plan/digest.ts";
import {
  isOfRequest,
  PLAN_VERBS,
  parseCustomId,
  planCustomId,
  plansCustomId,
  REQUEST_VERBS,
  refOf,
  requestCustomId,
} from "../../../../src/surfaces/discord/cards/custom-id.ts";
import { planOf } from "../../../builders.ts";

const shown = { id: "PLAN-0000abcd", revision: 123_456_789, digest: digestOf(planOf("a")) };
const LONG = `${"a".repeat(100)}/confirmation-123456.12`;

describe("a custom id", () => {
  it.each(PLAN_VERBS)("carries the very text that was shown (%s)", (verb) => {
    expect(parseCustomId(planCustomId(verb, shown))).toEqual({ on: "plan", verb, ...shown });
    expect(parseCustomId(planCustomId(verb, shown, 199))).toEqual({ on: "plan", verb, ...shown, about: 199 });
    expect(planCustomId(verb, shown, 9999).length).toBeLessThanOrEqual(100);
  });

  it.each(REQUEST_VERBS)("carries a request (%s)", (verb) => {
    const id = "PLAN-0000abcd/amendment-12.3";
    expect(parseCustomId(requestCustomId(verb, id, "once"))).toEqual({
      on: "request",
      verb,
      request: id,
      about: "once",
    });
    expect(requestCustomId(verb, LONG, "refuse_words").length).toBeLessThanOrEqual(100);
  });

  it("names a request whose id is too long by its hash", () => {
    expect(refOf(LONG)).not.toContain("aaa");
    expect(isOfRequest(refOf(LONG), LONG)).toBe(true);
    expect(isOfRequest(refOf(LONG), `${LONG}3`)).toBe(false);
  });

  it("carries the place where the next page begins", () => {
    const next = "2026-11-16T10:14:06.000Z PLAN-0000abcd";
    expect(parseCustomId(plansCustomId(next))).toEqual({ on: "plans", after: next });
  });

  it.each([
    "",
    "approve",
    "cs2:approve:PLAN-0000abcd:1:x",
    "cs1:steal:PLAN-0000abcd:1:x",
    planCustomId("approve", shown).slice(0, -1),
    planCustomId("approve", shown).replace("PLAN-0000abcd", "../../etc"),
    `${planCustomId("approve", shown)}:x`,
    `${planCustomId("approve", shown)}:1:2`,
    planCustomId("approve", { ...shown, revision: 0 }),
    "cs1:choose:",
    "cs1:choose:PLAN-0000abcd/x-1:a:b",
  ])("is refused if it is none of ours: %s", (text) => {
    expect(parseCustomId(text)).toBeUndefined();
  });
});
