import { deepStrictEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writableStanding } from "../../src/plan/markdown/writable-standing.ts";
import { normalise } from "../../src/plan/normalise-plan.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { type PlanDocument, readMarkdown } from "../../src/plan/read-markdown.ts";
import type { Standing } from "../../src/plan/standing.ts";
import { writeMarkdown } from "../../src/plan/write-markdown.ts";
import { runs } from "../runs.ts";
import { seedFrom } from "../seed.ts";
import { nastyCase, nastyText } from "./nasty-plan.ts";

const RUNS = Number(process.env["CODEC_RUNS"] ?? runs(12_000));
const seed = seedFrom("CODEC_SEED");
const share = (part: number) => ({ numRuns: Math.ceil(RUNS * part), seed });
const LONG = 600_000;

function read(text: string): PlanDocument {
  const document = readMarkdown(text);
  if ("problems" in document) throw new Error(JSON.stringify(document.problems));
  return document;
}

/** Not vitest's comparison: it takes a step that is called "constructor" for a class. */
function expectSame(document: PlanDocument, plan: Plan, standing: Standing): void {
  deepStrictEqual(document.plan, plan);
  deepStrictEqual(document.claims, standing);
}

describe("the codec", { timeout: 600_000 }, () => {
  it(
    "reads back every plan and standing as it was written",
    () => {
      fc.assert(
        fc.property(nastyCase, ([plan, standing]) => {
          const wanted = normalise(plan);
          expectSame(read(writeMarkdown(plan, standing)), wanted, writableStanding(wanted, standing, undefined));
        }),
        share(0.4),
      );
    },
    LONG,
  );

  it(
    "lets no text in one field change another",
    () => {
      const whole: Plan = {
        id: "PLAN-a1b2c3d4",
        title: "T",
        summary: "S",
        steps: [
          { id: "one", title: "One", description: "D", tools: ["read"], risk: "low" },
          { id: "two", title: "Two", depends_on: ["one"] },
        ],
        risks: ["R"],
        sections: [{ heading: "Free", body: "F" }],
      };
      const fields: ((text: string) => Plan)[] = [
        (title) => ({ ...whole, title }),
        (goal) => ({ ...whole, goal }),
        (summary) => ({ ...whole, summary }),
        (text) => ({ ...whole, risks: [text, "R"] }),
        (body) => ({ ...whole, sections: [{ heading: "Free", body }] }),
        (text) => ({ ...whole, steps: whole.steps.map((step) => ({ ...step, title: text })) }),
        (text) => ({ ...whole, steps: whole.steps.map((step) => ({ ...step, description: text })) }),
        (text) => ({ ...whole, steps: whole.steps.map((step) => ({ ...step, tools: [text] })) }),
        (text) => ({ ...whole, steps: whole.steps.map((step) => ({ ...step, verify: text })) }),
      ];
      const from = read(writeMarkdown(whole, { status: "proposed" }));
      fc.assert(
        fc.property(nastyText, fc.constantFrom(...fields), (text, put) => {
          const plan = put(text);
          expectSame(read(writeMarkdown(plan, { status: "proposed" }, from)), plan, { status: "proposed" });
        }),
        share(0.4),
      );
    },
    LONG,
  );

  it(
    "keeps what it does not know byte for byte, whatever is written over it",
    () => {
      const key = "# ours\nteam:   payments   # and theirs\nx-list:\n  - a   # one\n";
      const section = "## Ours\n\n<!-- kept -->\n\n* as   it is\n\n\n```\n## Steps\n```";
      const ours = { heading: "Ours", body: section.slice("## Ours\n\n".length) };
      const withOurs = (plan: Plan): Plan => ({ ...plan, sections: [ours, ...(plan.sections ?? [])] });
      fc.assert(
        fc.property(
          nastyCase,
          nastyCase,
          fc.nat(),
          fc.boolean(),
          ([plan, standing], [other, otherStanding], pick, crlf) => {
            const lines = (text: string) => (crlf ? text.replaceAll("\n", "\r\n") : text);
            const before = normalise(withOurs(plan));
            const text = lines(writeMarkdown(before, standing).replace("\nformat: 1\n", `\n${key}format: 1 # kept\n`));
            const document = read(text);
            expectSame(document, before, writableStanding(before, standing, undefined));
            expect(writeMarkdown(document.plan, document.claims, document)).toBe(text);

            const keys = Object.keys(other).filter((name) => name !== "id") as (keyof Plan)[];
            const changed = keys[pick % keys.length] ?? "title";
            const edited =
              changed === "sections"
                ? withOurs({ ...plan, sections: other.sections ?? [] })
                : { ...before, [changed]: other[changed] };
            const wanted = normalise(edited as Plan);
            const claims = pick % 2 === 0 ? standing : otherStanding;
            const written = writeMarkdown(wanted, claims, document);
            expectSame(read(written), wanted, writableStanding(wanted, claims, document));
            expect(written).toContain(lines(`\n${key}format: 1 # kept\n`));
            expect(written).toContain(lines(section));
          },
        ),
        share(0.025),
      );
    },
    LONG,
  );

  it(
    "answers every damaged text with problems, or with a plan that can be written over it and read again",
    () => {
      const bases = ["PLAN-7c1e90ab.md", "PLAN-Zz12abCD.md"].map((name) =>
        readFileSync(new URL(`../corpus/${name}`, import.meta.url), "utf8"),
      );
      const free =
        "# T\n\nWhy.\n\n1. Look. Then leap.\n2. **Do**: it\n   - so\n3. Ask (grep: find → x)\n\n## Risks\n\n- a\n";
      const damage = fc.tuple(fc.nat(), fc.nat({ max: 40 }), fc.oneof(nastyText, fc.constant("")));
      fc.assert(
        fc.property(
          fc.constantFrom(...bases, free),
          fc.array(damage, { minLength: 1, maxLength: 3 }),
          (base, damages) => {
            const text = damages.reduce((whole, [where, length, put]) => {
              const at = where % (whole.length + 1);
              return whole.slice(0, at) + put + whole.slice(at + length);
            }, base);
            const document = readMarkdown(text, { id: "PLAN-a1b2c3d4" });
            if ("problems" in document) {
              expect(document.problems.length).toBeGreaterThan(0);
              return;
            }
            const { plan, claims, layout } = document;
            if (layout.frontMatter?.values.has("id")) expect(writeMarkdown(plan, claims, document)).toBe(text);
            const standing = { ...claims, version: 99, steps: { [plan.steps[0]?.id ?? ""]: { status: "failed" } } };
            expectSame(read(writeMarkdown(plan, standing, document)), plan, writableStanding(plan, standing, document));
          },
        ),
        share(0.04),
      );
    },
    LONG,
  );
});
