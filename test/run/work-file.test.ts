import { describe, expect, it } from "vitest";
import { WorkFile } from "../../src/run/work-file.ts";
import { fixture } from "../desk/fixture.ts";

const NOON = Date.parse("2026-06-01T12:00:00.000Z");
const HOUR = 3_600_000;
/** A clock that is set so far from the first one. */
const moment = (set: number) => () => ({
  at: new Date(NOON + set).toISOString(),
  boot: { id: "here", at: (NOON + set - HOUR) / 1000 },
});

describe("the time until which a killed process worked", () => {
  it.each([
    ["stays as it was noted", 0, NOON],
    ["moves back with the clock, so that a person's later change is later", -2 * HOUR, NOON - 2 * HOUR],
    ["does not move forward, so that a person's change before the clock was set is later, too", 2 * HOUR, NOON],
  ])("%s", (_, set, at) => {
    const { home, project } = fixture();
    const owner = { project, plan: "PLAN-0000abcd" };
    const work = { attempt: 1, first: "a", from: "a", worked: [], gaps: [] };
    new WorkFile(home, "run", moment(0)).end("make", work, owner);
    expect(new WorkFile(home, "run", moment(set)).find("make", 1)?.at).toBe(at);
  });
});
