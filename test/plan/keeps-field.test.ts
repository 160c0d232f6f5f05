import { describe, expect, it } from "vitest";
import { digestOf } from "../../src/plan/digest.ts";
import { parsePlan } from "../../src/plan/parse-plan.ts";
import { writeMarkdown } from "../../src/plan/write-markdown.ts";
import { planWith } from "./arbitrary-plan.ts";

const SERVER = { id: "a", title: "A", run: "npm run dev", verify: "curl -f localhost", keeps: "server" };
const USER = { id: "b", title: "B", depends_on: ["a"] };

async function found(...steps: object[]) {
  const parsed = await parsePlan({ title: "T", steps }, { id: "PLAN-00000001" });
  const problems = "problems" in parsed ? parsed.problems : parsed.warnings;
  return problems.map(({ kind, path }) => `${kind} ${path}`);
}

describe("a step that keeps a process", () => {
  it("has another digest, and says so in the file", async () => {
    const { keeps: _, ...plain } = SERVER;
    expect(digestOf(planWith({ steps: [SERVER, USER] }))).not.toBe(digestOf(planWith({ steps: [plain, USER] })));
    const text = writeMarkdown(planWith({ steps: [SERVER, USER] }), {});
    expect(text).toContain("   - keeps: server\n");
    const parsed = await parsePlan(text, { id: "PLAN-00000001" });
    expect("plan" in parsed && parsed.plan.steps[0]).toEqual(SERVER);
  });

  it("runs a command, has a check, commits nothing, and is the only one with its name", async () => {
    expect(await found(SERVER, USER)).toEqual([]);
    const { run: _, verify: __, ...bare } = SERVER;
    expect(await found(bare, USER)).toEqual([
      "keeps_without_run steps[0].keeps",
      "keeps_without_verify steps[0].keeps",
    ]);
    expect(await found({ ...SERVER, commits: true }, USER)).toEqual(["keeps_and_commits steps[0].keeps"]);
    expect(await found(SERVER, { ...SERVER, id: "c" }, { ...USER, depends_on: ["a", "c"] })).toEqual([
      "duplicate_keeps steps[1].keeps",
    ]);
    expect(await found({ ...SERVER, keeps: "a b" }, USER)).toEqual(["wrong_value steps[0].keeps"]);
  });

  it("is warned about if no step depends on it", async () => {
    expect(await found(SERVER)).toEqual(["keeps_unused steps[0].keeps"]);
  });
});
