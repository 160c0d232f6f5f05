import { prose } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import type { Block } from "./block.ts";
import type { Field } from "./foot-lines.ts";
import type { ReviewDraft } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";

/** Text that the person had not sent when another answer came: it can still be read and copied. */
export function unsentBlock(
  paint: Paint,
  { plan }: ReviewSubject,
  draft: ReviewDraft,
  open: Field | undefined,
  width: number,
): Block[] {
  const comments = Object.entries(draft.comments).filter(([id]) => id !== open?.step);
  const words: [string, string][] = [
    ["Changes you wanted", open?.what === "feedback" ? "" : draft.feedback],
    ["Why you would have rejected it", open?.what === "rejection" ? "" : draft.rejection],
    ["Your notes", open?.what === "notes" ? "" : draft.notes],
    ...comments.map(([id, comment]): [string, string] => {
      const position = plan.steps.findIndex((step) => step.id === id);
      return [`Your comment on step ${position + 1} (${visible(id)})`, comment];
    }),
  ];
  const lines = words.flatMap(([heading, text]) =>
    text.trim() === "" ? [] : [paint.fg("muted", heading), ...prose(paint, text, width)],
  );
  return lines.length === 0 ? [] : [{ lead: [paint.bold("Not sent")], lines: [...lines, ""] }];
}
