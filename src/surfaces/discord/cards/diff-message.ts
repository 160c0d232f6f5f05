import type { Comparison } from "../../../plan/compare-revisions.ts";
import { type ComparisonLine, comparisonText } from "../../../plan/comparison-text.ts";
import type { PlanId } from "../../../plan/plan.ts";
import type { CardMessage } from "./card-message.ts";
import { textMessage } from "./text-message.ts";

export function diffMessage(
  { id, before, after }: { id: PlanId; before: number; after: number },
  comparison: Comparison,
): CardMessage {
  const text = comparisonText(comparison, { width: 76 }).map(marked).join("\n");
  return textMessage({
    title: `${id}: ${before === after ? `revision ${after}, edited` : `revision ${before} → ${after}`}`,
    text,
    fileName: `${id}-${before}-${after}.diff`,
    language: "diff",
    isSpelled: true,
  });
}

export function simulationMessage(id: PlanId, text: string): CardMessage {
  return textMessage({
    title: `${id}: dry run`,
    text,
    fileName: `${id}-simulation.txt`,
    isSpelled: true,
  });
}

/** Discord colours a line of a diff by its first character. */
function marked({ tone, text }: ComparisonLine): string {
  const mark = { plain: " ", heading: " ", added: "+", removed: "-", changed: "!", widened: "!" }[tone];
  return text === "" || text.startsWith(`${mark} `) ? text : `${mark} ${text}`;
}
