import { quoted } from "../../../plan/quoted.ts";
import { hanging, prose } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import type { EarlierComment, EarlierFeedback, ReviewSubject } from "./review-subject.ts";

const VERDICTS: Record<EarlierFeedback["verdict"], string> = {
  changes_requested: "asked for changes to",
  rejected: "rejected",
  withdrawn: "withdrew",
};

/** Feedback on earlier texts. Comments on steps that still exist are shown at the steps. */
export function feedbackLines(paint: Paint, { feedback }: ReviewSubject, width: number): string[] {
  return feedback.flatMap(({ by, revision, verdict, words, comments }) => {
    const addressed = comments.filter(({ state }) => state === "addressed").length;
    const count = comments.length === 0 ? "" : `, ${addressed} of ${comments.length} comments ✓ addressed`;
    const lead = `${visible(by)} ${VERDICTS[verdict]} revision ${revision}${count}`;
    const others = comments.filter(({ step }) => step === undefined);
    return [
      ...hanging("", lead, width, (line) => paint.fg("muted", line)),
      ...(words === "" ? [] : prose(paint, words, width - 2).map((line) => `  ${line}`)),
      ...others.flatMap((comment) => [
        ...hanging(`  ${paint.fg("accent", "↳")} `, `on ${subjectWords(comment)}${STATES[comment.state]}:`, width),
        ...prose(paint, comment.words, width - 4).map((line) => `    ${line}`),
      ]),
    ];
  });
}

/** `step build, description, "twice a day"`. */
function subjectWords({ on, quote }: EarlierComment): string {
  return quote === undefined ? visible(on) : `${visible(on)}, ${quoted(quote)}`;
}

const STATES: Record<EarlierComment["state"], string> = {
  open: "",
  addressed: ", ✓ addressed",
  lost: ", which was removed",
};
