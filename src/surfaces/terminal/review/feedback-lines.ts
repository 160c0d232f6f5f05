import { hanging, prose } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import type { EarlierFeedback, ReviewSubject } from "./review-subject.ts";

const VERDICTS: Record<EarlierFeedback["verdict"], string> = {
  changes_requested: "asked for changes to",
  rejected: "rejected",
  withdrawn: "withdrew",
};

/** Feedback on earlier texts. Comments on steps that still exist are shown at the steps. */
export function feedbackLines(paint: Paint, { feedback, plan }: ReviewSubject, width: number): string[] {
  const known = new Set(plan.steps.map((step) => step.id));
  return feedback.flatMap(({ by, revision, verdict, words, comments }) => {
    const addressed = comments.filter((comment) => comment.addressed).length;
    const count = comments.length === 0 ? "" : `, ${addressed} of ${comments.length} comments ✓ addressed`;
    const lead = `${visible(by)} ${VERDICTS[verdict]} revision ${revision}${count}`;
    const gone = comments.filter(({ step }) => !known.has(step));
    return [
      ...hanging("", lead, width, (line) => paint.fg("muted", line)),
      ...(words === "" ? [] : prose(paint, words, width - 2).map((line) => `  ${line}`)),
      ...gone.flatMap(({ step, words }) => [
        ...hanging(`  ${paint.fg("accent", "↳")} `, `on ${visible(step)}, which was removed:`, width),
        ...prose(paint, words, width - 4).map((line) => `    ${line}`),
      ]),
    ];
  });
}
