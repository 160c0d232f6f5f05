import { truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { counted } from "../../../plan/quantities.ts";
import { spread } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import type { ReviewSubject } from "./review-subject.ts";

/** What stays on top: which text this is, how much of it there is, and that planning changed nothing. */
export function headLines(paint: Paint, subject: ReviewSubject, width: number): string[] {
  const { id, plan, revision, status } = subject;
  const badge = paint.fg("accent", `revision ${revision}`);
  const title = truncateToWidth(visible(plan.title), Math.max(4, width - 14), "…");
  const counts = [
    id,
    ...(status === undefined ? [] : [status.replaceAll("_", " ")]),
    counted(plan.steps.length, "step"),
    ...(plan.decisions?.length ? [counted(plan.decisions.length, "decision")] : []),
    ...(plan.questions?.length ? [counted(plan.questions.length, "question")] : []),
  ];
  const left = paint.fg("muted", counts.join(" · "));
  const [whole, short] = treeTexts(paint, subject);
  const together = spread(left, whole, width) ?? spread(left, short, width);
  return [
    spread(paint.bold(title), badge, width) ?? paint.bold(title),
    ...(together ? [together] : [left, visibleWidth(whole) <= width ? whole : short]),
  ];
}

/** In full, and shorter. */
function treeTexts(paint: Paint, { tree }: ReviewSubject): [string, string] {
  switch (tree.kind) {
    case "unchanged": {
      const short = "✓ planning changed nothing";
      const whole = tree.at ? `${short}, at ${visible(tree.at).slice(0, 12)}` : short;
      return [paint.fg("success", whole), paint.fg("success", short)];
    }
    case "changed": {
      const text = paint.fg("error", `✗ planning changed ${counted(tree.files.length, "file")}`);
      return [text, text];
    }
    case "unknown": {
      const text = paint.fg("warning", "? changes by planning unknown");
      return [text, text];
    }
  }
}
