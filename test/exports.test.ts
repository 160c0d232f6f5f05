import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

/** Every file an importer of the package can reach. */
function targets(entry: unknown): string[] {
  return typeof entry === "string" ? [entry] : Object.values(entry as object).flatMap(targets);
}

describe("the exports of the package", { timeout: 60_000 }, () => {
  it("are the doors of the house, the schemas and nothing else", () => {
    expect(Object.keys(manifest.exports)).toEqual([
      ".",
      "./discord",
      "./testing",
      "./schema/plan.json",
      "./schema/plans-config.json",
      "./schema/discord-config.json",
      "./package.json",
    ]);
  });

  it.each(targets(manifest.exports))("%s is a file, or built from one", (target) => {
    // The build keeps the tree: dist/src/x.js and dist/src/x.d.ts come from src/x.ts.
    const source = target.replace(/^\.\/dist\/(.+?)(?:\.d\.ts|\.js)$/, "./$1.ts");
    expect(existsSync(new URL(source, root)), source).toBe(true);
  });

  it("name the types before the code, as TypeScript wants it", () => {
    for (const door of [".", "./discord", "./testing"])
      expect(Object.keys(manifest.exports[door])).toEqual(["types", "default"]);
  });

  it("are listed here by name, so that nothing becomes public by accident", async () => {
    const listed = `
      ABSENT ANYONE Decision Desk FILE FileStore HOST KNOWN_TOOLS Plan Step acquireRun adoptMoved agentEnvironment
      analyse answer applyTimeOuts audit awaitAnswer commentStates commentSubject commentsOf compareRevisions comparisonText decide decideAgent
      detectIntent detectSandbox digestOf due eventsOfVerdict evolve evolveAgent examine
      executingProfile executingPrompt exportPlan findHome findQuote findRequest fixDependencies hasHidden inbox inboxPage
      isPlanId judge judgeCall loadConfig localActor lookAtGit mayReview modeOf normalGuideline offers
      parsePlan personOf planningProfile planningPrompt programTools readMarkdown realWorld registerTools
      resolveIntent runInSandbox runPlan sandboxFact scopeOf setAside settle shellLine signingWarnings situationOf standingOf statistics
      stepToolsHere
      textsOf validate visible watch wrapCommand writeMarkdown
      Agenda StepStates commandRunner execute failureReport newLease openSnapshots preflight runSettings schedule simulate
      systemClock takeRun
    `;
    expect(Object.keys(await import("../src/index.ts")).sort()).toEqual(listed.trim().split(/\s+/).sort());
    expect(Object.keys(await import("../src/discord.ts")).sort()).toEqual([
      "PROFILES",
      "loadDiscordConfig",
      "startBot",
    ]);
    expect(Object.keys(await import("../testing/index.ts")).sort()).toEqual([
      "FakeClock",
      "InteractionFailed",
      "OpenAiServer",
      "STORIES",
      "describeStepRunner",
      "describeStore",
      "messageProblems",
      "messageText",
      "modalProblems",
      "startDiscord",
      "writeModelsJson",
    ]);
  });
});

describe("a command that only lists plans", { timeout: 60_000 }, () => {
  /** All that is loaded with a file: what it imports for more than a type, and so on. */
  function loadedWith(file: string, seen: Set<string>): Set<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    const source = readFileSync(new URL(file, root), "utf8");
    for (const [, names = "", target = ""] of source.matchAll(/^(?:import|export)\b([^;"]*?)\bfrom "(\.[^"]+)";/gm)) {
      const isType = /^\s*type\b/.test(names) || /^\s*\{(?:\s*type [^,}]+,?)+\s*\}\s*$/.test(names);
      if (!isType) loadedWith(posix.join(posix.dirname(file), target), seen);
    }
    return seen;
  }

  it("loads neither the policy nor the sandbox", () => {
    const entries = ["src/surfaces/cli/main.ts", "src/surfaces/cli/commands/plans.ts", "src/desk/desk.ts"];
    const loaded = new Set(entries.flatMap((entry) => [...loadedWith(entry, new Set())]));
    expect(loaded.size).toBeGreaterThan(50);
    expect([...loaded].filter((file) => /^src\/(?:policy|sandbox)\//.test(file))).toEqual([]);
    expect([...loadedWith("src/surfaces/cli/commands/judge.ts", new Set())]).toContain("src/policy/judge.ts");
  });
});
