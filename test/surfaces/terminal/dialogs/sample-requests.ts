import type { Closing } from "../../../../src/lifecycle/request.ts";
import type { Decision } from "../../../../src/plan/plan.ts";
import { given, planOf, propose } from "../../../builders.ts";
import { asked } from "./stage.ts";

export const QUESTION = asked({
  kind: "question",
  question: "Which database should the sessions go to?\n\nThe tests use SQLite; 数据库 would be new.",
  options: ["Postgres", "SQLite, as in the tests", "Redis 数据库"],
});

export const FREE_QUESTION = asked({ kind: "question", question: "How long does a token live?" });

export const CONFIRMATION = asked({
  kind: "confirmation",
  tool: "bash",
  summary: "rm -rf dist ‹U+202E›/tmp/x && npm run build",
  reason: "`rm` deletes files, and the plan does not say so.",
});

/** Harmless as far as the eye sees at first. */
export const LONG_CONFIRMATION = asked({
  kind: "confirmation",
  tool: "bash",
  summary: `${Array.from({ length: 60 }, (_, line) => `echo ${line + 1}`).join("\n")}\nrm -rf /`,
  reason: "It is not known what this does.",
});

export const AMENDMENT = asked({
  ...{ kind: "amendment", step_id: "slug", subagent_id: "slug-1", tool: "edit", summary: "src/article.js" },
  diff: "*** src/article.js\n@@ line 1 @@\n\n export function address() {\n-  return 1;\n+  return 2;\n }",
  reason: '"src/article.js" is not among src/slug.js.',
  adds: { files: ["src/article.js"] },
});

export const PLAN_FIRST = asked({
  kind: "confirmation",
  tool: "enter_plan_mode",
  summary: "Three services and a migration.",
  reason: "The agent wants to plan before it changes anything.",
});

const DECISION: Decision = {
  decision_id: "algorithm",
  header: "Algorithm",
  question: "Which algorithm signs the tokens?",
  options: [
    { label: "EdDSA", description: "small and fast" },
    { label: "RS256", description: "every library knows it" },
    { label: "HS256" },
  ],
  recommended: "RS256",
};

/** The plan that asks it. */
export const DECIDING = given(propose({ ...planOf("a"), decisions: [DECISION] }));

export const decisionOf = (multi_select: boolean) =>
  asked(
    {
      kind: "decision",
      decision_id: "algorithm",
      header: DECISION.header,
      question: DECISION.question,
      options: DECISION.options.map(({ label }) => label),
      multi_select,
    },
    { journal: "PLAN-7c1e90ab", title: "Replace session cookies with JWT" },
  );

export const DIVERGENCE = asked(
  { kind: "divergence", digest: "ab".repeat(32) },
  { journal: "PLAN-7c1e90ab", title: "Replace session cookies with JWT" },
);

export const BY_ANA: Closing = {
  at: "2026-11-16T04:01:00.000Z",
  by: { kind: "person", surface: "discord", id: "1", name: "ana" },
  how: "answered",
  answer: { kind: "question", text: "Postgres" },
};
