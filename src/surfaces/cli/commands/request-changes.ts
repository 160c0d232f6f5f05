import { requestChanges } from "../../../acts/answer-review.ts";
import type { FoundPlan } from "../../../desk/desk.ts";
import { QuoteComment } from "../../../lifecycle/comment.ts";
import { checkShape } from "../../../plan/check-shape.ts";
import { number, text, texts } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply, usage } from "../reply.ts";
import { subjectOf } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const revision = number(args, "revision");
  const comments: Record<string, string> = {};
  for (const comment of texts(args, "step")) {
    const [, step, words] = /^([^=]+)=([\s\S]+)$/.exec(comment) ?? [];
    if (step === undefined || words === undefined) return usage(`--step needs ID=COMMENT, not "${comment}".`);
    comments[step] = words;
  }
  const quotes: QuoteComment[] = [];
  for (const given of texts(args, "quote")) {
    const value = parseJson(given);
    const problem = checkShape(QuoteComment, value)[0];
    if (problem) return usage(`--quote needs a comment as JSON: ${problem.message}.`);
    quotes.push(value as QuoteComment);
  }
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "request_changes");
  if (!subject.ok) return refused(subject.refusal);
  const unknown = Object.keys(comments).find((step) => !hasStep(subject.value.view, step));
  if (unknown !== undefined) {
    const hint = `countersign show ${id} lists the steps.`;
    return refused({ kind: "unknown_step", message: `${id} has no step ${unknown}.`, hint });
  }
  const hasComments = Object.keys(comments).length > 0;
  const isAsking = text(args, "message") === undefined && !hasComments && quotes.length === 0 && session.isTerminal;
  const feedback = text(args, "message") ?? (isAsking ? await session.dialogue().text("What should change?") : "");
  const shown = revision ?? subject.value.revision;
  const person = await askPerson(session, desk, {
    show: subject.value.head,
    question: `Send revision ${shown} of ${id} back for changes?`,
    typed: feedback,
  });
  if (!person.ok) return refused(person.refusal);
  const { review, version } = subject.value;
  const outcome = await requestChanges(
    { desk, by: person.value },
    id,
    { revision: shown, ...review, version },
    { feedback, ...(hasComments && { comments }), ...(quotes.length > 0 && { quotes }) },
  );
  if (!outcome.ok) return refused(outcome.refusal);
  const { plan } = outcome.value;
  const next =
    plan.status === "needs_review"
      ? `Revision ${plan.proposal.revision} was the last one allowed: approve, reject or reopen ${id}.`
      : `To propose the next revision: countersign propose <file> --plan ${id}`;
  return reply(
    { plan: planJson(plan) },
    `${session.style.yellow("Changes requested")} on ${session.style.cyan(id)}.\n${next}`,
  );
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Checked before the person is asked. The desk refuses a plan that is elsewhere, broken or unreadable. */
function hasStep(view: FoundPlan, id: string): boolean {
  return view.kind !== "standing" || view.state.proposal.plan.steps.some((step) => step.id === id);
}
