import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan/plan.ts";
import { type PlanDocument, readMarkdown } from "../../src/plan/read-markdown.ts";
import type { Standing } from "../../src/plan/standing.ts";
import { writeMarkdown } from "../../src/plan/write-markdown.ts";

const EXAMPLE = readFileSync(new URL("../corpus/PLAN-7c1e90ab.md", import.meta.url), "utf8");
const PI_PLANNER = readFileSync(new URL("../corpus/PLAN-Zz12abCD.md", import.meta.url), "utf8");

function read(text: string, id = "PLAN-a1b2c3d4"): PlanDocument {
  const document = readMarkdown(text, { id });
  if ("problems" in document) throw new Error(JSON.stringify(document.problems, null, 1));
  return document;
}

/** The lines that differ, `-` before and `+` after, with everything equal around them left out. */
function difference(before: string, after: string): string[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const common = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      (common[i] ?? [])[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: string[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) lines.push(`-${a[i++]}`);
    else lines.push(`+${b[j++]}`);
  }
  return lines;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends object | undefined ? Mutable<T[Key]> : T[Key] };
type Draft = { plan: Mutable<Plan>; claims: Standing };

/** Reads a text, changes what it says, writes it over the text, and looks at the lines. */
function edited(text: string, change: (draft: Draft) => void): { lines: string[]; text: string } {
  const document = read(text);
  const draft = structuredClone({ plan: document.plan, claims: document.claims }) as Draft;
  change(draft);
  const written = writeMarkdown(draft.plan as Plan, draft.claims, document);
  const again = read(written);
  expect(again.plan).toEqual(draft.plan);
  return { lines: difference(text, written), text: written };
}

function step({ plan }: Draft, id: string): Mutable<Plan["steps"][number]> {
  const found = plan.steps.find((one) => one.id === id);
  if (!found) throw new Error(`no step ${id}`);
  return found as Mutable<Plan["steps"][number]>;
}

describe("writing what was read", () => {
  it.each([
    ["as it is", EXAMPLE],
    ["with CRLF", EXAMPLE.replaceAll("\n", "\r\n")],
    ["with a byte order mark", `\uFEFF${EXAMPLE}`],
    ["without a line break at the end", EXAMPLE.trimEnd()],
    ["by pi-planner", PI_PLANNER],
  ])("gives back the example %s byte for byte", (_, text) => {
    const document = read(text);
    expect(writeMarkdown(document.plan, document.claims, document)).toBe(text);
  });

  it("writes a fresh document like the example", () => {
    const hash = "90c1".repeat(16);
    const whole = EXAMPLE.replace("90c1…e4", hash);
    const fresh = writeMarkdown(read(whole).plan, read(whole).claims);
    expect(difference(whole, fresh)).toEqual([
      "-status: proposed            # a copy for readers; the journal decides",
      "+status: proposed",
      "-team: payments              # a key Countersign does not know: kept as it is",
    ]);
  });

  it("leaves out what is empty", () => {
    const plan = {
      id: "PLAN-a1b2c3d4",
      title: "T",
      steps: [{ id: "a", title: "A", tools: [] }],
      risks: [],
      context: {},
    };
    expect(writeMarkdown(plan, {})).toBe(
      "---\nid: PLAN-a1b2c3d4\ntitle: T\nformat: 1\n---\n\n## Steps\n\n1. [ ] **A** `a`\n",
    );
  });

  it("gives a document without front matter one", () => {
    const document = read("# T\n\n1. Look\n");
    expect(writeMarkdown(document.plan, { status: "proposed" }, document)).toBe(
      "---\nid: PLAN-a1b2c3d4\nstatus: proposed\nformat: 1\n---\n\n# T\n\n1. Look\n",
    );
  });

  it("throws rather than write a plan that would read as another", () => {
    const twice = { id: "PLAN-a1b2c3d4", title: "T", steps: ["a", "a"].map((id) => ({ id, title: "A" })) };
    expect(() => writeMarkdown(twice, {})).toThrow(/PLAN-a1b2c3d4/);
  });
});

describe("the smallest edit", () => {
  const table: [string, (draft: Draft) => void, string[]][] = [
    [
      "a status, and its comment stays in its column",
      ({ claims }) => {
        claims.status = "changes_requested";
      },
      [
        "-status: proposed            # a copy for readers; the journal decides",
        "+status: changes_requested   # a copy for readers; the journal decides",
      ],
    ],
    [
      "a version",
      ({ claims }) => {
        claims.version = 4;
      },
      ["-version: 3", "+version: 4"],
    ],
    [
      "a title that YAML would take for something else",
      ({ plan }) => {
        plan.title = "a: b";
      },
      ["-title: Replace session cookies with JWT", '+title: "a: b"'],
    ],
    [
      "a new key",
      ({ claims }) => {
        claims.approved_by = "ana";
      },
      ["+approved_by: ana"],
    ],
    ["a key that goes", ({ plan }) => void delete plan.base_commit, ["-base_commit: 9f2c1d7"]],
    [
      "a list in the front matter",
      ({ plan }) => void plan.tools_required?.push("a b, c"),
      [
        "-tools_required: [read, grep, edit, write, bash]",
        '+tools_required: [read, grep, edit, write, bash, "a b, c"]',
      ],
    ],
    [
      "a check box",
      ({ claims }) => {
        claims.steps = { sign: { status: "completed" } };
      },
      ["-2. [ ] **Add signing and verification** `sign`", "+2. [x] **Add signing and verification** `sign`"],
    ],
    [
      "a step's standing",
      ({ claims }) => {
        claims.steps = { suite: { status: "failed", notes: "two tests" } };
      },
      ["+   - status: failed", "+   - notes: two tests"],
    ],
    [
      "a field",
      (draft) => {
        step(draft, "both").risk = "low";
      },
      ["-   - risk: high", "+   - risk: low"],
    ],
    [
      "a field that is new, in its place",
      (draft) => {
        step(draft, "uses").files = ["src/**"];
      },
      ["+   - files: src/**"],
    ],
    ["a field that goes", (draft) => void delete step(draft, "sign").max_turns, ["-   - max_turns: 20"]],
    [
      "a command that gets a second line",
      (draft) => {
        step(draft, "both").verify = "npm test\nnpm run lint";
      },
      ["-   - verify: `npm test`", "+   - verify:", "+     ```sh", "+     npm test", "+     npm run lint", "+     ```"],
    ],
    [
      "a line of a command",
      (draft) => {
        step(draft, "suite").run = "npm run lint\nnpm run all";
      },
      ["-     npm test", "+     npm run all"],
    ],
    [
      "a step's title",
      (draft) => {
        step(draft, "tell").title = "Tell them";
      },
      ["-5. [ ] **Tell the gateway team** `tell`", "+5. [ ] **Tell them** `tell`"],
    ],
    [
      "a description",
      (draft) => {
        step(draft, "uses").description = "Two\nlines.";
      },
      ["-   List readers and writers of `req.session`, with file and line.", "+   Two", "+   lines."],
    ],
    [
      "a description that is new",
      (draft) => {
        step(draft, "suite").description = "All.";
      },
      ["+   All."],
    ],
    [
      "a description that would read as fields",
      (draft) => {
        step(draft, "suite").description = "- risk: low";
      },
      ['+   - description: "- risk: low"'],
    ],
    [
      "a step at the end",
      ({ plan }) => void plan.steps.push({ id: "last", title: "Last" }),
      ["+6. [ ] **Last** `last`", "+"],
    ],
    [
      "a step that goes, and the numbers after it",
      ({ plan }) => void plan.steps.splice(3, 1),
      [
        "-4. [ ] **Run the whole suite** `suite`",
        "-   - mode: run",
        "-   - after: both",
        "-   - risk: low",
        "-   - run:",
        "-     ```sh",
        "-     npm run lint",
        "-     npm test",
        "-     ```",
        "-",
        "-5. [ ] **Tell the gateway team** `tell`",
        "+4. [ ] **Tell the gateway team** `tell`",
      ],
    ],
    [
      "an answer",
      ({ claims }) => {
        claims.selections = { algorithm: ["eddsa"] };
      },
      ["+- selected: eddsa"],
    ],
    ["an option", ({ plan }) => void plan.decisions?.[0]?.options.push({ label: "es256" }), ["+- `es256`"]],
    ["a risk more", ({ plan }) => void plan.risks?.push("Clocks drift."), ["+- Clocks drift."]],
    [
      "a risk that changes",
      ({ plan }) => {
        plan.risks = ["None."];
      },
      ["-- A leaked key lets anybody in until it is rotated.", "+- None."],
    ],
    [
      "a section that is new",
      ({ plan }) => {
        plan.assumptions = ["Clocks agree."];
      },
      ["+## Assumptions", "+", "+- Clocks agree.", "+"],
    ],
    [
      "a section that goes",
      ({ plan }) => void delete plan.validation,
      ["-## Validation", "-", "-All tests green; both kinds of login tried by hand on staging.", "-"],
    ],
    [
      "the summary",
      ({ plan }) => {
        plan.summary = "Short.";
      },
      [
        "-Sessions move from signed cookies to short-lived JWTs with refresh tokens. Existing sessions stay valid until they expire.",
        "+Short.",
      ],
    ],
    [
      "the outputs of tools",
      ({ plan }) => {
        plan.context = { ...plan.context, tool_outputs: { a: { data: [1] } } };
      },
      [
        '-{ "session_uses": { "tool": "grep", "operation": "search", "data": { "files": 14, "uses": 52 } } }',
        '+{ "a": { "data": [1] } }',
      ],
    ],
    [
      "a free section",
      ({ plan }) => {
        plan.sections = [{ heading: "Rollout", body: "Slowly." }];
      },
      ["-Free section, written by a person. Countersign keeps it, byte for byte.", "+Slowly."],
    ],
    [
      "a review",
      ({ claims }) => {
        claims.reviews = ["2026-11-16, bo, approved"];
      },
      ["+- 2026-11-16, bo, approved"],
    ],
  ];

  it.each(table)("changes only the lines of %s", (_, change, expected) => {
    expect(edited(EXAMPLE, change).lines).toEqual(expected);
  });

  it.each(table)("does it with CRLF, a byte order mark and no line break at the end as well: %s", (_, change) => {
    const plain = edited(EXAMPLE, change).text.trimEnd();
    const text = `\uFEFF${EXAMPLE.trimEnd().replaceAll("\n", "\r\n")}`;
    expect(edited(text, change).text).toBe(`\uFEFF${plain.replaceAll("\n", "\r\n")}`);
  });

  it("moves steps without touching their words", () => {
    const { lines } = edited(EXAMPLE, ({ plan }) => void plan.steps.push(...plan.steps.splice(0, 1)));
    const words = (sign: string) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1).replace(/^\d/, "N"));
    expect(words("+").sort()).toEqual(words("-").sort());
  });

  it("keeps comments between steps, and an author's own numbers and bullets", () => {
    const text =
      "---\nid: PLAN-a1b2c3d4\ntitle: T\n---\n## Steps\n\n1. [ ] **A** `a`\n   * Risk:   low\n\n<!-- first\n     thing -->\n\n1. [ ] **B** `b`\n\n   * files: x\n   * Depends_on: a\n";
    const { lines } = edited(text, (draft) => {
      step(draft, "b").depends_on = ["a", "b"];
    });
    expect(lines).toEqual(["-   * Depends_on: a", "+   * Depends_on: a, b"]);
    expect(
      edited(text, (draft) => {
        step(draft, "a").risk = "high";
      }).lines,
    ).toEqual(["-   * Risk:   low", "+   * Risk:   high"]);
  });

  it("keeps the lines a person wrote into the review history", () => {
    const text = EXAMPLE.replace(/(?<=## Review history\n\n)/, "Seen by all.\n\n");
    const document = read(text);
    const written = writeMarkdown(document.plan, { ...document.claims, reviews: ["approved"] }, document);
    expect(difference(text, written)).toEqual(["+- approved"]);
  });

  it("gives a step of pi-planner its check box, and our form once its words change", () => {
    expect(
      edited(PI_PLANNER, ({ claims }) => {
        claims.steps = { "step-1": { status: "completed" } };
      }).lines,
    ).toEqual([
      "-1. Fetch invoice (odoo-toolbox: read → INV-42)",
      "+1. [x] Fetch invoice (odoo-toolbox: read → INV-42)",
    ]);
    expect(
      edited(PI_PLANNER, (draft) => {
        step(draft, "step-2").title = "Send it";
      }).lines,
    ).toEqual([
      "-2. Mail it (go-easy: gmail send)",
      "+2. [ ] **Send it** `step-2`",
      "+   - tools: go-easy",
      "+   - operation: gmail send",
    ]);
  });

  it("changes a title where it stands", () => {
    const text = "---\nid: PLAN-a1b2c3d4\n---\n# Old #\n\n1. a\n";
    expect(
      edited(text, ({ plan }) => {
        plan.title = "New";
      }).lines,
    ).toEqual(["-# Old #", "+# New #"]);
  });

  it("keeps unknown keys and comments of the front matter even when the whole body is written anew", () => {
    const text = EXAMPLE.replace("format: 1\n", "format: 1\n\n# ours\nx-list:\n  - a   # one\n");
    const document = read(text);
    const other: Plan = {
      ...document.plan,
      steps: [{ id: "new", title: "New" }],
      sections: [
        { heading: "Z", body: "" },
        { heading: "", body: "x" },
      ],
    };
    const written = writeMarkdown(other, {}, document);
    expect(read(written).plan).toEqual(other);
    expect(written).toContain(
      "\nformat: 1\n\n# ours\nx-list:\n  - a   # one\nteam: payments              # a key Countersign does not know: kept as it is\n",
    );
  });
});

describe("escapes", () => {
  const plan = (parts: Partial<Plan>): Plan => ({
    id: "PLAN-a1b2c3d4",
    title: "T",
    steps: [{ id: "a", title: "A" }],
    ...parts,
  });

  it.each([
    ["a right-to-left override", "safe\u202Etxt.exe", '"safe\\u202etxt.exe"'],
    ["a zero width space", "a\u200Bb", '"a\\u200bb"'],
    ["NUL", "a\u0000b", '"a\\u0000b"'],
    ["a lone surrogate", "a\uD800b", '"a\\ud800b"'],
    ["a carriage return", "a\rb", '"a\\rb"'],
    ["white space at the end", "a ", '"a "'],
  ])("makes %s visible in every kind of field", (_, text, escaped) => {
    const written = writeMarkdown(
      plan({
        goal: text,
        summary: text,
        questions: [text],
        steps: [{ id: "a", title: text, description: text, owner: text, tools: [text] }],
        sections: [{ heading: text, body: text }],
      }),
      {},
    );
    expect(written.split(escaped).length - 1).toBe(9);
    expect(read(written).plan.summary).toBe(text);
  });

  it("escapes what would read as an escape", () => {
    const written = writeMarkdown(plan({ questions: ['"a"'], steps: [{ id: "a", title: '"a"', owner: '"a"' }] }), {});
    expect(written.split('"\\"a\\""')).toHaveLength(4);
  });

  it("leaves ordinary emoji, accents and other scripts alone", () => {
    const text = "Übergröße 🏳️‍🌈 步骤、五 — “fine” ½";
    expect(writeMarkdown(plan({ goal: text, summary: text, questions: [text] }), {}).split(text)).toHaveLength(4);
  });

  it("holds ten thousand characters of anything", () => {
    for (const unit of ["a", "`", "*", "- ", "> ", "[", "\n", "\\", '"', "😀", "<!--", "#", " ", "(a: "]) {
      const text = unit.repeat(10_000 / unit.length);
      const long = plan({
        goal: text,
        summary: text,
        steps: [{ id: "a", title: text, description: text, run: text, files: [text] }],
        sections: [{ heading: text, body: text }],
      });
      expect(read(writeMarkdown(long, { result_summary: text })).plan).toEqual(long);
    }
  });
});

describe("a key that has only a comment", () => {
  it.each(["version: # nobody has said", "version:   # x", "version:# 3", "version:"])("gets its value: %s", (line) => {
    const text = `---\nid: PLAN-0000abcd\ntitle: t\n${line}\nformat: 1\n---\n\n## Steps\n\n1. [ ] **Do** \`do\`\n`;
    const document = readMarkdown(text);
    if ("problems" in document) return expect(document.problems[0]?.kind).toBe("front_matter");
    const written = readMarkdown(writeMarkdown(document.plan, { ...document.claims, version: 99 }, document));
    if ("problems" in written) throw new Error(written.problems[0]?.message);
    expect([written.claims.version, written.plan]).toEqual([99, document.plan]);
    return undefined;
  });
});
