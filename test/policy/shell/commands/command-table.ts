import { describe, expect, it } from "vitest";
import { reasonAgainst } from "./reason-against.ts";
import { runAllowed } from "./run-allowed.ts";

interface Table {
  /** One command a line. */
  allowed: string;
  /** One command a line; after ` # ` a part of the reason. */
  refused: string;
  /** Refused on the user's machine, allowed in the sandbox. */
  sandboxed?: string;
  /** Allowed, and not run by the test: they ask the whole machine, or wait. */
  notRun?: string;
  /** How many of the allowed ones have their tool also on a bare machine (`npm run test:bare`). */
  atLeast: number;
}

/** What a family of commands may do, as tables. */
export function commandTable(family: string, { allowed, refused, sandboxed = "", notRun = "", atLeast }: Table): void {
  describe(family, () => {
    it.each([...lines(allowed), ...lines(notRun)])("allows %s", (command) => {
      expect(reasonAgainst(command)).toBeUndefined();
    });

    it.each(lines(refused))("refuses %s", (line) => {
      const [command = "", reason = ""] = line.split(" # ");
      expect(reasonAgainst(command) ?? "allowed").toContain(reason);
      expect(reasonAgainst(command)).toBeDefined();
      expect(reasonAgainst(command, { sandboxed: true })).toBeDefined();
    });

    it.each(lines(sandboxed))("allows %s in the sandbox only", (command) => {
      expect(reasonAgainst(command)).toContain("sandbox");
      expect(reasonAgainst(command, { sandboxed: true })).toBeUndefined();
    });

    it("changes nothing with what it allows", () => {
      const { ran, changed } = runAllowed(lines(allowed));
      expect(changed).toEqual([]);
      expect(ran.length).toBeGreaterThanOrEqual(atLeast);
    }, 120_000);
  });
}

function lines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
