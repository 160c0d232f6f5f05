import { compareRevisions } from "../../../../src/plan/compare-revisions.ts";
import { digestOf } from "../../../../src/plan/digest.ts";
import type { Plan } from "../../../../src/plan/plan.ts";
import type { ReviewSubject } from "../../../../src/surfaces/terminal/review/review-subject.ts";

export const FIRST: Plan = {
  id: "PLAN-7c1e90ab",
  title: "Replace session cookies with JWT",
  summary: "Sessions move from signed cookies to short-lived JWTs with refresh tokens.",
  steps: [
    {
      id: "uses",
      title: "Find every use of the session cookie",
      risk: "low",
      mode: "research",
      tools: ["read", "grep"],
    },
    {
      id: "sign",
      title: "Add signing and verification",
      risk: "medium",
      mode: "code",
      files: ["src/auth/**"],
      tools: ["read", "edit"],
      depends_on: ["uses"],
    },
    {
      id: "both",
      title: "Accept both cookie and token",
      risk: "medium",
      mode: "code",
      files: ["src/auth/middleware.ts"],
      tools: ["read", "edit"],
      depends_on: ["sign"],
    },
  ],
};

/** The second revision of a plan, with something of everything. */
export const PLAN: Plan = {
  ...FIRST,
  goal: "Mobile clients can log in without cookies",
  summary:
    "Sessions move from signed cookies to short-lived JWTs with refresh tokens. Cookies stay valid for one release.",
  steps: [
    {
      id: "uses",
      title: "Find every use of the session cookie",
      risk: "low",
      mode: "research",
      tools: ["read", "grep"],
    },
    {
      id: "sign",
      title: "Add signing and verification",
      description:
        "A module `src/auth/jwt.ts` that signs and verifies tokens.\n\nKeys come from the environment:\n- `JWT_KEY`, at least 32 bytes\n- `JWT_KEY_PREVIOUS` while keys are rotated",
      risk: "medium",
      mode: "code",
      files: ["src/auth/**", "test/auth/**"],
      tools: ["read", "edit", "bash"],
      depends_on: ["uses"],
      decision_id: "algorithm",
      verify: "npm test -- test/auth/jwt.test.ts",
      undo: "git checkout src/auth",
      estimate: { tokens: 20_000, minutes: 5 },
    },
    {
      id: "both",
      title: "Accept both cookie and token in the middleware, and count what is still used",
      description: "The middleware tries the token first.",
      risk: "high",
      mode: "code",
      files: ["src/auth/middleware.ts"],
      tools: ["read", "edit"],
      depends_on: ["sign"],
      verify: "npm test -- test/auth/middleware.test.ts",
    },
    { id: "suite", title: "Run the whole suite", risk: "low", mode: "run", run: "npm test", depends_on: ["both"] },
  ],
  decisions: [
    {
      decision_id: "algorithm",
      header: "Algorithm",
      question: "Which algorithm signs the tokens?",
      options: [
        { label: "EdDSA", description: "small and fast, needs Node 20" },
        { label: "RS256", description: "every library knows it" },
      ],
      recommended: "EdDSA",
      default: ["EdDSA"],
      deadline_minutes: 120,
    },
  ],
  questions: ["Is the mobile client allowed to break for one release?"],
  assumptions: ["No other service reads the session cookie"],
  risks: ["Tokens cannot be revoked before they expire"],
  validation: "The whole suite passes, and both clients log in.",
  context: {
    notes: "The cookie is set in `src/http/session.ts:41`.",
    artifacts: [{ name: "uses.txt", sha256: "ab".repeat(32) }],
    tool_outputs: { uses: { tool: "grep", data: { matches: 12 } } },
  },
  sections: [{ heading: "Roll-out", body: "Behind the flag `jwt`, one region at a time." }],
  base_commit: "9f2c1d7",
  planner_model: "big-model",
  executor_model: "small-model",
};

export function subjectWith(more: Partial<ReviewSubject> = {}): ReviewSubject {
  const plan = more.plan ?? PLAN;
  return {
    id: plan.id,
    revision: 2,
    digest: digestOf(plan),
    plan,
    previous: { revision: 1, comparison: compareRevisions(FIRST, plan) },
    feedback: [
      {
        by: "ana (discord)",
        revision: 1,
        verdict: "changes_requested",
        words: "Good, but nothing is checked yet.",
        comments: [
          { step: "both", on: "step both", words: "needs a test", state: "addressed" },
          { step: "uses", on: "step uses", words: "also look at the mobile client", state: "open" },
        ],
      },
    ],
    tree: { kind: "unchanged", at: "9f2c1d7" },
    reliesOnChanged: [],
    warnings: [],
    offered: ["approve", "request_changes", "reject", "cancel"],
    models: ["big-model", "small-model", "local-model"],
    sandbox: true,
    ...more,
  };
}
