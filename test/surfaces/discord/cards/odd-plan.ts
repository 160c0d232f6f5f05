import fc from "fast-check";
import type { LivePlan } from "../../../../src/lifecycle/plan-state.ts";
import { MODES, type Plan, RISKS, type Step } from "../../../../src/plan/plan.ts";
import {
  amend,
  approve,
  as,
  BOB,
  choose,
  edit,
  end,
  given,
  hitBudget,
  later,
  person,
  propose,
  START,
  start,
} from "../../../builders.ts";
import { text } from "../../../plan/arbitrary-plan.ts";

/** Texts that try to ping a server, to disguise a link, or to break out of their field. */
export const ATTACKS = [
  "@everyone",
  "@here now",
  "<@123456789012345678>",
  "<@&123456789012345678>",
  "<#123456789012345678>",
  "<:party:123456789012345678>",
  "<a:party:1234567890123>",
  ":tada:",
  "<t:1700000000:R>",
  "</plan start:123456789012345678>",
  "<id:customize>",
  "[Approve](https://evil.example)",
  "[x](<https://evil.example>)",
  "https://evil.example/a_b_c",
  "<https://evil.example>",
  "# Heading",
  "-# small",
  "- list\n- list",
  "1. one\n2. two",
  "+ plus",
  "> quote",
  ">>> quote all",
  "```\ncode\n```",
  "``` ```",
  "`code`",
  "``",
  "`",
  "||spoiler||",
  "**bold** *it* __u__ _i_ ~~s~~ ***",
  "\\",
  "\\\\*x*",
  "ends with \\",
  "\n\n\n",
  "   ",
  "\r\n\r\n",
  "\u200b\u202e\u2066",
  "\ud800 half",
  "\udc00",
  "👩‍👩‍👧‍👦🏳️‍🌈👍🏽#️⃣*️⃣",
  "e\u0301\u0302\u0303\u0304\u0305\u0306",
  "‹U+202E›",
  "]](((",
  "🟢 **1.** Approve",
];

const attack = fc.constantFrom(...ATTACKS);
const long = fc
  .tuple(fc.oneof(attack, text), fc.integer({ min: 1, max: 10_000 }))
  .map(([part, length]) => part.repeat(Math.ceil(length / part.length)).slice(0, length));
/** Any text, up to 10,000 characters. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  text,
  attack,
  fc.array(fc.oneof(attack, text), { minLength: 1, maxLength: 8 }).map((parts) => parts.join("")),
  long,
);

/** Up to 200 steps that take their words from a few texts, so that they are quickly made. */
export const oddPlan: fc.Arbitrary<Plan> = fc
  .record({
    pool: fc.array(oddText, { minLength: 4, maxLength: 12 }),
    count: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.integer({ min: 30, max: 200 })),
    salt: fc.integer({ min: 0, max: 1_000_000 }),
    decisions: fc.integer({ min: 0, max: 6 }),
    options: fc.constantFrom(1, 2, 5, 6, 25, 26, 60, 120),
    questions: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ pool, count, salt, decisions, options, questions }) => {
    const pick = (n: number) => pool[(n * 7919 + salt) % pool.length] || "x";
    const few = (n: number) => Array.from({ length: ((n + salt) % 12) + 1 }, (_, index) => pick(n + index));
    const steps = Array.from({ length: count }, (_, n): Step => {
      const odd = (n * 31 + salt) % 16;
      return {
        id: n % 3 === 0 ? `s${n}` : `step-${n}-${"x".repeat((n * 13 + salt) % 50)}`,
        title: pick(n),
        ...(odd & 1 ? { description: pick(n + 1), run: pick(n + 2), verify: pick(n + 3) } : {}),
        ...(odd & 2 ? { mode: MODES[n % MODES.length] ?? "code", tools: few(n), files: few(n + 5) } : {}),
        ...(odd & 4 ? { risk: RISKS[(n + salt) % 3] ?? "high" } : {}),
        ...(n > 0 && odd & 8 ? { depends_on: [steps0(n, salt)] } : {}),
        ...(n > 0 && n === count - 1 && decisions > 0 ? { decision_id: "d0" } : {}),
      };
    });
    const known = new Set(steps.map(({ id }) => id));
    for (const step of steps) if (step.depends_on) step.depends_on = step.depends_on.filter((id) => known.has(id));
    return {
      id: "PLAN-0000abcd",
      title: pick(1),
      summary: pick(2),
      steps,
      ...(decisions > 0 && {
        decisions: Array.from({ length: decisions }, (_, n) => ({
          ...{ decision_id: `d${n}`, header: pick(n), question: pick(n + 1), multi_select: (n + salt) % 2 === 1 },
          options: Array.from({ length: options }, (_, at) => ({
            label: `${at} ${pick(at)}`,
            ...(at % 2 ? { description: pick(at + 1) } : {}),
          })),
          recommended: `0 ${pick(0)}`,
        })),
      }),
      ...(questions > 0 && { questions: Array.from({ length: questions }, (_, n) => pick(n)) }),
    };
  });

function steps0(n: number, salt: number): string {
  const before = (n * 17 + salt) % n;
  return before % 3 === 0 ? `s${before}` : "s0";
}

/** The plan in every status, with odd words of people and agents all along the way. */
export function livesOf(plan: Plan, words: string): LivePlan[] {
  const name = person(words || "x");
  const first = plan.steps[0]?.id ?? "";
  const said = words.trim() === "" ? "no" : words;
  const comments = Object.fromEntries(plan.steps.slice(0, 40).map(({ id }) => [id, said]));
  const quote = [...plan.title].slice(0, 50).join("");
  const quotes = quote.trim() === "" ? [] : [{ field: "title", quote, text: said.slice(0, 5_000) }];
  const quorum = { approvers: { from: "anyone" as const, quorum: 3, exclude_requester: false } };
  const timed = { review_timeout_minutes: 30, decision_timeout_seconds: 600 };
  const proposed = given({ command: propose(plan), terms: { by: name, ...timed } });
  const back = later(proposed, as(name, { type: "request_changes", revision: 1, feedback: said, comments, quotes }));
  const reword = (title: string): Plan => ({ ...plan, title: `${title}${plan.title}` });
  const third = later(back, propose(reword("2")), sendBack(2, said), propose(reword("3")));
  const notes = approve(plan, { notes: said, choices: { executor_model: said } });
  const approved = later(proposed, as(name, notes));
  const executing = later(approved, START);
  const busy = later(executing, start(first));
  const asking = later(busy, { ...amend(first), summary: said, reason: said, tool: said } as never);
  const broken = later(busy, end(first, "failed", said));
  const many = plan.steps
    .filter(({ depends_on, decision_id }) => !depends_on?.length && decision_id === undefined)
    .reduce((state, { id }) => later(state, start(id), end(id, "failed", said)), executing);
  const waits = plan.steps.filter(({ decision_id, depends_on }) => decision_id && !depends_on?.length);
  const deciding = waits.reduce((state, { id }) => later(state, { type: "await_decision", step_id: id }), executing);
  const done = plan.steps.reduce(
    (state, { id }) => later(state, { type: "skip_step", step_id: id, reason: said }),
    executing,
  );
  const signedOnce = later(proposed, { command: approve(plan), terms: { by: BOB, ...quorum } });
  const decided = plan.decisions?.slice(0, 1).map(({ decision_id, options }) => {
    const [label = ""] = options.map((option) => option.label);
    return later(executing, choose(decision_id, label));
  });
  return [
    ...[proposed, signedOnce, back, third, later(third, sendBack(3, said))],
    ...[approved, later(approved, { type: "queue" }), later(approved, edit(reword("edited")))],
    ...[executing, busy, asking, broken, many, deciding, ...(decided ?? [])],
    ...[later(busy, { type: "pause" }), later(executing, hitBudget), later(busy, edit(reword("edited")))],
    ...[later(busy, { type: "stall" }), later(busy, end(first, "interrupted", said))],
    ...[later(broken, { type: "fail", reason: said, summary: said }), later(done, { type: "complete", summary: said })],
    ...[later(proposed, as(name, { type: "reject", revision: 1, feedback: said }))],
    ...[later(proposed, { type: "cancel", note: said }), later(busy, as(name, { type: "cancel", note: said }))],
  ];
}

function sendBack(revision: number, feedback: string) {
  return { type: "request_changes", revision, feedback } as const;
}
