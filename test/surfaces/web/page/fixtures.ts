// Answers of the API with every state that a page has to draw, in the shapes of the contract.

import type { Actor } from "../../../../src/lifecycle/actor.ts";
import type { PlanItem } from "../../../../src/surfaces/web/api/plans.ts";
import type { Slip } from "../../../../src/surfaces/web/api/requests.ts";
import type { RouteName } from "../../../../src/surfaces/web/api/routes.ts";
import type { AnswerOf } from "../../../../src/surfaces/web/api/shapes.ts";

const NOW = Date.now();
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();
const later = (minutes: number): string => ago(-minutes);
const actor = (name: string, surface = "web", kind: Actor["kind"] = "person"): Actor => ({
  kind,
  surface,
  id: name.toLowerCase(),
  name,
});

export const PROJECTS = ["shop-api-3f2a1c", "gateway-91bc02", "billing-web-77aa10"] as const;
const [SHOP, GATEWAY, BILLING] = PROJECTS;
const DIGEST = "sha256:5b0f7e21a49c03d877e1f0b26d5a9c14e83b20f719cd4e660fa8b35d41aac9d4";

const slip = (given: Partial<Slip> & Pick<Slip, "id" | "kind" | "heading">): Slip => ({
  project: SHOP,
  journal: given.plan ?? "agent-1",
  question: given.heading,
  topic: given.kind === "decision" ? "Thumbnails" : "the question",
  facts: [],
  choices: [],
  picks: "one",
  may_answer: true,
  stands_still: false,
  opened_at: ago(10),
  opened_by: actor("builder", "terminal", "agent"),
  ...given,
});

export const SLIPS: Slip[] = [
  slip({
    id: "PLAN-11/amendment-9",
    project: GATEWAY,
    plan: "PLAN-00000011",
    title: "Limit sign-in attempts",
    kind: "amendment",
    heading: "Step 3 wants to use edit, outside its approved scope",
    step: "3",
    facts: [
      { as: "note", text: "The counter needs its own connection; the pool has no name to ask for one." },
      {
        as: "diff",
        text: 'src/db/pool.ts\n-export const pool = connect();\n+export const pool = connect({ name: "main" });\n+export const counters = connect({ name: "counters" });',
      },
    ],
    choices: [
      { word: "once", label: "Allow once", lets: true, leads: true },
      {
        word: "add",
        label: "Add it to the step",
        description: "it may use edit on src/db/pool.ts from now on",
        lets: true,
      },
      { word: "refuse", label: "Refuse", refuses: true, stops: true },
    ],
    words: {
      with: "refusal",
      label: "Refuse, and say what to do instead…",
      asks: "Refuse it. What should be done instead?",
      needed: false,
    },
    stands_still: true,
    opened_at: ago(18),
  }),
  slip({
    id: "PLAN-12/decision-4",
    plan: "PLAN-00000012",
    title: "Move uploads to object storage",
    kind: "decision",
    heading: "To be decided: Thumbnails",
    facts: [{ as: "words", text: "Where do the thumbnails live?" }],
    choices: [
      {
        word: "Beside the originals",
        label: "Beside the originals",
        recommended: true,
        leads: true,
        description: "one rule for both",
      },
      { word: "Own bucket", label: "Own bucket" },
      { word: "On the fly", label: "On the fly", description: "slow for the first visitor" },
    ],
    stands_still: true,
    opened_at: ago(11),
    expires_at: later(140),
  }),
  slip({
    id: "PLAN-13/budget-2",
    project: BILLING,
    plan: "PLAN-00000013",
    title: "Round amounts once",
    kind: "budget",
    step: "5",
    heading: "Step 5 has used 60,212 tokens of 60,000 tokens",
    facts: [{ as: "note", text: "The budget is used up: no new step starts until this is answered." }],
    choices: [
      { word: "go_on", label: "Continue", description: "with 60,000 tokens more", lets: true, leads: true },
      { word: "stop", label: "Stop", description: "the step ends as failed", stops: true },
    ],
    stands_still: true,
    opened_at: ago(4),
  }),
  slip({
    id: "PLAN-14/interruption-7",
    project: GATEWAY,
    plan: "PLAN-00000014",
    title: "Renew the certificates",
    kind: "interruption",
    step: "2",
    heading: "Step 2 was interrupted; how far it got is unknown",
    facts: [{ as: "note", text: "The machine stopped. Its check says: not done. 3 of 5 files are there." }],
    choices: [
      {
        word: "again",
        label: "Again",
        lets: true,
        leads: true,
        description: "a new agent runs the step from the files as they are",
      },
      { word: "skip", label: "Skip" },
      { word: "failed", label: "Failed", stops: true },
    ],
    stands_still: true,
    opened_at: ago(3),
  }),
  slip({
    id: "PLAN-15/review-3",
    plan: "PLAN-7c1e90ab",
    title: "Replace session cookies with short-lived tokens",
    kind: "review",
    heading: "Revision 3 waits for a signature",
    review: {
      ...{ revision: 3, digest: DIGEST, steps: 9, commands: 9, high_risk: 2 },
      ...{ signed: ["Mara Lindqvist"], needed: 2 },
    },
    opened_at: ago(12),
  }),
  slip({
    id: "agent-2/question-1",
    kind: "question",
    journal: "agent-2",
    heading: "Builder asks",
    facts: [{ as: "words", text: "May search results be up to a minute old?" }],
    choices: [
      { word: "Yes, a minute is fine", label: "Yes, a minute is fine" },
      { word: "No, always fresh", label: "No, always fresh" },
    ],
    words: { with: "answer", label: "In my own words…", asks: "Your answer, in your own words", needed: false },
    opened_at: ago(2),
  }),
];

const closed = (id: string, by: Actor, words: string, at: string, title: string): Slip =>
  slip({
    id,
    kind: "review",
    heading: "Review",
    plan: "PLAN-7c1e90ab",
    title,
    closing: { at, by, how: "answered", words },
  });

const statuses = [
  "completed",
  "approved",
  "proposed",
  "failed",
  "rejected",
  "changes_requested",
  "cancelled",
  "completed",
];
const subjects = [
  "Replace session cookies",
  "Speed up CI",
  "Limit sign-in attempts",
  "Round amounts once",
  "Renew the certificates",
  "Search that forgives typos",
  "Move uploads to storage",
  "Pin the toolchain",
];

export const planItem = (index: number): PlanItem => ({
  project: PROJECTS[index % 3] ?? SHOP,
  id: `PLAN-${(0x7c1e90ab + index).toString(16)}`,
  title: `${subjects[index % subjects.length]}${index < subjects.length ? "" : `, part ${Math.floor(index / subjects.length) + 1}`}`,
  status:
    index < 5
      ? (["executing", "executing", "executing", "paused", "stalled"][index] ?? "executing")
      : (statuses[index % statuses.length] ?? "completed"),
  revision: 1 + (index % 3),
  version: 10 + index,
  digest: DIGEST,
  created_at: ago(60 * index),
  updated_at: ago(7 * index + 3),
  requester: ["Ben Osei", "Ada Keller", "Mara Lindqvist"][index % 3] ?? "Ben Osei",
  priority: 0,
  archived: false,
  steps: 3 + (index % 7),
  steps_done: index < 5 ? 1 + (index % 3) : index % 8 === 0 || index % 8 === 7 ? 3 + (index % 7) : 0,
  risk: ["low", "medium", "high"][index % 3] ?? "low",
  waiting: [0, 1, 0, 2, 1][index] ?? (index % 8 === 2 ? 1 : 0),
  ...(index < 5 && { holder: "here" as const }),
});

export const MANY = 10_000;

/** `undefined`: no fixture, so the server says 404. */
export const FIXTURES: { [Name in RouteName]?: (query: URLSearchParams) => AnswerOf<Name> } = {
  me: () => ({
    person: { name: "Ada Keller", id: "ada", is_local: false, access: "admin", session: "s1" },
    version: "test",
    projects: PROJECTS.map((key) => ({ key, name: key.replace(/-\w{6}$/, ""), directory: `/home/ada/${key}` })),
    planning: { can: true },
    now: ago(0),
  }),
  counts: () => ({
    waiting: SLIPS.length,
    plans: 214,
    running: 5,
    projects: [
      { key: SHOP, waiting: 3, plans: 120, running: 2 },
      { key: GATEWAY, waiting: 2, plans: 60, running: 2 },
      { key: BILLING, waiting: 1, plans: 34, running: 1 },
    ],
  }),
  inbox: () => ({ requests: SLIPS, total: SLIPS.length }),
  answered: () => ({
    requests: [
      closed("a1", actor("Mara Lindqvist"), "Mara Lindqvist signed revision 3 of", ago(6), "Replace session cookies"),
      closed("a2", actor("Ben Osei", "discord"), "Ben Osei refused rm -rf dist for step 2 of", ago(22), "Speed up CI"),
      closed("a3", actor("Ada Keller", "terminal"), "You sent back revision 2 of", ago(50), "Replace session cookies"),
      closed(
        "a4",
        actor("countersign", "host", "host"),
        "The default mail was taken for",
        ago(90),
        "Where to announce",
      ),
    ],
    total: 4,
  }),
  plans: (query) => {
    const wanted = query.get("status")?.split(",");
    const offset = Number(query.get("offset") ?? 0);
    const limit = Number(query.get("limit") ?? 100);
    const words = query.get("q")?.toLowerCase() ?? "";
    const isAll = !wanted && words === "";
    const all = Array.from({ length: isAll ? 0 : 400 }, (_, index) => planItem(index)).filter(
      ({ status, title }) => (!wanted || wanted.includes(status)) && title.toLowerCase().includes(words),
    );
    const total = isAll ? MANY : all.length;
    const plans = isAll
      ? Array.from({ length: Math.max(0, Math.min(limit, MANY - offset)) }, (_, index) => planItem(offset + index))
      : all.slice(offset, offset + limit);
    return {
      plans: words === "" ? plans : plans.map((plan) => ({ ...plan, snippet: `… ${words} is found in the text …` })),
      total,
    };
  },
  queued: () => ({
    plans: [
      {
        project: SHOP,
        id: "PLAN-0000beef",
        title: "Search that forgives typos",
        place: 1,
        why: "two plans run already",
      },
    ],
    next: [],
  }),
  statistics: () => ({
    projects: [{ key: SHOP, statistics: STATISTICS, journals: { total: 214, broken: 0 } }],
    days: Array.from({ length: 84 }, (_, index) => ({
      day: ago((83 - index) * 24 * 60).slice(0, 10),
      proposed: 2 + ((index * 7) % 3),
      approved: 1 + ((index * 5) % 3),
      rejected: index % 4 === 0 ? 1 : 0,
      cost: 0.4,
      tokens: 9000,
    })),
  }),
  audit: (query) => ({
    entries: Array.from({ length: 40 }, (_, index) => ({
      project: SHOP,
      at: ago(index * 9),
      journal: index % 5 === 4 ? "agent-1f" : `PLAN-${(0x7c1e90ab + index).toString(16)}`,
      version: 40 - index,
      by:
        [actor("Ada Keller"), actor("builder", "terminal", "agent"), actor("countersign", "host", "host")][index % 3] ??
        actor("Ben"),
      action: ["signed", "proposed", "step_updated", "request_answered", "completed"][index % 5] ?? "signed",
      ...(index % 2 === 0 && { revision: 1 + (index % 3) }),
      detail:
        index % 5 === 2
          ? "4: in_progress → completed (the check passed)"
          : "Replace session cookies with short-lived tokens",
      verified: query.get("verify") !== "1" || index < 39,
    })),
    total: 1312,
    journals: [{ project: SHOP, journal: "PLAN-7c1e90ab", records: 40 }],
    actions: ["completed", "proposed", "request_answered", "signed", "step_updated"],
  }),
  settings: () => ({
    files: { project: "/home/ada/shop-api/.pi/plans.json", user: "/home/ada/.pi/agent/plans.json" },
    settings: [
      {
        key: "approvals.quorum",
        value: 2,
        from: "project",
        is_tightened: true,
        otherwise: 1,
        is_safety: true,
        what: "How many persons have to sign a plan.",
      },
      {
        key: "max_parallel_plans",
        value: 3,
        from: "user",
        is_tightened: false,
        is_safety: false,
        what: "How many plans run at the same time.",
      },
      { key: "planning.shell", value: "read_only", from: "default", is_tightened: false, is_safety: true },
    ],
    problems: [],
    sandbox: "Commands run in the sandbox (bubblewrap).",
  }),
  sessions: () => ({
    sessions: [
      {
        id: "s1",
        person: "Ada Keller",
        is_local: false,
        access: "admin",
        is_this: true,
        created_at: ago(300),
        last_seen_at: ago(0),
        expires_at: later(9000),
        browser: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0 Safari/537.36",
        address: "127.0.0.1",
      },
      {
        id: "s2",
        person: "Ben Osei",
        is_local: false,
        access: "approver",
        is_this: false,
        created_at: ago(900),
        last_seen_at: ago(40),
        expires_at: later(5000),
        browser: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605",
        address: "10.0.0.7",
      },
    ],
  }),
  tokens: () => ({
    tokens: [
      {
        id: "tok_1",
        name: "Ben Osei",
        roles: ["leads"],
        access: "approver",
        created_at: ago(9000),
        created_by: "Ada Keller",
        expires_at: later(40000),
      },
      {
        id: "tok_2",
        name: "Old laptop",
        roles: [],
        access: "viewer",
        created_at: ago(90000),
        created_by: "Ada Keller",
        revoked_at: ago(400),
      },
    ],
  }),
  createToken: () => ({
    token: { id: "tok_3", name: "Mara", roles: [], access: "approver", created_at: ago(0), created_by: "Ada Keller" },
    secret: "cs_9f2c1d7a_8QmX2v0kTn4wZ6yB1sE3",
  }),
  models: () => ({
    models: [
      { id: "a/haiku", name: "Haiku" },
      { id: "a/sonnet", name: "Sonnet" },
    ],
    standard: "a/sonnet",
  }),
  plannings: () => ({
    plannings: [
      {
        id: "agent-2",
        project: SHOP,
        goal: "Search should forgive typos and stay under 50 ms.",
        model: "a/sonnet",
        by: "Ada Keller",
        started_at: ago(3),
        phase: "gathering",
        may_end: true,
        cost: 0.07,
        news: [
          { at: ago(3), news: { type: "started", model: "a/sonnet", sandboxed: true } },
          { at: ago(2.8), news: { type: "called", tool: "grep", summary: "search( src" } },
          { at: ago(2.5), news: { type: "refused", tool: "bash", reason: "npm install is not read-only" } },
          {
            at: ago(2),
            news: {
              type: "asked",
              request: "agent-2/question-1",
              question: "May search results be up to a minute old?",
            },
          },
        ],
      },
    ],
  }),
  judge: () => ({
    verdict: {
      verdict: "deny",
      code: "SHELL_NOT_READ_ONLY",
      rule: "shell",
      reason: "npm install writes node_modules and package-lock.json.",
      hint: "Propose a step that installs it.",
      where: "sandbox",
      span: { start: 0, end: 11, text: "npm install" },
      rulings: [
        {
          rule: "shell",
          priority: 50,
          says: "deny",
          code: "SHELL_NOT_READ_ONLY",
          reason: "npm install writes node_modules.",
        },
        { rule: "mode", priority: 10, says: "note", code: "TOOL_BLOCKED_BY_MODE", reason: "Planning only reads." },
      ],
    },
  }),
};

const mode = (name: "code" | "run" | "test" | "research" | "docs", failed: number, started: number) => ({
  mode: name,
  started,
  completed: started - failed,
  failed,
  interrupted: 1,
  again: 2,
});
const STATISTICS: ReturnType<NonNullable<(typeof FIXTURES)["statistics"]>>["projects"][number]["statistics"] = {
  at: ago(0),
  plans: { total: 214, by_status: { completed: 160 }, broken: 0 },
  approval: { approved: 182, rejected: 27, rate: 0.87, seconds: { count: 182, median: 360, p90: 2460, most: 9000 } },
  revisions: { mean: 1.6, spread: { count: 214, median: 1, p90: 3, most: 5 } },
  steps: {
    ...{ started: 1125, completed: 1060, failed: 62, interrupted: 5, again: 9 },
    by_mode: [
      mode("code", 31, 412),
      mode("run", 19, 228),
      mode("test", 9, 190),
      mode("research", 2, 164),
      mode("docs", 1, 131),
    ],
  },
  spent: {
    ...{ tokens: 9_800_000, cost: 41.2, seconds: 200_000, plans: 190 },
    cost_per_plan: { count: 190, median: 0.14, p90: 0.9, most: 3 },
    by_model: [
      { model: "a/sonnet", tokens: 8_000_000, cost: 36, seconds: 1 },
      { model: "a/haiku", tokens: 1_800_000, cost: 5.2, seconds: 1 },
    ],
    dearest: [],
  },
  estimates: {
    steps: 900,
    tokens: { steps: 900, estimated: 8_000_000, actual: 8_600_000 },
    cost: { steps: 900, estimated: 40, actual: 38 },
    minutes: { steps: 900, estimated: 3000, actual: 4000 },
  },
  amendments: { asked: 49, once: 17, added: 21, refused: 11 },
  tools: {
    denied: [
      { tool: "edit", count: 148 },
      { tool: "npm install", count: 101 },
      { tool: "git commit", count: 57 },
      { tool: "sort -o", count: 19 },
    ],
    let_through: [],
    missed: [{ tool: "src/db/**", count: 22, out_of_scope: 22, unknown: 0, asked: 3 }],
  },
  go_ahead: { detected: 0, approved: 0 },
  over_planning: { plans: 19, share: 0.09 },
};
