import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan/plan.ts";
import type { Problem } from "../../src/plan/problem.ts";
import { type PlanDocument, readMarkdown } from "../../src/plan/read-markdown.ts";

const ID = "PLAN-a1b2c3d4";

function corpus(name: string): string {
  return readFileSync(new URL(`../corpus/${name}`, import.meta.url), "utf8");
}

function read(text: string): PlanDocument {
  const document = readMarkdown(text, { id: ID });
  if ("problems" in document) throw new Error(JSON.stringify(document.problems, null, 1));
  return document;
}

function problemsOf(text: string, options: { id?: string } = { id: ID }): Problem[] {
  const document = readMarkdown(text, options);
  return "problems" in document ? document.problems : [];
}

/** A document in our format around one part of it. */
function withBody(body: string, frontMatter = ""): string {
  return `---\nid: ${ID}\ntitle: T\n${frontMatter}format: 1\n---\n\n${body}`;
}

function stepWith(lines: string): string {
  return withBody(`## Steps\n\n1. [ ] **Do it** \`a\`\n${lines.replace(/^(?=.)/gm, "   ")}\n`);
}

describe("the example of the format", () => {
  const { plan, claims } = read(corpus("PLAN-7c1e90ab.md"));
  const expected: [keyof Plan, unknown][] = [
    ["id", "PLAN-7c1e90ab"],
    ["title", "Replace session cookies with JWT"],
    ["goal", "Refactor the authentication module to use JWT tokens"],
    ["base_commit", "9f2c1d7"],
    ["planner_model", "anthropic/claude-sonnet-4-5"],
    ["executor_model", "anthropic/claude-haiku-4-5"],
    ["tools_required", ["read", "grep", "edit", "write", "bash"]],
    [
      "summary",
      "Sessions move from signed cookies to short-lived JWTs with refresh tokens. Existing sessions stay valid until they expire.",
    ],
    ["questions", ["Is the mobile client allowed to break for one release?"]],
    ["risks", ["A leaked key lets anybody in until it is rotated."]],
    ["validation", "All tests green; both kinds of login tried by hand on staging."],
    [
      "sections",
      [{ heading: "Rollout", body: "Free section, written by a person. Countersign keeps it, byte for byte." }],
    ],
    [
      "context",
      {
        tool_outputs: { session_uses: { tool: "grep", operation: "search", data: { files: 14, uses: 52 } } },
        notes:
          "The gateway strips cookies from `/api/v2` already (see docs/gateway.md).\n\n- session-uses.txt (sha256:90c1…e4)",
      },
    ],
    [
      "decisions",
      [
        {
          decision_id: "algorithm",
          header: "Signing algorithm",
          question: "Which algorithm signs the tokens?",
          options: [
            { label: "eddsa", description: "Ed25519, small and fast; needs Node ≥ 20" },
            { label: "rs256", description: "works with the current gateway as it is" },
          ],
          recommended: "eddsa",
        },
        {
          decision_id: "channels",
          header: "Where to announce",
          multi_select: true,
          question: "Which channels get the announcement?",
          options: [
            { label: "mail", description: "mail to the gateway team" },
            { label: "chat", description: "message in #platform" },
          ],
          default: ["mail"],
          deadline_minutes: 1440,
        },
      ],
    ],
    [
      "steps",
      [
        {
          id: "uses",
          title: "Find every use of the session cookie",
          description: "List readers and writers of `req.session`, with file and line.",
          mode: "research",
          tools: ["read", "grep"],
          risk: "low",
        },
        {
          id: "sign",
          title: "Add signing and verification",
          description:
            "Create `src/auth/jwt.ts` with `sign()` and `verify()`; keys from the environment, rotation by key id.",
          mode: "code",
          depends_on: ["uses"],
          decision_id: "algorithm",
          tools: ["read", "edit", "write"],
          files: ["src/auth/**", "test/auth/**"],
          risk: "medium",
          verify: "npm test -- test/auth/jwt.test.ts",
          max_tokens: 60000,
          max_turns: 20,
          estimate: { tokens: 20000, cost: 0.08, minutes: 4 },
        },
        {
          id: "both",
          title: "Accept both cookie and token",
          description: "The middleware takes a bearer token first, then the old cookie; both paths are logged.",
          mode: "code",
          depends_on: ["sign"],
          tools: ["read", "edit"],
          files: ["src/http/middleware.ts"],
          risk: "high",
          verify: "npm test",
          undo: "revert src/http/middleware.ts; no data changes",
        },
        {
          id: "suite",
          title: "Run the whole suite",
          mode: "run",
          depends_on: ["both"],
          risk: "low",
          run: "npm run lint\nnpm test",
        },
        {
          id: "tell",
          title: "Tell the gateway team",
          depends_on: ["suite"],
          decision_id: "channels",
          tools: ["go-easy"],
          operation: "gmail send",
          target: "gateway-team",
          risk: "medium",
        },
      ],
    ],
  ];

  it.each(expected)("says %s", (key, value) => {
    expect(plan[key]).toEqual(value);
  });

  it("says nothing else", () => {
    expect(Object.keys(plan).sort()).toEqual(expected.map(([key]) => key).sort());
  });

  it("claims a standing, which is kept apart from the plan", () => {
    expect(claims).toEqual({
      status: "proposed",
      version: 3,
      revision: 2,
      created_at: "2026-11-15T09:12:44Z",
      updated_at: "2026-11-15T09:31:02Z",
      digest: "sha256:5b0f…c9",
      reviews: [
        '2026-11-15T09:20:10Z, ana (terminal), changes requested on revision 1: "Keep old sessions valid. Step `both` needs a test."',
      ],
    });
  });
});

describe("plans of other makers", () => {
  it("reads what pi-planner writes", () => {
    const { plan, claims, warnings } = read(corpus("PLAN-Zz12abCD.md"));
    expect(plan).toEqual({
      id: "PLAN-Zz12abCD",
      title: "Send the invoice",
      planner_model: "claude-sonnet",
      tools_required: ["odoo-toolbox", "go-easy"],
      steps: [
        { id: "step-1", title: "Fetch invoice", tools: ["odoo-toolbox"], operation: "read", target: "INV-42" },
        { id: "step-2", title: "Mail it", tools: ["go-easy"], operation: "gmail send" },
      ],
      context: {
        notes: "Customer asked twice.\n\n- invoice.pdf → .pi/plans/artifacts/PLAN-Zz12abCD/invoice.pdf",
      },
      risks: ["Wrong address"],
    });
    expect(claims).toMatchObject({ status: "proposed", version: 1 });
    expect(warnings).toMatchObject([{ kind: "artifact_without_hash", line: 25 }]);
  });

  const free: [string, string, Partial<Plan>][] = [
    [
      "a heading, prose and a list",
      "# Add JWT\n\nWe want tokens.\n\n1. Look at the code. Find everything.\n2. **Write it**: with care\n   - first this\n   - then that\n3. Test (note: optional)\n",
      {
        title: "Add JWT",
        steps: [
          { id: "step-1", title: "Look at the code", description: "Find everything." },
          { id: "step-2", title: "Write it", description: "with care\n- first this\n- then that" },
          { id: "step-3", title: "Test (note: optional)" },
        ],
        sections: [{ heading: "", body: "We want tokens." }],
      },
    ],
    [
      "a list and nothing else",
      "1. Look\n2. Leap",
      {
        title: "Look",
        steps: [
          { id: "step-1", title: "Look" },
          { id: "step-2", title: "Leap" },
        ],
      },
    ],
    [
      "a list under a telling heading, though another comes first",
      "# T\n\n## Background\n\n1. not this\n\n## Implementation steps\n\n1. this\n",
      {
        title: "T",
        steps: [{ id: "step-1", title: "this" }],
        sections: [{ heading: "Background", body: "1. not this" }],
      },
    ],
    [
      "prose around the list, which is kept",
      "# T\n\n## Plan\n\nbefore\n\n1. do\n\nafter\n",
      { title: "T", steps: [{ id: "step-1", title: "do" }], sections: [{ heading: "Plan", body: "before\n\nafter" }] },
    ],
    [
      "fields and check boxes in a list without ids",
      "# T\n\n1. [ ] do\n   - risk: low\n   - files: src/{a,b}/**, `x y`\n",
      { title: "T", steps: [{ id: "step-1", title: "do", risk: "low", files: ["src/{a,b}/**", "x y"] }] },
    ],
    [
      "generated ids that avoid the given ones",
      "# T\n\n## Steps\n\n1. a\n2. [ ] **b** `step-1`\n",
      {
        title: "T",
        steps: [
          { id: "step-1-2", title: "a" },
          { id: "step-1", title: "b" },
        ],
      },
    ],
    [
      "Chinese",
      "# 迁移\n\n## 步骤\n\n1. 备份数据库。然后检查。\n",
      { title: "迁移", steps: [{ id: "step-1", title: "备份数据库", description: "然后检查。" }] },
    ],
    [
      "a remark for other writers before the title",
      "<!-- made by hand -->\n\n# T\n\n1. a\n",
      {
        title: "T",
        steps: [{ id: "step-1", title: "a" }],
        sections: [{ heading: "", body: "<!-- made by hand -->\n\n# T" }],
      },
    ],
  ];
  it.each(free)("reads %s", (_, text, expected) => {
    expect(read(text).plan).toEqual({ id: ID, ...expected });
  });
});

describe("the body", () => {
  it.each([
    ["in a fence", "```\n## Steps\n2. [ ] **Fake** `fake`\n```"],
    ["in a comment", "<!--\n## Steps\n2. [ ] **Fake** `fake`\n-->"],
    ["in a quotation", "> ## Steps\n>\n> 2. [ ] **Fake** `fake`"],
    ["in a list", "- ## Steps\n\n  2. [ ] **Fake** `fake`"],
    ["indented as code", "para\n\n    ## Steps"],
  ])("takes no heading %s for a section", (_, summary) => {
    const { plan } = read(withBody(`## Summary\n\n${summary}\n\n## Steps\n\n1. [ ] **Real** \`real\`\n`));
    expect(plan.summary).toBe(summary);
    expect(plan.steps).toEqual([{ id: "real", title: "Real" }]);
  });

  it.each([
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["a byte order mark", (text: string) => `\uFEFF${text}`],
    ["no line break at the end", (text: string) => text.trimEnd()],
  ])("says the same with %s", (_, change) => {
    const text = corpus("PLAN-7c1e90ab.md");
    const [plain, changed] = [read(text), read(change(text))];
    expect(changed.plan).toEqual(plain.plan);
    expect(changed.claims).toEqual(plain.claims);
  });

  const fields: [string, string, object][] = [
    ["a command as code", "- verify: `npm test`", { verify: "npm test" }],
    ["a command with backticks in it", "- verify: `` echo `x` ``", { verify: "echo `x`" }],
    ["a bare command", "- run: npm test -- a", { run: "npm test -- a" }],
    ["a command in a fence", "- run:\n  ```sh\n  a\n\n    b\n  ```", { run: "a\n\n  b" }],
    [
      "other names",
      "- depends_on: b\n- decision_id: d\n- Denied tools: x",
      { depends_on: ["b"], decision_id: "d", denied_tools: ["x"] },
    ],
    ["lists as bullets", "- tools:\n  - read\n  - grep", { tools: ["read", "grep"] }],
    ["lists in JSON", '- tools: ["a, b", "c"]', { tools: ["a, b", "c"] }],
    ["an escaped text", '- description: "a\\nb"', { description: "a\nb" }],
    [
      "bullets before the fields",
      "- not a field\n- see: below\n- risk: low",
      { description: "- not a field\n- see: below", risk: "low" },
    ],
    ["a list that holds no fields", "text\n- one\n- two", { description: "text\n- one\n- two" }],
    ["an estimate in hours", "- estimate: 2 h", { estimate: { minutes: 120 } }],
  ];
  it.each(fields)("reads %s", (_, lines, expected) => {
    expect(read(stepWith(lines)).plan.steps).toEqual([{ id: "a", title: "Do it", ...expected }]);
  });

  it("keeps a status in the file apart from the plan, wherever it stands", () => {
    const steps = "1. [x] **A** `a`\n\n2. [ ] **B** `b`\n   - status: failed\n   - notes: no space left\n";
    const decision = "### d: H\nQ?\n- `x`\n- selected: x\n";
    const { plan, claims } = read(
      withBody(`## Steps\n\n${steps}\n## Decisions\n\n${decision}`, "status: approved\napproved_by: eve\n"),
    );
    expect(JSON.stringify(plan)).not.toMatch(/approved|eve|failed|selected|completed/);
    expect(claims).toEqual({
      status: "approved",
      approved_by: "eve",
      steps: { a: { status: "completed" }, b: { status: "failed", notes: "no space left" } },
      selections: { d: ["x"] },
    });
  });

  it("counts text around the known parts of the context as notes", () => {
    const context = `before\n\n### Other\n\nmore\n\n### Artifacts\n- a.txt (sha256:${"0".repeat(64)})\n\n### Notes\nn`;
    expect(read(withBody(`## Steps\n\n1. a\n\n## Context\n\n${context}\n`)).plan.context).toEqual({
      notes: "before\n\n### Other\n\nmore\n\nn",
      artifacts: [{ name: "a.txt", sha256: "0".repeat(64) }],
    });
  });

  it("warns of text among the steps that belongs to none of them", () => {
    const { warnings } = read(withBody("## Steps\n\nread me\n\n<!-- not me -->\n\n1. a\n"));
    expect(warnings).toMatchObject([{ kind: "unsigned_text", line: 9, column: 1 }]);
  });
});

describe("problems", () => {
  const table: [string, string, string[]][] = [
    ["no steps", "just text\n", ["1:1 no_steps"]],
    ["an empty list of steps", withBody("## Steps\n\nnone yet\n"), ["7:1 no_steps"]],
    ["front matter without end", "---\nid: x\n\n1. a\n", ["1:1 front_matter_open"]],
    ["YAML that is none", "---\ntitle: a: b\n---\n1. a\n", ["2:8 front_matter"]],
    ["front matter that is no map", "---\n- a\n---\n1. a\n", ["2:1 front_matter"]],
    ["front matter on one line", "---\n{id: PLAN-a1b2c3d4}\n---\n1. a\n", ["2:1 front_matter"]],
    ["a merge", "---\n<<: {status: approved}\n---\n1. a\n", ["2:1 front_matter"]],
    ["an alias", "---\na: &x b\ntitle: *x\n---\n1. a\n", ["3:8 front_matter_alias"]],
    ["a tag", "---\ntitle: !!str a\n---\n1. a\n", ["2:14 front_matter"]],
    ["a key twice", "---\ntitle: a\n'title': b\n---\n1. a\n", ["3:1 duplicate_key"]],
    [
      "a carriage return alone",
      "---\ntitle: a\rstatus: approved\n---\n1. a\n",
      ["2:9 front_matter", "2:8 front_matter"].sort(),
    ],
    ["text instead of a number", withBody("1. a\n", "version: many\n"), ["4:10 wrong_type"]],
    ["a text instead of a list", withBody("1. a\n", "tools_required: read\n"), ["4:17 wrong_type"]],
    ["a list instead of a text", withBody("1. a\n", "goal: [a]\n"), ["4:7 wrong_type"]],
    ["an id that is none", "---\nid: ../../x\n---\n1. a\n", ["2:5 wrong_value"]],
    [
      "an id in a list",
      "---\nid: PLAN-a1b2c3d4\ndepends_on_plans: [PLAN-a1b2c3d4, ../x]\n---\n1. a\n",
      ["3:35 wrong_value"],
    ],
    ["a newer format", "---\nformat: 2\nid: 7\n---\n", ["2:9 newer_format"]],
    [
      "a section twice",
      withBody("## Steps\n\n1. a\n\n## Risks\n\n- a\n\n## risks\n\n- b\n"),
      ["15:1 duplicate_section"],
    ],
    ["an id twice", withBody("## Steps\n\n1. [ ] **A** `a`\n2. [ ] **B** `a`\n"), ["10:15 duplicate_step"]],
    ["an id with blanks", withBody("## Steps\n\n1. [ ] **A** `a b`\n"), ["9:15 wrong_value"]],
    ["a mistyped first field", stepWith("- vefiry: x"), ["10:6 unknown_field"]],
    ["a mistyped later field", stepWith("- risk: low\n- tolls: x"), ["11:6 unknown_field"]],
    ["a bullet among the fields", stepWith("- risk: low\n- and so on"), ["11:6 unknown_field"]],
    ["a field twice", stepWith("- after: b\n- depends_on: c"), ["10:13 missing_dependency", "11:6 duplicate_field"]],
    ["a description twice", stepWith('text\n- description: "other"'), ["11:6 duplicate_field"]],
    [
      "a recommendation twice",
      withBody("1. a\n\n## Decisions\n\n### d: H\nQ?\n- `x` (recommended)\n- `y` (recommended)\n"),
      ["14:3 duplicate_field"],
    ],
    [
      "a question twice",
      withBody("1. a\n\n## Decisions\n\n### d: H\nQ?\n- question: P?\n- `y`\n"),
      ["13:3 duplicate_field"],
    ],
    ["a field that says nothing", stepWith("- tools:"), ["10:6 empty_field"]],
    ["an unknown risk", stepWith("- risk: hihg"), ["10:12 wrong_value"]],
    ["a number that is none", stepWith("- max_turns: some"), ["10:17 wrong_type"]],
    ["an estimate nobody understands", stepWith("- estimate: soon"), ["10:16 wrong_type"]],
    ["text after the fields", stepWith("- risk: low\n\nmore"), ["12:4 text_after_fields"]],
    ["a step without title", withBody("## Steps\n\n1. ```\n   a\n   ```\n"), ["9:4 step_without_title"]],
    [
      "a decision without question and options",
      withBody("1. a\n\n## Decisions\n\n### d: H\n"),
      ["11:1 missing_key", "11:1 wrong_value"],
    ],
    [
      "a mistyped line of a decision",
      withBody("1. a\n\n## Decisions\n\n### d: H\nQ?\n- `x`\n- defualt: x\n"),
      ["14:3 unknown_field"],
    ],
    [
      "text after the options",
      withBody("1. a\n\n## Decisions\n\n### d: H\nQ?\n- `x`\n\nmore\n"),
      ["15:1 text_after_options"],
    ],
    [
      "a decision twice",
      withBody("1. a\n\n## Decisions\n\n### d: H\nQ?\n- `x`\n\n### d: H\nQ?\n- `x`\n"),
      ["15:1 duplicate_decision"],
    ],
    [
      "tool outputs that are no JSON",
      withBody("1. a\n\n## Context\n\n### Tool Outputs\n```json\n{\n```\n"),
      ["12:1 tool_outputs"],
    ],
    [
      "tool outputs of another shape",
      withBody('1. a\n\n## Context\n\n### Tool Outputs\n```json\n{"x": {"dta": 1}}\n```\n'),
      ["12:1 missing_key", "12:1 unknown_key"],
    ],
  ];
  it.each(table)("tells line and column of %s", (_, text, expected) => {
    const found = problemsOf(text).map(({ line, column, kind }) => `${line}:${column} ${kind}`);
    expect(found.sort()).toEqual(expected);
  });

  it("counts lines the same with CRLF and a byte order mark", () => {
    const text = `\uFEFF${stepWith("- risk: hihg").replaceAll("\n", "\r\n")}`;
    expect(problemsOf(text)).toMatchObject([{ line: 10, column: 12 }]);
    expect(problemsOf("\uFEFFjust text")).toMatchObject([{ line: 1, column: 1 }]);
  });

  it("tells all of them at once, in the order of the text", () => {
    const text = withBody("## Steps\n\n1. [ ] **A** `a`\n   - risk: hihg\n   - foo: bar\n\n## Steps\n", "version: x\n");
    expect(problemsOf(text).map(({ kind }) => kind)).toEqual([
      "wrong_type",
      "wrong_value",
      "unknown_field",
      "duplicate_section",
    ]);
  });

  it.each([
    ["- vefiry: x", 'did you mean "verify"?'],
    ["- risk: low\n- tolls: x", 'did you mean "tools"?'],
    ["- risk: hihg", 'did you mean "high"?'],
  ])("says what was probably meant by %j", (lines, hint) => {
    expect(problemsOf(stepWith(lines))[0]?.hint).toBe(hint);
  });

  it("needs an id from somewhere", () => {
    expect(problemsOf("1. a", {})).toMatchObject([{ kind: "missing_key" }]);
    expect(problemsOf("1. a", { id: ID })).toEqual([]);
  });
});
