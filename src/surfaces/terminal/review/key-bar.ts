import { visibleWidth } from "@earendil-works/pi-tui";
import { packed } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { answerRefusal } from "./answer-refusal.ts";
import type { ReviewDraft } from "./review-draft.ts";
import { type ReviewSubject, takesAnswer } from "./review-subject.ts";

/** The keys that do something now. What would be refused is dim and in brackets; what this person is not offered is left out. */
export function keyBar(paint: Paint, subject: ReviewSubject, draft: ReviewDraft, width: number): string[] {
  const { offered } = subject;
  const mayApprove = offered.includes("approve");
  const isRefused = answerRefusal("approve", subject, draft) !== undefined;
  const answers: Key[] = [
    ...(mayApprove ? [key("1", "approve", isRefused)] : []),
    ...(offered.includes("request_changes") ? [key("2", "request changes")] : []),
    ...(offered.includes("reject") ? [key("3", "reject")] : []),
  ];
  const mayComment = offered.includes("request_changes");
  const steps = [
    ...(mayApprove ? [key("space", "leave out")] : []),
    ...(mayComment ? [key("c", "comment")] : []),
    key("⏎", "unfold"),
  ];
  const texts = [...(subject.previous ? [key("d", "diff")] : []), ...(takesAnswer(subject) ? [key("e", "edit")] : [])];
  const always = [key("?", "help"), key("esc", "close")];
  const wide = [
    [...answers, ...(mayComment ? [key("type", "a comment")] : [])],
    [...steps, ...texts, ...always],
  ]
    .filter((row) => row.length > 0)
    .map((row) => joined(paint, row));
  if (wide.every((line) => visibleWidth(line) <= width)) return wide;
  // The most important ones first: the rest is cut.
  const keys = [...answers, ...always, ...steps, ...texts].map((one) => shown(paint, one));
  return packed(keys, "  ", width).slice(0, 3);
}

interface Key {
  key: string;
  label: string;
  isRefused: boolean;
}

function key(key: string, label: string, isRefused = false): Key {
  return { key, label, isRefused };
}

function shown(paint: Paint, { key, label, isRefused }: Key): string {
  return isRefused ? paint.fg("dim", `(${key} ${label})`) : `${paint.fg("accent", key)} ${paint.fg("muted", label)}`;
}

function joined(paint: Paint, keys: readonly Key[]): string {
  return keys.map((one) => shown(paint, one)).join("  ");
}
