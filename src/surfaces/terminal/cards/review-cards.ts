import type {
  ChangesRequested,
  PlanApproved,
  PlanningStarted,
  PlanRejected,
  PlanSubmitted,
} from "../../../agent/card-details.ts";
import { commentPlace } from "../../../lifecycle/comment-words.ts";
import { counted } from "../../../plan/quantities.ts";
import { quoted } from "../../../plan/quoted.ts";
import { restraintWords } from "../../../policy/level-words.ts";
import { oneLine } from "../lines.ts";
import { type CardContent, detail, fact, quote } from "./card-line.ts";

export function planningCard({ task, reason, sandboxed, sandbox, level }: PlanningStarted): CardContent {
  const kept = sandboxed
    ? `in a sandbox${sandbox === undefined ? "" : ` (${sandbox})`}`
    : "without a sandbox: commands are only judged";
  return {
    mark: "◇",
    tone: "accent",
    title: reason === undefined ? "Planning" : "The agent enters plan mode",
    body: [
      ...quote(task),
      ...(reason === undefined ? [] : [fact("Its reason:"), ...quote(reason)]),
      level === undefined
        ? fact(`Read-only until a plan is approved, ${kept}.`, sandboxed ? "muted" : "warning")
        : fact(`Until a plan is approved it is ${restraintWords(level)}. Commands run ${kept}.`, "warning"),
    ],
  };
}

export function submittedCard(card: PlanSubmitted): CardContent {
  const { plan_id, revision, title, steps, decisions, questions, widened = [] } = card;
  const high = steps.filter(({ risk }) => risk === "high").length;
  const facts = [
    counted(steps.length, "step"),
    ...(high > 0 ? [`${high} of high risk`] : []),
    ...(decisions > 0 ? [counted(decisions, "decision")] : []),
    ...(questions.length > 0 ? [counted(questions.length, "question")] : []),
  ];
  return {
    mark: "◆",
    tone: "accent",
    title: `Plan ${oneLine(plan_id)}${revision > 1 ? `, revision ${revision},` : ""} waits for review: ${oneLine(title)}`,
    body: [
      fact(facts.join(" · ")),
      ...widened.map((what) => fact(`! wider than before: ${oneLine(what)}`, "warning")),
      ...steps.map(({ title, mode, risk }, index) => {
        const notes = [mode && oneLine(mode), risk && `${risk} risk`].filter(Boolean);
        return detail(`${index + 1}. ${oneLine(title)}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`);
      }),
      ...questions.map((question) => detail(`? ${oneLine(question)}`)),
      { kind: "command", command: "/plan", does: "opens the review" },
    ],
  };
}

export function changesCard(card: ChangesRequested): CardContent {
  const { plan_id, revision, by, feedback, comments, quotes = [], exhausted } = card;
  return {
    mark: "↻",
    tone: "warning",
    title: `${oneLine(by)} requests changes to ${oneLine(plan_id)}, revision ${revision}`,
    body: [
      ...quote(feedback),
      ...comments.flatMap(({ step, text }) => [fact(`On ${oneLine(step)}:`), ...quote(text)]),
      ...quotes.flatMap((comment) => [
        fact(`On ${oneLine(commentPlace(comment))}, ${quoted(comment.quote)}:`),
        ...quote(comment.text),
      ]),
      ...(exhausted ? [fact("The agent has no revisions left: a person decides now.", "warning")] : []),
    ],
  };
}

/** Steps that are shown before the card is expanded. */
const OVERVIEW = 6;

export function approvedCard(card: PlanApproved): CardContent {
  const { plan_id, revision, title, by, steps, titles = [], left_out, notes, executor_model, digest, next } = card;
  const rest = steps - left_out.length;
  return {
    mark: "✓",
    tone: "success",
    title: `${oneLine(by)} ${next === "more_signatures" ? "signed" : "approved"} ${oneLine(plan_id)}, revision ${revision}: ${oneLine(title)}`,
    body: [
      fact(
        left_out.length === 0 ? `All ${counted(steps, "step")}.` : `${rest} of ${counted(steps, "step")}; left out:`,
      ),
      ...left_out.map((step) => fact(`– ${oneLine(step)}`)),
      ...titles.map((step, index) => (index < OVERVIEW ? fact : detail)(`${index + 1}. ${oneLine(step)}`)),
      ...(executor_model === undefined ? [] : [fact(`Model: ${oneLine(executor_model)}`)]),
      ...quote(notes),
      ...(digest === undefined ? [] : [fact(oneLine(digest), "muted")]),
      fact(NEXT[next], "muted"),
    ],
  };
}

const NEXT: Record<PlanApproved["next"], string> = {
  runs: "It runs now, within the approved scope.",
  runs_fresh: "It runs now, in a fresh context, within the approved scope.",
  later: "Approved for later: /plan run starts it.",
  more_signatures: "More signatures are needed before anything runs.",
};

export function rejectedCard({ plan_id, revision, title, by, feedback }: PlanRejected): CardContent {
  return {
    mark: "✗",
    tone: "error",
    title: `${oneLine(by)} rejected ${oneLine(plan_id)}, revision ${revision}: ${oneLine(title)}`,
    body: [...quote(feedback), fact("Nothing of it runs.", "muted")],
  };
}
