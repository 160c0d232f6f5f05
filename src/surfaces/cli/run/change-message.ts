import { additionWords } from "../../../lifecycle/amendment.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { type RequestState, runsAgainAt } from "../../../lifecycle/request.ts";
import { closingWords } from "../../../lifecycle/request-closing.ts";
import { surprises } from "../../../lifecycle/step-result.ts";
import type { StepState } from "../../../lifecycle/step-state.ts";
import { defaultTaken, timeOutWords } from "../../../lifecycle/time-out.ts";
import type { Mode } from "../../../plan/mode-look.ts";
import { modeMark } from "../../../plan/mode-look.ts";
import { counted, duration, money, tokens } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import type { Style } from "../style.ts";
import type { RunChange } from "./run-changes.ts";
import { isDecision, type QuestionChoice, type RunQuestion, runQuestions } from "./run-questions.ts";

export interface ChangeMessage {
  colour: keyof Style;
  words: string;
  /** Further lines under it. */
  more: string[];
}

/** A change of a run in words; `undefined` if people need not read it. */
export function changeMessage(change: RunChange, plan: LivePlan): ChangeMessage | undefined {
  switch (change.type) {
    case "step":
      return stepWords(change);
    case "status": {
      const words = STATUS[change.to];
      return words === undefined ? undefined : said("yellow", `the plan is ${words}`);
    }
    case "asked": {
      const question = runQuestions(plan).find(({ id }) => id === change.request.id);
      if (question === undefined) return undefined;
      return runsAgainAt(change.request) === undefined
        ? questionMessage(question)
        : said("yellow", line(question.question), [`to answer otherwise: ${question.command}`].map(line));
    }
    case "closed": {
      const words = closedWords(change.request, plan);
      return words === undefined ? undefined : said("dim", words);
    }
    case "amended": {
      const { step_id, by, ...added } = change.amendment;
      return said("yellow", `${step_id} may also use ${line(additionWords(added))}: added by ${line(by.name)}`);
    }
  }
}

/** A question with what is read before it is answered, and the command that answers it. */
export function questionMessage(asked: RunQuestion): ChangeMessage {
  const { question, facts, choices, command } = asked;
  const read = facts.flatMap(({ text }) => text.split("\n")).filter((fact) => fact !== "");
  const options = isDecision(asked) ? choices.map(optionWords) : [];
  return said("yellow", `waits for you: ${line(question)}`, [...read, ...options, command].map(line));
}

/** "- now (recommended): before the meeting". */
function optionWords({ label, description, recommended }: QuestionChoice): string {
  return `- ${label}${recommended ? " (recommended)" : ""}${description ? `: ${description}` : ""}`;
}

/** Without `completed` and `cancelled`: the end of the run reports them. */
const STATUS: Partial<Record<LivePlan["status"], string>> = {
  paused: "paused: no new steps start",
  stalled: "stalled: its process stopped reporting",
  needs_review: "back in review",
  proposed: "back in review",
};

function stepWords({
  step: { id, title, mode },
  from,
  to,
  state,
}: Extract<RunChange, { type: "step" }>): ChangeMessage | undefined {
  switch (to) {
    case "in_progress":
      return said("cyan", `${id} started: ${line(title)}${startNotes(mode, state)}`);
    case "completed":
      return said("green", `${id} completed${took(state)}`, surprisesOf(state));
    case "failed": {
      const why = (state.result?.error ?? state.notes ?? "").split("\n").find((words) => words.trim() !== "") ?? "";
      return said("red", `${id} failed${took(state)}${why === "" ? "" : `: ${line(why)}`}`, surprisesOf(state));
    }
    case "interrupted":
      return said("yellow", `${id} was interrupted`);
    case "needs_decision":
      return said("yellow", `${id} waits for a decision`);
    case "skipped":
      return said("dim", `${id} skipped${state.notes ? `: ${line(state.notes).replace(/^skipped by /, "by ")}` : ""}`);
    case "blocked":
      return said("dim", `${id} is blocked`);
    case "pending":
      return from === "needs_decision" || from === "blocked" ? undefined : said("dim", `${id} will run again`);
  }
}

/** " (✎ code, attempt 2)". */
function startNotes(mode: Mode | undefined, { attempts }: StepState): string {
  const notes = [...(mode ? [modeMark(mode)] : []), ...(attempts > 1 ? [`attempt ${attempts}`] : [])];
  return notes.length > 0 ? ` (${notes.join(", ")})` : "";
}

/** " in 12 s, 3 files changed, 12k tokens, $0.12". */
function took({ result }: StepState): string {
  if (result === undefined) return "";
  const { stats, artifacts } = result;
  const used = stats.prompt_tokens + stats.completion_tokens;
  return [
    ` in ${duration(stats.duration_seconds)}`,
    ...(artifacts ? [artifacts.length === 0 ? "no file changed" : `${counted(artifacts.length, "file")} changed`] : []),
    ...(used > 0 ? [`${tokens(used)} tokens`] : []),
    ...(stats.cost > 0 ? [money(stats.cost)] : []),
  ].join(", ");
}

function surprisesOf({ result }: StepState): string[] {
  return surprises(result ?? {})
    .slice(0, 5)
    .map((what) => `! ${line(what)}`);
}

function closedWords({ closing, ...request }: RequestState, plan: LivePlan): string | undefined {
  if (closing === undefined || request.kind === "review") return undefined;
  const what = request.kind === "decision" ? request.decision_id : `the ${request.kind}`;
  if (closing.how === "superseded" || closing.how === "cancelled") return undefined;
  const taken = defaultTaken(plan, { ...request, closing });
  if (taken) return line(timeOutWords(taken));
  const { by, how } = closingWords(closing);
  return `${what}: ${line(by)} ${line(how)}`;
}

/** On one line, with invisible characters spelled out. */
function line(words: string): string {
  return visible(words.replace(/\s+/g, " ").trim());
}

function said(colour: keyof Style, words: string, more: string[] = []): ChangeMessage {
  return { colour, words, more };
}
