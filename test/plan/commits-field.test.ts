import { describe, expect, it } from "vitest";
import { digestOf } from "../../src/plan/digest.ts";
import { parsePlan } from "../../src/plan/parse-plan.ts";
import { writeMarkdown } from "../../src/plan/write-markdown.ts";
import { planWith } from "./arbitrary-plan.ts";

const plain = planWith({ steps: [{ id: "a", title: "A" }] });
const committing = planWith({ steps: [{ id: "a", title: "A", commits: true }] });

async function stepOf(input: unknown) {
  const parsed = await parsePlan(input, { id: "PLAN-00000001" });
  return "problems" in parsed ? parsed.problems.map(({ kind }) => kind) : parsed.plan.steps[0];
}
const drafted = (step: object) => stepOf({ title: "T", steps: [{ id: "a", title: "A", ...step }] });

describe("a step that may change the git repository", () => {
  it("has another digest; one that says no is one that says nothing", () => {
    expect(digestOf(committing)).not.toBe(digestOf(plain));
    expect(digestOf(planWith({ steps: [{ id: "a", title: "A", commits: false }] }))).toBe(digestOf(plain));
  });

  it("says so in the file, and is read from it", async () => {
    const text = writeMarkdown(committing, {});
    expect(text).toContain("   - commits: true\n");
    expect(await stepOf(text)).toMatchObject({ commits: true });
    expect(await stepOf(text.replace("commits: true", "commits: Yes"))).toMatchObject({ commits: true });
    expect(await stepOf(text.replace("commits: true", "commits: no"))).toEqual(plain.steps[0]);
    expect(await stepOf(text.replace("commits: true", "commits: perhaps"))).toEqual(["wrong_type"]);
  });

  it("is read from drafts that call it otherwise, and a message of a commit is no leave to commit", async () => {
    for (const step of [{ commits: true }, { commits: "yes" }, { commit: true }, { commit: "true", commits: null }])
      expect(await drafted(step)).toMatchObject({ commits: true });
    for (const step of [{ commits: false }, { commit: false }, { commits: null }])
      expect(await drafted(step)).toEqual({ id: "a", title: "A" });
    expect(await drafted({ commit: "Add a cache" })).toEqual(["unknown_key"]);
    expect(await drafted({ commits: 1 })).toEqual(["wrong_type"]);
  });

  it("is missed where a command looks as if it needed it", async () => {
    const warned = async (step: object) => {
      const parsed = await parsePlan(
        { title: "T", steps: [{ id: "a", title: "A", ...step }] },
        { id: "PLAN-00000001" },
      );
      return "problems" in parsed ? parsed.problems : parsed.warnings.map(({ kind, path }) => `${kind} ${path}`);
    };
    expect(await warned({ run: "npm test && git commit -am x" })).toEqual(["commits_missing steps[0].run"]);
    expect(await warned({ run: "git commit -am x", commits: true })).toEqual([]);
    expect(await warned({ run: "git status && git diff" })).toEqual([]);
  });
});
