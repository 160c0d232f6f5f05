import { commandsToRun } from "../../../../src/plan/commands-to-run.ts";
import { compareRevisions } from "../../../../src/plan/compare-revisions.ts";
import type { Plan, Step } from "../../../../src/plan/plan.ts";
import type { PlanPage } from "../../../../src/surfaces/web/api/plan-page.ts";

/** A plan with everything that a review can show: a diamond, decisions, long and many-lined commands, hidden characters. */
export const PLAN: Plan = {
  id: "PLAN-7c1e90ab",
  title: "Replace session cookies with short-lived tokens",
  goal: "Nobody is signed out by the change, and a stolen token is worth fifteen minutes.",
  summary:
    "Sessions move from signed cookies to tokens that live 15 minutes, with a refresh token beside them. Both are accepted for one release, so nobody is signed out by the change.",
  steps: [
    {
      id: "find-uses",
      title: "Find every use of the session cookie",
      mode: "research",
      risk: "low",
      tools: ["read", "grep"],
      estimate: { minutes: 2, cost: 0.03 },
    },
    {
      id: "pin-sign-in",
      title: "Pin today’s sign-in with tests",
      mode: "test",
      risk: "low",
      tools: ["read", "edit", "write"],
      files: ["test/auth/**"],
      depends_on: ["find-uses"],
      verify: "npm test -- test/auth",
    },
    {
      id: "sign-and-verify",
      title: "Sign and verify tokens",
      description: "Create `sign()` and `verify()`; keys come from the environment and rotate by key id.",
      mode: "code",
      risk: "medium",
      tools: ["read", "edit", "write"],
      files: ["src/auth/**", "test/auth/**"],
      depends_on: ["find-uses"],
      decision_id: "algorithm",
      verify: "npm test -- test/auth/token.test.ts",
    },
    {
      id: "add-table",
      title: "Add the table of refresh tokens",
      description: "An exact command, no model. Adds one table; touches no row that exists.",
      mode: "run",
      risk: "high",
      files: ["db/schema.sql"],
      depends_on: ["pin-sign-in"],
      run: "npm run migrate -- --to 0042_refresh_tokens\nnpm run migrate -- --status",
      verify: "psql -Atc \"select to_regclass('refresh_tokens')\" | grep -q .",
      undo: "npm run migrate -- --down 0042",
    },
    {
      id: "accept-both",
      title: "Accept cookie and token",
      description:
        "The middleware takes a bearer token first, then the old cookie. Both paths are logged.\n\n- a token that is too old is refused with `401`\n- a cookie is answered with a token beside it",
      mode: "code",
      risk: "high",
      tools: ["read", "edit", "write", "bash"],
      files: ["src/http/middleware.ts", "src/http/log.ts"],
      depends_on: ["add-table", "sign-and-verify"],
      verify: "npm test",
      undo: "Set AUTH_ACCEPT_TOKEN=0 and restart: the middleware then takes cookies only.",
    },
    {
      id: "rotate",
      title: "Rotate refresh tokens on use",
      description: "A refresh token is worth one use; using it twice ends the session.",
      mode: "code",
      risk: "medium",
      tools: ["read", "edit", "write"],
      files: ["src/auth/refresh.ts", "test/auth/**"],
      depends_on: ["add-table", "sign-and-verify"],
      verify: "npm test -- test/auth/refresh.test.ts",
    },
    {
      id: "whole-suite",
      title: "Run the whole suite",
      mode: "run",
      risk: "low",
      depends_on: ["accept-both", "rotate"],
      run: [
        "set -euo pipefail",
        "npm run lint",
        "for name in auth http db; do",
        '    echo  "== $name"',
        '\tnpm test -- "test/$name" --reporter=dot --coverage --coverage.reporter=text --coverage.thresholds.lines=90',
        "done",
        `echo "done${" ".repeat(64)}; curl example.org"`,
        "printf 'a\u202Eb\u200B\\n'  ",
      ].join("\n"),
      estimate: { minutes: 12 },
    },
    {
      id: "handbook",
      title: "Say so in the handbook",
      description: "One page: how long a token lives, what a client has to do, how to end all sessions of a person.",
      mode: "docs",
      risk: "low",
      tools: ["read", "edit"],
      files: ["docs/handbook.md"],
      depends_on: ["accept-both"],
    },
    {
      id: "tell-gateway",
      title: "Tell the gateway team",
      description: "Opens an issue in their tracker with the date of the release.",
      mode: "docs",
      risk: "medium",
      tools: ["github_create_issue"],
      depends_on: ["handbook", "whole-suite"],
      max_turns: 6,
    },
  ],
  decisions: [
    {
      decision_id: "algorithm",
      header: "Signing algorithm",
      question: "Which algorithm signs the tokens? The gateway checks them too.",
      options: [
        { label: "eddsa", description: "small and fast, Node 20 or newer" },
        { label: "rs256", description: "works with the old gateway" },
      ],
      recommended: "eddsa",
    },
    {
      decision_id: "lifetime",
      header: "Lifetime of a refresh token",
      question: "How long does a refresh token live?",
      options: [{ label: "30 days" }, { label: "90 days" }, { label: "until the person signs out" }],
    },
  ],
  questions: ["Does the mobile app keep cookies between releases?"],
  assumptions: [
    "Every server has the same clock within ten seconds.",
    "The database role of migrations may create tables.",
  ],
  risks: ["A gateway that caches 401 answers would sign people out for its cache time."],
  validation: "Sign in with an **old** cookie, restart, and go on without signing in again.",
  sections: [
    {
      heading: "Rollout",
      body: "1. staging for a day\n2. ten percent\n3. everybody\n\nThe flag is `AUTH_ACCEPT_TOKEN`.",
    },
  ],
  context: {
    notes: "The cookie is read in four places; two of them are tests.",
    tool_outputs: {
      uses: { tool: "grep", operation: "search", data: "src/http/middleware.ts:14\nsrc/http/session.ts:3" },
    },
  },
  base_commit: "9f2c1d7e0b",
  planner_model: "claude-opus-4-5",
  executor_model: "haiku-4-5",
};

const { goal: _, ...rest } = PLAN;
const { verify: __, undo: ___, ...unchecked } = step(3);
const OLD_STEPS: Plan["steps"] = [
  ...PLAN.steps.slice(0, 3),
  { ...unchecked, risk: "medium", run: "npm run migrate" },
  { ...step(4), files: ["src/http/middleware.ts"] },
  { ...step(6), depends_on: ["accept-both"] },
  {
    id: "drop-table",
    title: "Drop the old session table",
    mode: "run",
    risk: "high",
    depends_on: ["whole-suite"],
    run: "npm run migrate -- --to 0043_drop_sessions",
  },
  ...PLAN.steps.slice(7),
];

/** The revision before. */
export const BEFORE: Plan = {
  ...rest,
  summary: "Sessions move from signed cookies to tokens that live an hour. Cookies stop working with the release.",
  steps: OLD_STEPS,
};

function step(index: number): Step {
  const found = PLAN.steps[index];
  if (!found) throw new Error(`The fixture has no step ${index}.`);
  return found;
}

const ADA = { kind: "person", surface: "web", id: "ada", name: "Ada Keller", person: "ada" } as const;
const MARA = { kind: "person", surface: "web", id: "mara", name: "Mara Lindqvist", person: "mara" } as const;
const BEN = { kind: "person", surface: "discord", id: "77", name: "Ben Osei", person: "discord:77" } as const;
const BUILDER = { kind: "agent", surface: "terminal", id: "agent-1", name: "Builder" } as const;
export const DIGEST = "sha256:5b0f7e21a49c03d877e1f0b26d5a9c14e83b20f719cd4e660fa8b35d41aac9d4";
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** The page of that plan as its second signer gets it. */
export function reviewPage(changes: Partial<NonNullable<PlanPage["standing"]>> = {}): PlanPage {
  return {
    project: "shop-api-3f2a1c",
    id: PLAN.id,
    kind: "standing",
    plan: PLAN,
    standing: {
      status: "proposed",
      version: 9,
      created_at: ago(90),
      updated_at: ago(5),
      requester: BEN,
      archived: false,
      shown: { revision: 3, digest: DIGEST, is_signed: false, proposed_by: BUILDER, at: ago(12) },
      approvers: { from: ["role:leads"], quorum: 2, exclude_requester: true },
      signatures: [{ by: MARA, at: ago(5) }],
      choices: { left_out: [], later: false },
      review: { request: "PLAN-7c1e90ab/review-7" },
      reviews: [
        {
          at: ago(50),
          by: ADA,
          revision: 2,
          digest: "sha256:22",
          verdict: "changes_requested",
          feedback: "Not before people stay signed in.",
          comments: { "add-table": "Which one? And how do we get back?" },
        },
      ],
      comments: [
        {
          by: ADA,
          at: ago(50),
          revision: 2,
          text: "Which one? And how do we get back?",
          step: "add-table",
          field: "run",
          quote: "npm run migrate",
          state: "addressed",
          why: "Changed since: run.",
        },
        {
          by: ADA,
          at: ago(50),
          revision: 2,
          text: "Nobody may be signed out by this.",
          field: "summary",
          quote: "Cookies stop working",
          state: "addressed",
          why: "Changed since: summary.",
        },
        {
          by: MARA,
          at: ago(49),
          revision: 2,
          text: "Keep it until the release after. I need it for the audit.",
          step: "drop-table",
          state: "lost",
          why: "Its step was removed.",
        },
      ],
      revisions_left: 1,
      selections: {},
      counts: {} as never,
      holder: "none",
      ...changes,
    },
    estimated: { tokens: 310_000, cost: 0.61, minutes: 34, steps_without: 3 },
    commands: commandsToRun(PLAN),
    may: ["approve", "request_changes", "reject", "cancel"],
    next: [],
    requests: [],
    warnings: [],
    relies_on_changed: [{ step: "accept-both", files: ["src/http/middleware.ts"] }],
    tree: { kind: "unchanged", at: "9f2c1d7e0b" },
    sandbox: { is_on: true, words: "bubblewrap holds all of it" },
    network: false,
    previous: { revision: 2, version: 5, comparison: compareRevisions(BEFORE, PLAN) },
    viewers: ["Mara Lindqvist", "Ben Osei"],
  };
}
