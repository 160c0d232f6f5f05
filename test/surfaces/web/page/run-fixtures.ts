// A run in the states that a page has to draw, in the shapes of the contract.

import type { Actor } from "../../../../src/lifecycle/actor.ts";
import type { NextAction } from "../../../../src/lifecycle/next-action.ts";
import { runCounts } from "../../../../src/lifecycle/run-counts.ts";
import type { StepResult, StepStats } from "../../../../src/lifecycle/step-result.ts";
import type { StepState } from "../../../../src/lifecycle/step-state.ts";
import { StepStates } from "../../../../src/lifecycle/step-states.ts";
import type { Plan } from "../../../../src/plan/plan.ts";
import type { PlanPage, Standing } from "../../../../src/surfaces/web/api/plan-page.ts";
import type { Slip } from "../../../../src/surfaces/web/api/requests.ts";

const NOW = Date.now();
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

export const RUN = { project: "shop-api-3f2a1c", id: "PLAN-7c1e90ab" };
const DIGEST = "sha256:5b0f7e21a49c03d877e1f0b26d5a9c14e83b20f719cd4e660fa8b35d41aac9d4";

const actor = (name: string, kind: Actor["kind"] = "person", surface = "web"): Actor => ({
  kind,
  surface,
  id: name.split(" ")[0]?.toLowerCase() ?? name,
  name,
  ...(kind === "person" && { person: name.split(" ")[0]?.toLowerCase() ?? name }),
});
export const ADA = actor("Ada Keller");
const MARA = actor("Mara Lindqvist");
const HOST = actor("countersign", "host", "host");

export const PLAN: Plan = {
  id: RUN.id,
  title: "Replace session cookies with short-lived tokens",
  summary: "Sessions become tokens that live for ten minutes; a refresh token rotates on use.",
  steps: [
    {
      id: "find-uses",
      title: "Find uses of the cookie",
      mode: "research",
      risk: "low",
      estimate: { minutes: 1, cost: 0.01, tokens: 4000 },
    },
    {
      id: "pin-sign-in",
      title: "Pin sign-in with tests",
      mode: "test",
      risk: "low",
      depends_on: ["find-uses"],
      files: ["test/http/**"],
      verify: "npm test -- test/http",
      estimate: { minutes: 6, cost: 0.05, tokens: 20_000 },
    },
    {
      id: "sign-tokens",
      title: "Sign and verify tokens",
      mode: "code",
      risk: "medium",
      depends_on: ["find-uses"],
      files: ["src/auth/**"],
      verify: "npm test -- test/auth",
      decision_id: "algorithm",
      estimate: { minutes: 6, cost: 0.12, tokens: 40_000 },
    },
    {
      id: "add-table",
      title: "Add the table",
      risk: "high",
      mode: "run",
      depends_on: ["pin-sign-in"],
      run: "npm run migrate -- --only 0042_refresh_tokens\nnpm run schema:dump",
      verify: "npm run schema:check -- refresh_tokens",
      estimate: { minutes: 1 },
    },
    {
      id: "accept-both",
      title: "Accept cookie and token",
      description: "The middleware takes a bearer token first, and falls back to the **cookie of an old session**.",
      mode: "code",
      risk: "high",
      depends_on: ["add-table", "sign-tokens"],
      files: ["src/http/**", "test/http/**"],
      tools: ["read", "edit", "bash"],
      verify: "npm test",
      estimate: { minutes: 8, cost: 0.2, tokens: 60_000 },
    },
    {
      id: "rotate",
      title: "Rotate on use",
      mode: "code",
      risk: "medium",
      depends_on: ["sign-tokens", "add-table"],
      files: ["auth/**", "test/auth/**"],
      verify: "npm test -- test/auth/refresh",
      estimate: { minutes: 8, cost: 0.15, tokens: 50_000 },
    },
    {
      id: "whole-suite",
      title: "Run the whole suite",
      mode: "run",
      risk: "low",
      run: "npm test",
      depends_on: ["accept-both", "rotate"],
    },
    {
      id: "handbook",
      title: "Say so in the handbook",
      mode: "docs",
      risk: "low",
      depends_on: ["accept-both"],
      estimate: { minutes: 3, cost: 0.03 },
    },
    {
      id: "tell-gateway",
      title: "Tell the gateway team",
      mode: "docs",
      risk: "medium",
      depends_on: ["handbook", "whole-suite"],
    },
  ],
  decisions: [
    {
      decision_id: "algorithm",
      header: "Algorithm",
      question: "Which algorithm signs the tokens?",
      options: [{ label: "eddsa", description: "short, fast" }, { label: "rs256" }],
      recommended: "eddsa",
    },
  ],
};

const stats = (minutes: number, cost: number, tokens: number, calls: number): StepStats => ({
  prompt_tokens: Math.round(tokens * 0.8),
  completion_tokens: Math.round(tokens * 0.2),
  cost,
  tool_calls: calls,
  tool_successes: calls,
  tool_failures: 0,
  duration_seconds: minutes * 60,
});

const done = (minutes: number, cost: number, tokens: number, more: Partial<StepResult> = {}): StepState => {
  const spent = stats(minutes, cost, tokens, 9);
  return {
    status: "completed",
    attempts: 1,
    notes: "Done as planned.",
    spent,
    result: {
      output: "Done as planned.",
      stats: spent,
      artifacts: [{ path: "src/auth/tokens.ts", how: "added" }],
      ...more,
    },
  };
};

const CHECK = `its check did not pass: exit code 1
FAIL test/http/middleware.test.ts
  ✓ takes a bearer token first (12 ms)
  × falls back to the cookie of an old session (38 ms)
      expected 200, got 401
      at test/http/middleware.test.ts:58:23
  ✓ logs both paths (4 ms)

Tests  1 failed · 214 passed · 215 in all`;

const FAILED: StepState = {
  status: "failed",
  attempts: 1,
  notes: "The middleware tries the bearer token, then the cookie. `legacy.ts` still had its own reader, which I left.",
  spent: stats(4, 0.11, 52_000, 14),
  result: {
    output: CHECK,
    error: CHECK,
    stats: stats(4, 0.11, 52_000, 14),
    artifacts: [
      { path: "src/http/middleware.ts", how: "changed" },
      { path: "test/http/middleware.test.ts", how: "changed" },
    ],
    deviations: ["left src/http/legacy.ts as it was"],
  },
};

const pending: StepState = { status: "pending", attempts: 0 };
const blocked: StepState = { status: "blocked", attempts: 0, notes: "accept-both failed" };

const RUNNING: Record<string, StepState> = {
  "find-uses": done(1, 0.01, 5000),
  "pin-sign-in": done(6, 0.05, 21_000),
  "sign-tokens": done(7, 0.14, 44_000),
  "add-table": done(0.37, 0, 0),
  "accept-both": FAILED,
  rotate: { status: "in_progress", attempts: 1 },
  "whole-suite": blocked,
  handbook: blocked,
  "tell-gateway": blocked,
};

export type RunName = "running" | "approved" | "queued" | "asks" | "interrupted" | "completed" | "failed";

const step = (move: NextAction["move"], about: string, what: string): NextAction => ({
  move,
  plan: RUN.id,
  about,
  what,
});
const whole = (move: NextAction["move"], what: string): NextAction => ({ move, plan: RUN.id, what });

const NEXT: Record<RunName, NextAction[]> = {
  running: [
    whole("watch", "follow it"),
    whole("pause", "pause it"),
    step("retry", "accept-both", "retry step accept-both"),
    step("skip", "accept-both", "continue without step accept-both"),
    whole("clone", "start over as a new plan"),
    whole("cancel", "cancel it"),
  ],
  asks: [whole("pause", "pause it"), whole("cancel", "cancel it")],
  approved: [whole("run", "run it"), whole("queue", "add it to the queue"), whole("cancel", "cancel it")],
  queued: [whole("run", "run it"), whole("unqueue", "take it out of the queue"), whole("cancel", "cancel it")],
  interrupted: [
    whole("resume", "continue it"),
    step("retry", "rotate", "retry step rotate"),
    step("skip", "rotate", "continue without step rotate"),
    step("fail", "rotate", "mark step rotate as failed"),
    whole("rollback", "undo what the run changed"),
    whole("fail", "mark the plan as failed"),
    whole("clone", "start over as a new plan"),
    whole("cancel", "cancel it"),
  ],
  completed: [
    whole("rollback", "undo what the run changed"),
    whole("clone", "start over as a new plan"),
    whole("archive", "move it to the archive"),
  ],
  failed: [
    whole("retry", "retry the failed steps"),
    step("retry", "accept-both", "retry step accept-both"),
    step("skip", "accept-both", "continue without step accept-both"),
    whole("rollback", "undo what the run changed"),
    whole("clone", "start over as a new plan"),
    whole("archive", "move it to the archive"),
  ],
};

const MAY: Record<RunName, PlanPage["may"]> = {
  running: ["pause", "skip_step", "retry_step", "cancel", "decide"],
  asks: ["pause", "skip_step", "retry_step", "cancel", "decide"],
  approved: ["start", "queue", "choose_model", "cancel"],
  queued: ["start", "queue", "unqueue", "choose_model", "cancel"],
  interrupted: ["resume", "skip_step", "retry_step", "fail_step", "fail", "roll_back", "choose_model", "cancel"],
  completed: ["roll_back", "archive"],
  failed: ["retry", "skip_step", "retry_step", "roll_back", "choose_model", "archive"],
};

const STATUS: Record<RunName, Standing["status"]> = {
  running: "executing",
  asks: "executing",
  approved: "approved",
  queued: "approved",
  interrupted: "paused",
  completed: "completed",
  failed: "failed",
};

function stepsOf(name: RunName): Record<string, StepState> | undefined {
  switch (name) {
    case "running":
      return RUNNING;
    case "asks":
      return {
        ...RUNNING,
        "accept-both": { status: "in_progress", attempts: 1 },
        "whole-suite": pending,
        handbook: pending,
        "tell-gateway": pending,
      };
    case "interrupted":
      return {
        ...RUNNING,
        "accept-both": done(9, 0.2, 61_000),
        rotate: { status: "interrupted", attempts: 1, notes: "its process ended" },
        "whole-suite": pending,
        handbook: pending,
        "tell-gateway": pending,
      };
    case "completed":
      return Object.fromEntries(
        PLAN.steps.map(({ id }) => [
          id,
          id === "tell-gateway"
            ? { status: "skipped", attempts: 0, notes: "told in person" }
            : done(
                5,
                0.06,
                20_000,
                id === "rotate" ? { drift: ["auth/session.ts was changed, outside of its files"] } : {},
              ),
        ]),
      );
    case "failed":
      return { ...RUNNING, rotate: done(8, 0.14, 50_000) };
    case "approved":
    case "queued":
      return undefined;
  }
}

const AMENDMENT: Slip = {
  id: `${RUN.id}/amendment-41`,
  project: RUN.project,
  journal: RUN.id,
  plan: RUN.id,
  title: PLAN.title,
  kind: "amendment",
  heading: "Step accept-both wants to use edit, outside its approved scope",
  question: "Step accept-both wants to use edit, outside its approved scope",
  topic: "step accept-both",
  facts: [
    { as: "note", text: "src/db/pool.ts is not in its files" },
    {
      as: "diff",
      text: 'src/db/pool.ts\n-export const pool = connect();\n+export const pool = connect({ name: "main" });',
    },
  ],
  choices: [
    { word: "once", label: "Allow once", lets: true, leads: true },
    { word: "add", label: "Add it to the step", description: "it may edit src/db/pool.ts from now on", lets: true },
    { word: "refuse", label: "Refuse", refuses: true, stops: true },
  ],
  picks: "one",
  words: {
    with: "refusal",
    label: "Refuse, and say what to do instead…",
    asks: "What should be done instead?",
    needed: false,
  },
  step: "accept-both",
  may_answer: true,
  stands_still: true,
  opened_at: ago(2),
  opened_by: actor("builder", "agent", "subagent"),
};

export function runPage(name: RunName): PlanPage {
  const steps = stepsOf(name);
  const states = steps && StepStates.from(Object.entries(steps));
  const status = STATUS[name];
  const isOver = status === "completed" || status === "failed";
  const spent = Object.values(steps ?? {}).reduce(
    (sum, { spent: one }) => ({
      tokens: sum.tokens + (one?.prompt_tokens ?? 0) + (one?.completion_tokens ?? 0),
      cost: sum.cost + (one?.cost ?? 0),
      seconds: sum.seconds + (one?.duration_seconds ?? 0),
    }),
    { tokens: 0, cost: 0, seconds: 0 },
  );
  const work = (id: string, since: number) => ({
    step: id,
    attempt: 1,
    since: ago(since),
    activity: "edits auth/refresh.ts",
    calls: 9,
    tokens: 26_000,
    cost: 0.07,
  });
  const atWork = Object.entries(steps ?? {}).flatMap(([id, state]) =>
    state.status === "in_progress" ? [work(id, 4.2)] : [],
  );
  const standing: Standing = {
    status,
    version: 40,
    created_at: ago(60),
    updated_at: ago(1),
    requester: ADA,
    archived: false,
    shown: {
      revision: 3,
      digest: DIGEST,
      is_signed: true,
      proposed_by: actor("builder", "agent", "terminal"),
      at: ago(40),
    },
    approvers: { from: "anyone", quorum: 2, exclude_requester: false },
    signatures: [
      { by: MARA, at: ago(31) },
      { by: ADA, at: ago(22) },
    ],
    choices: { left_out: [], later: name === "approved" },
    reviews: [],
    comments: [],
    revisions_left: 3,
    ...(name === "queued" && { queued: { priority: 2, at: ago(5) } }),
    selections: { algorithm: ["eddsa"] },
    counts: states
      ? runCounts({ steps: states, left_out: [] })
      : {
          total: 9,
          done: 0,
          skipped: 0,
          in_progress: 0,
          failed: 0,
          interrupted: 0,
          not_started: 9,
          rolled_back: 0,
          left_out: 0,
        },
    ...(name === "interrupted" && { why: "left" }),
    ...(name === "completed" && { summary: "Tokens are in place; cookies of old sessions are taken until March." }),
    ...(name === "failed" && { why: "step accept-both failed" }),
    ...(steps && {
      run: {
        id: "run-1",
        executor: HOST,
        started_at: ago(22),
        ...(isOver && { ended_at: ago(1) }),
        left_out: [],
        steps,
        amendments: [{ step_id: "accept-both", files: ["src/http/types.ts"], at: ago(9), by: ADA }],
        raised: [],
        rolled_back: [],
        has_snapshots: true,
        spent,
        at_work: atWork,
        waits_for: [],
      },
    }),
    holder: name === "running" || name === "asks" ? "here" : "none",
  };
  return {
    ...RUN,
    kind: "standing",
    standing,
    plan: PLAN,
    estimated: { tokens: 174_000, cost: 0.61, minutes: 34, steps_without: 2 },
    commands: [],
    may: MAY[name],
    next: NEXT[name],
    requests: name === "asks" ? [AMENDMENT] : [],
    warnings: [],
    relies_on_changed: [],
    sandbox: { is_on: true, words: "bubblewrap" },
    network: false,
    viewers: [],
  };
}
