import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginLines, headerLines } from "../../../../src/surfaces/terminal/first-contact/header-lines.ts";
import { PLAIN } from "../../../../src/surfaces/terminal/paint.ts";

const PROJECT = { mode: "none", hasModel: true, hasGit: true } as const;
const header = (subject: Partial<Parameters<typeof headerLines>[0]>, width = 80) =>
  headerLines({ ...PROJECT, ...subject }, width, PLAIN);

describe("the header of the first screen", () => {
  it("says whose screen it is, that plan mode is off, and how to begin", () => {
    expect(header({})).toEqual([
      " Countersign: plan mode, on pi",
      " Plan mode is off: the agent can change files and run commands.",
      "",
      " /plan <goal>   begin: the agent plans read-only, you approve, it runs",
      " /plans         plans and requests of this project",
      " /plan web      the dashboard: read, sign and follow plans in a browser",
      " /plan help     all commands",
      " esc interrupts · ctrl+d exits · /hotkeys lists pi's keys",
    ]);
  });

  it("says what holds in every other mode", () => {
    expect(header({ mode: "planning" })[1]).toContain("only reads until you approve");
    expect(header({ mode: "executing" })[1]).toContain("runs an approved plan");
    const disabled = header({ mode: "disabled" }).join("\n");
    expect(disabled).toContain("Your settings switch plan mode off");
    expect(disabled).not.toContain("/plan");
  });

  it("warns where there is no repository, and names the way to a model where there is none", () => {
    expect(header({ hasGit: false }).join(" ")).toContain("in no git repository");
    expect(header({ hasModel: false }).join("\n")).toMatch(/\/plan connect {2}connect a model[\s\S]*\/plan <goal>/);
    expect(beginLines(false, 80, PLAIN)).toEqual([
      "Countersign · plan mode is off · /plan connect: it has no model yet",
    ]);
    expect(beginLines(true, 60, PLAIN)).toEqual(["Countersign · plan mode is off · /plan <goal> begins"]);
  });

  it("has no line that is too wide", () => {
    const modes = fc.constantFrom("none", "planning", "executing", "disabled") as fc.Arbitrary<"none">;
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 140 }),
        modes,
        fc.boolean(),
        fc.boolean(),
        (width, mode, hasModel, hasGit) => {
          for (const line of [...header({ mode, hasModel, hasGit }, width), ...beginLines(hasModel, width, PLAIN)])
            expect(visibleWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
