import type { SharedPlan, SharedStep } from "../lifecycle/shared-plan.ts";
import { STEP_LOOKS } from "../lifecycle/step-look.ts";
import { diffLineOf, visibleDiffLine } from "../plan/diff-line.ts";
import { MODE_LOOKS } from "../plan/mode-look.ts";
import type { Step, StepId } from "../plan/plan.ts";
import { counted, duration, money, tokens } from "../plan/quantities.ts";
import { RISK_LOOKS } from "../plan/risk-look.ts";
import { visibleCommand } from "../plan/visible-command.ts";
import { stepHue } from "./colours.ts";
import { drawing, type Html, html, type Part, shown } from "./html.ts";
import { riskBars, STEP_MARKS } from "./marks.ts";

/** A step: the signed part, then its result. */
export function stepSection(
  step: Step,
  numbers: ReadonlyMap<StepId, number>,
  state: SharedStep | undefined,
  shared: SharedPlan,
): Html {
  const number = numbers.get(step.id);
  const isLeftOut = shared.left_out.includes(step.id);
  const hue = state ? stepHue(state.status) : "";
  return html`<li class="step ${hue}" id="step-${number}">
<h3><span class="number">${number}</span><span class="title">${step.title}</span>${state ? statusOf(state) : isLeftOut && html`<span class="state">left out</span>`}${riskOf(step)}</h3>
${step.description && html`<p class="words">${step.description}</p>`}
${factsOf(step, numbers)}
${command(step.run, "runs, exactly this")}${command(step.verify, "check")}${command(step.undo, "undo")}
${state && outcomeOf(state)}
</li>`;
}

function statusOf({ status }: SharedStep): Html {
  const mark = drawing(
    `<svg class="mark" width="15" height="15" viewBox="0 0 16 16" aria-hidden="true">${STEP_MARKS[status]}</svg>`,
  );
  return html`<span class="state ${stepHue(status)}">${mark}${STEP_LOOKS[status].word}</span>`;
}

function riskOf({ risk, mode }: Step): Html {
  const bars =
    risk && drawing(`<svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">${riskBars(risk)}</svg>`);
  return html`<span class="kind">${mode && html`<span title="${MODE_LOOKS[mode].title}">${mode}</span>`}${risk && html`<span class="risk ${risk}">${bars}${RISK_LOOKS[risk].word}<i> risk</i></span>`}</span>`;
}

/** What the step may touch and needs, with the names of the fields. */
function factsOf(step: Step, numbers: ReadonlyMap<StepId, number>): Html | false {
  const { estimate } = step;
  const guessed = estimate && [
    estimate.minutes !== undefined && duration(estimate.minutes * 60),
    estimate.tokens !== undefined && `${tokens(estimate.tokens)} tokens`,
    estimate.cost !== undefined && money(estimate.cost),
  ];
  const facts: [string, readonly Part[] | undefined][] = [
    ["files", listed(step.files)],
    ["tools", listed(step.tools)],
    ["not with", listed(step.denied_tools)],
    ["after", step.depends_on && [step.depends_on.map((id) => numbers.get(id) ?? id).join(", ")]],
    ["decision", step.decision_id === undefined ? undefined : listed([step.decision_id])],
    ["git", step.commits ? ["may change the repository"] : undefined],
    ["keeps running", step.keeps === undefined ? undefined : listed([step.keeps])],
    ["operation", step.operation === undefined ? undefined : [step.operation]],
    ["target", step.target === undefined ? undefined : [step.target]],
    ["owner", step.owner === undefined ? undefined : [step.owner]],
    ["model", step.model === undefined ? undefined : listed([step.model])],
    ["at most", limitsOf(step)],
    ["prompt", step.system_prompt_suffix === undefined ? undefined : [step.system_prompt_suffix]],
    ["estimate", guessed && [guessed.filter(Boolean).join(" · ")]],
  ];
  const told = facts.flatMap(([name, value]) =>
    value?.length ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : [],
  );
  return told.length > 0 && html`<dl>${told}</dl>`;
}

function limitsOf({ max_tokens, max_turns, verify_minutes }: Step): string[] | undefined {
  const limits = [
    ...(max_tokens === undefined ? [] : [`${tokens(max_tokens)} tokens`]),
    ...(max_turns === undefined ? [] : [counted(max_turns, "turn")]),
    ...(verify_minutes === undefined ? [] : [`${verify_minutes} min for the check`]),
  ];
  return limits.length === 0 ? undefined : [limits.join(" · ")];
}

function listed(values: readonly string[] | undefined): Html[] | undefined {
  return values?.map((value, index) => html`${index > 0 && ", "}<code>${value}</code>`);
}

/** Whole, with the numbers of its real lines. */
function command(text: string | undefined, label: string): Html | false {
  if (text === undefined) return false;
  const lines = visibleCommand(text).split("\n");
  return html`<div class="command"><span class="label">${label}</span><pre>${lines.map((line) => html`<code>${shown(line)}</code>`)}</pre></div>`;
}

function outcomeOf(state: SharedStep): Html | false {
  const { attempts, seconds, surprises, files = [], status } = state;
  const { notes, error, output } = saidOnce(state);
  if (attempts === 0 && notes === undefined) return false;
  const spent = [
    seconds && seconds >= 0.05 && duration(seconds),
    state.tokens && `${tokens(state.tokens)} tokens`,
    state.cost && money(state.cost),
    attempts > 1 && counted(attempts, "attempt"),
    files.length > 0 && `${counted(files.length, "file")} changed`,
  ].filter(Boolean);
  return html`<div class="outcome">
${spent.length > 0 && html`<p class="spent">${spent.join(" · ")}</p>`}
${notes && html`<p class="words">${notes}</p>`}
${surprises && html`<ul class="surprises">${surprises.map((what) => html`<li>${what}</li>`)}</ul>`}
${error && html`<pre class="output bad" tabindex="0">${error}</pre>`}
${output && folded("What it said", html`<pre class="output" tabindex="0">${output}</pre>`, status === "failed")}
${changesOf(state)}
</div>`;
}

/** Notes and errors often repeat the output, or a part of it. */
function saidOnce({ notes, error, output }: SharedStep): { notes?: string; error?: string; output?: string } {
  const isIn = (text: string | undefined, other: string | undefined) =>
    text !== undefined && other?.includes(text.trim()) === true;
  return {
    ...(notes && !isIn(notes, error) && !isIn(notes, output) && { notes }),
    ...(error && { error }),
    ...(output && !isIn(output, error) && { output }),
  };
}

const HOW = { added: "+", changed: "~", removed: "−" } as const;

function changesOf({ files = [], patch, patch_left_out }: SharedStep): Html | false {
  if (files.length === 0 && patch === undefined) return false;
  const names = html`<ul class="files">${files.map(({ path, how }) => html`<li><span title="${how}">${HOW[how]}</span> <code>${path}</code></li>`)}</ul>`;
  const lines = patch?.replace(/\n$/, "").split("\n") ?? [];
  const [plus, minus] = (["added", "removed"] as const).map(
    (kind) => lines.filter((line) => diffLineOf(line) === kind).length,
  );
  const diff =
    patch !== undefined &&
    html`<pre class="diff" tabindex="0">${lines.map(
      (line) => html`<span class="${diffLineOf(line)}">${shown(visibleDiffLine(line))}
</span>`,
    )}</pre>`;
  const title = html`Changes${patch !== undefined && html` <span class="plus">+${plus}</span> <span class="minus">−${minus}</span>`}`;
  return folded(title, html`${names}${diff}${patch_left_out && html`<p class="facts">${patch_left_out}</p>`}`, false);
}

/** Folds without a script; paper has it open. */
function folded(title: Part, content: Html, isOpen: boolean): Html {
  return html`<details${isOpen && html` open`}><summary>${title}</summary>${content}</details>`;
}
