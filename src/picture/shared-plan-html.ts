import { PLAN_LOOKS } from "../lifecycle/plan-look.ts";
import type { SharedPlan } from "../lifecycle/shared-plan.ts";
import { STEP_LOOKS } from "../lifecycle/step-look.ts";
import { counted, duration, money, tokens } from "../plan/quantities.ts";
import { COLOUR_PROPERTIES, hueOf } from "./colours.ts";
import { drawing, type Html, html } from "./html.ts";
import { pageGraph } from "./page-graph.ts";
import { historySection } from "./shared-history-html.ts";
import { momentOf, whoWords } from "./shared-moment.ts";
import { SHARED_PLAN_STYLE } from "./shared-plan-style.ts";
import { signCard } from "./shared-sign-card.ts";
import { stepSection } from "./shared-step-html.ts";
import { planSections } from "./shared-text-html.ts";

/** The one style of the page; the policy of the page allows this text by its hash. */
export const SHARED_PAGE_STYLE = COLOUR_PROPERTIES + SHARED_PLAN_STYLE;

/**
 * A plan or a run as one HTML file that loads nothing and runs nothing. `styleHash` is the SHA-256 of
 * `SHARED_PAGE_STYLE` in base64, which a caller with a crypto library computes.
 */
export function sharedPlanHtml(shared: SharedPlan, styleHash: string): string {
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${drawing(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${shared.plan.title} · ${shared.plan.id}</title>
<style>${drawing(SHARED_PAGE_STYLE)}</style>
</head>
<body>
${sharedPlanBody(shared)}
</body>
</html>
`;
  return page.markup;
}

/** The content of that page, for a page that has the style and the policy already. */
export function sharedPlanBody(shared: SharedPlan): Html {
  const { plan, steps } = shared;
  const isRun = shared.run !== undefined;
  const states = new Map(steps.map((step) => [step.id, step]));
  const facts = new Map(steps.map((step) => [step.id, step.seconds ? duration(step.seconds) : wordOf(step.status)]));
  const statuses = new Map(steps.map(({ id, status }) => [id, status]));
  const isDrawn = plan.steps.length > 1 && plan.steps.length <= MOST_DRAWN;
  const graph = isDrawn && pageGraph({ steps: plan.steps, ...(isRun && { statuses, facts }) });
  const numbers = new Map(plan.steps.map(({ id }, index) => [id, index + 1]));
  return html`<main class="shared">
<header>
<p class="brand">Countersign<span>exported ${momentOf(shared.exported_at)} from ${shared.project}</span></p>
<h1>${plan.title}</h1>
<p class="meta"><code>${plan.id}</code>${shared.revision > 0 && html` · revision ${shared.revision}`}${shared.proposed_by && html` · by ${whoWords(shared.proposed_by)}`}${shared.requester && shared.requester.name !== shared.proposed_by?.name && html` for ${whoWords(shared.requester)}`}${shared.proposed_at && html` · ${momentOf(shared.proposed_at)}`}</p>
${statusLine(shared)}
</header>
${trustNote(shared)}
<div class="top">
<div>
${plan.goal && html`<section><h2>Asked for</h2><p class="said">${plan.goal}</p></section>`}
${plan.summary && html`<section><h2>Summary</h2><p class="said">${plan.summary}</p></section>`}
${runLine(shared)}
</div>
${signCard(shared)}
</div>
${graph && html`<figure tabindex="0">${graph}</figure>`}
<section><h2>${counted(plan.steps.length, "step")}${stepTotals(shared)}</h2>
<ol class="steps">${plan.steps.map((step) => stepSection(step, numbers, states.get(step.id), shared))}</ol></section>
${planSections(shared)}
${historySection(shared)}
<footer><p>This page shows what the journal of the plan said at ${momentOf(shared.exported_at)}. The page itself can be changed by anyone who has it: to be sure, compare the digest with the one that Countersign shows.</p></footer>
</main>`;
}

/** A larger graph is unreadable, and a page from a stranger must not keep a browser busy. */
const MOST_DRAWN = 300;

function wordOf(status: SharedPlan["steps"][number]["status"]): string {
  return STEP_LOOKS[status].word;
}

function statusLine({ status, run }: SharedPlan): Html {
  if (status === "elsewhere") return html`<p class="status neutral">Not signed here</p>`;
  const { words, tone } = PLAN_LOOKS[status];
  return html`<p class="status ${hueOf(tone)}">${words}${run?.seconds !== undefined && html` · ${duration(run.seconds)}`}</p>`;
}

/** A warning where the journal or the signatures do not hold. */
function trustNote({ journal, voided }: SharedPlan): Html[] {
  const notes: Html[] = [];
  if (!journal.verified)
    notes.push(
      html`<p class="note bad"><strong>The journal is not verified</strong>${journal.problem && html`: ${journal.problem}`}. Nothing on this page is certain.</p>`,
    );
  else if (journal.problem) notes.push(html`<p class="note warn">${journal.problem}</p>`);
  if (voided)
    notes.push(
      html`<p class="note bad"><strong>A signature is void.</strong> The text changed after ${voided.by.map(({ name }) => name).join(", ")} had signed revision ${voided.revision}.</p>`,
    );
  return notes;
}

function runLine({ run }: SharedPlan): Html | false {
  if (run === undefined) return false;
  return html`<section><h2>Run</h2><p>Started ${momentOf(run.started_at)} by ${whoWords(run.by)}${run.ended_at && html`, ended ${momentOf(run.ended_at)}`}.</p>${run.words && html`<p class="words">${run.words}</p>`}</section>`;
}

function stepTotals({ steps }: SharedPlan): Html | false {
  const sum = (of: "tokens" | "cost") => steps.reduce((total, step) => total + (step[of] ?? 0), 0);
  const done = steps.filter(({ status }) => status === "completed").length;
  if (steps.length === 0) return false;
  const spent = [sum("tokens") > 0 && `${tokens(sum("tokens"))} tokens`, sum("cost") > 0 && money(sum("cost"))];
  return html`<span>${[`${done} done`, ...spent].filter(Boolean).join(" · ")}</span>`;
}
