import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

/** Every file an importer of the package can reach. */
function targets(entry: unknown): string[] {
  return typeof entry === "string" ? [entry] : Object.values(entry as object).flatMap(targets);
}

describe("the exports of the package", () => {
  it("are the doors of the house, the schemas and nothing else", () => {
    expect(Object.keys(manifest.exports)).toEqual([
      ".",
      "./testing",
      "./schema/plan.json",
      "./schema/plans-config.json",
      "./package.json",
    ]);
  });

  it.each(targets(manifest.exports))("%s is a file, or built from one", (target) => {
    // The build keeps the tree: dist/x.js and dist/x.d.ts come from src/x.ts.
    const source = target.replace(/^\.\/dist\/(.+?)(?:\.d\.ts|\.js)$/, "./src/$1.ts");
    expect(existsSync(new URL(source, root)), source).toBe(true);
  });

  it("name the types before the code, as TypeScript wants it", () => {
    for (const door of [".", "./testing"]) expect(Object.keys(manifest.exports[door])).toEqual(["types", "default"]);
  });

  it("are listed here by name, so that nothing becomes public by accident", async () => {
    const listed = `
      ABSENT ANYONE Decision Desk FILE FileStore HOST Plan
      Step adoptMoved answer applyTimeOuts audit awaitAnswer compareRevisions comparisonText
      decide decideAgent digestOf due evolve evolveAgent examine exportPlan
      findHome findRequest fixDependencies hasHidden inbox isPlanId loadConfig localActor
      mayReview offers parsePlan personOf readMarkdown setAside textsOf validate
      visible watch writeMarkdown
    `;
    expect(Object.keys(await import("../src/index.ts")).sort()).toEqual(listed.trim().split(/\s+/).sort());
    expect(Object.keys(await import("../src/testing.ts"))).toEqual(["describeStore"]);
  });
});
