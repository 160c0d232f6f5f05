import { describe, expect, it } from "vitest";
import { capSubagents } from "../../src/agent/cap-subagents.ts";

/** As pi-subagents 0.67 reads it. */
function ceilingOf(session: string): { allowedTools: string[]; denyExtensions: boolean }[] {
  const registry = (globalThis as Record<symbol, unknown>)[Symbol.for("pi-subagents.capability-ceiling.v1")];
  const sources = (registry as Map<string, Map<symbol, { ceiling: never }>> | undefined)?.get(session);
  return [...(sources?.values() ?? [])].map(({ ceiling }) => ceiling);
}

describe("children of pi-subagents", () => {
  it("only read while the session plans, and are free again afterwards", () => {
    const lift = capSubagents("a");
    expect(ceilingOf("a")).toMatchObject([{ allowedTools: ["find", "grep", "ls", "read"], denyExtensions: true }]);
    expect(ceilingOf("b")).toEqual([]);
    lift();
    expect(ceilingOf("a")).toEqual([]);
  });

  it("keep what others have said of them", () => {
    const [one, other] = [capSubagents("a"), capSubagents("a")];
    one();
    expect(ceilingOf("a")).toHaveLength(1);
    other();
    expect(ceilingOf("a")).toEqual([]);
  });
});
