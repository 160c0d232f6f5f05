import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// In a process of its own: what it trusts it trusts until its end.
const PROCESS = fileURLToPath(new URL("./key-presses.process.ts", import.meta.url));

describe("a process that trusts one keyboard", () => {
  it("makes a person of nothing else, and lets no other one take over", () => {
    const said = JSON.parse(execFileSync(process.execPath, [PROCESS], { encoding: "utf8" }));
    expect(said).toEqual({
      before: ["cli", "web", "terminal", "no_person", "no_person"],
      trusted: ["no_person", "no_person", "terminal", "no_person", "no_person", true, true],
      unlocked: [false],
      still: [true, "terminal", "no_person"],
      ended: ["cli", true],
    });
  });
});
