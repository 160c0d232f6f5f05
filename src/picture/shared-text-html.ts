import type { SharedPlan } from "../lifecycle/shared-plan.ts";
import { type Html, html } from "./html.ts";
import { momentOf, whoWords } from "./shared-moment.ts";

/** What stands in a plan beside its steps, and what persons said about it. */
export function planSections(shared: SharedPlan): (Html | false)[] {
  const { plan, answers, reviews, amendments, rolled_back } = shared;
  const { context } = plan;
  return [
    section(
      "Decisions",
      plan.decisions?.map((decision) => decisionOf(decision, shared.selections)),
    ),
    section(
      "Answers",
      answers.map(
        ({ question, at, answer, by, answered_at }) =>
          html`<li><p>${question}</p><p class="under">${answer === undefined ? html`open since ${momentOf(at)}` : html`${by && whoWords(by)} ${answer}${answered_at && html` · ${momentOf(answered_at)}`}`}</p></li>`,
      ),
    ),
    section(
      "Reviews",
      reviews.map(
        ({ by, at, revision, verdict, feedback, comments = [] }) =>
          html`<li><p class="under">${whoWords(by)} ${VERDICTS[verdict]} revision ${revision} · ${momentOf(at)}</p>${feedback && html`<p class="words">${feedback}</p>`}${comments.map(commentOf)}</li>`,
      ),
    ),
    section(
      "Added after the signature",
      amendments.map(
        ({ step, by, at, adds }) =>
          html`<li><p>Step <code>${step}</code> may also use ${adds}</p><p class="under">${whoWords(by)} · ${momentOf(at)}</p></li>`,
      ),
    ),
    section(
      "Rolled back",
      rolled_back.map(
        ({ by, at, steps }) =>
          html`<li><p>${steps.map((id, index) => html`${index > 0 && ", "}<code>${id}</code>`)}</p><p class="under">${whoWords(by)} · ${momentOf(at)}</p></li>`,
      ),
    ),
    lines("Open questions", plan.questions),
    lines("Assumptions", plan.assumptions),
    lines("Risks", plan.risks),
    lines("Validation", plan.validation === undefined ? undefined : [plan.validation]),
    ...(plan.sections ?? []).map(({ heading, body }) => lines(heading || "Notes", [body])),
    lines("Context", context?.notes === undefined ? undefined : [context.notes]),
    section(
      "What tools answered while planning",
      Object.entries(context?.tool_outputs ?? {}).map(
        ([name, { tool, operation, data }]) =>
          html`<li><details><summary>${name}${tool && html` · <code>${tool}</code>`}${operation && html` ${operation}`}</summary><pre class="output" tabindex="0">${typeof data === "string" ? data : JSON.stringify(data, undefined, 2)}</pre></details></li>`,
      ),
    ),
    section(
      "Artifacts",
      context?.artifacts?.map(
        ({ name, sha256 }) => html`<li><code>${name}</code> <code class="dim">${sha256}</code></li>`,
      ),
    ),
    section("Besides", besides(shared)),
  ];
}

const VERDICTS = { changes_requested: "asked for changes to", rejected: "rejected", withdrawn: "withdrew" } as const;

type Comment = NonNullable<SharedPlan["reviews"][number]["comments"]>[number];

function commentOf({ on, quote, text, state }: Comment): Html {
  const { hue, word } = STATES[state];
  return html`<div class="comment"><p class="under">on ${on} <span class="state ${hue}">${word}</span></p>${quote !== undefined && html`<p class="words"><mark>${quote}</mark></p>`}<p class="words">${text}</p></div>`;
}

const STATES = {
  open: { hue: "neutral", word: "open" },
  addressed: { hue: "ok", word: "addressed" },
  lost: { hue: "warn", word: "lost its place" },
} as const;

type Decision = NonNullable<SharedPlan["plan"]["decisions"]>[number];

function decisionOf(decision: Decision, selections: SharedPlan["selections"]): Html {
  const { decision_id, header, question, options, recommended } = decision;
  const chosen = Object.hasOwn(selections, decision_id) ? selections[decision_id] : undefined;
  return html`<li><h3>${header}</h3><p class="words">${question}</p><ul class="options">${options.map(
    ({ label, description }) =>
      html`<li class="${chosen?.includes(label) && "chosen"}"><b>${chosen?.includes(label) ? "◉" : "○"} ${label}</b>${label === recommended && " · recommended"}${description && html`<br>${description}`}</li>`,
  )}</ul>${chosen === undefined && html`<p class="under">not decided</p>`}</li>`;
}

function besides({ plan }: SharedPlan): Html[] {
  const facts: [string, string | undefined][] = [
    ["made on commit", plan.base_commit],
    ["planned by", plan.planner_model],
    ["to be run by", plan.executor_model],
    ["needs tools", plan.tools_required?.join(", ")],
    ["after plans", plan.depends_on_plans?.join(", ")],
    ["priority", plan.priority === undefined ? undefined : String(plan.priority)],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : html`<li>${name} <code>${value}</code></li>`));
}

function lines(heading: string, texts: readonly string[] | undefined): Html | false {
  return section(
    heading,
    texts?.map((text) => html`<li class="words">${text}</li>`),
  );
}

function section(heading: string, items: readonly Html[] | undefined): Html | false {
  if (!items?.length) return false;
  return html`<section><h2>${heading}</h2><ul class="items">${items}</ul></section>`;
}
