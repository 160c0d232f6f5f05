import { canonical } from "../canonical.ts";
import { claimOf } from "./body.ts";
import type { Change } from "./change.ts";
import { editStep } from "./edit-step.ts";
import { type Edit, reconcile } from "./edits.ts";
import type { StepPiece } from "./layout.ts";
import { stepText } from "./write-step.ts";

/** Unchanged steps keep every character except their number. */
export function editSteps({ from, plan, standing, spell, grain }: Change): Edit[] | undefined {
  const { text, layout } = from;
  const old = new Map(from.plan.steps.map((step) => [step.id, { step, claim: claimOf(from.claims, step.id) }]));
  const place = new Map(from.plan.steps.map((step, index) => [step.id, index + 1]));
  let changed = plan.steps.length !== from.plan.steps.length;
  const wanted = plan.steps.map((step, index) => {
    const now = { step, claim: claimOf(standing, step.id) };
    const before = old.get(step.id);
    const path = `steps[${index}]`;
    const written = () => stepText(now, index + 1, path, spell);
    const same = before !== undefined && canonical(before) === canonical(now);
    changed ||= !same || place.get(step.id) !== index + 1;
    const edit = (piece: StepPiece): Edit[] | undefined => {
      const renumbered = renumber(text, piece, place.get(step.id) ?? 0, index + 1);
      const edits = same
        ? []
        : grain === "field" && before
          ? editStep(text, piece, before, now, path, spell)
          : undefined;
      return edits && renumbered
        ? [...edits, ...renumbered]
        : [{ start: piece.start, end: piece.end, text: written() }];
    };
    return { key: step.id, text: written, edit };
  });
  if (!changed) return [];
  const [first, last] = [layout.steps[0], layout.steps.at(-1)];
  const how = { separator: "\n\n" as const, ordered: () => true, keep: () => false };
  const edits = grain === "section" ? undefined : reconcile(text, layout.steps, wanted, how);
  if (edits || !first || !last) return edits;
  return grain === "section"
    ? [{ start: first.start, end: last.end, text: wanted.map((one) => one.text()).join("\n\n") }]
    : undefined;
}

/** Renumbers only lists that were numbered in order; `undefined` if the lines below would have to move. */
function renumber(text: string, { number }: StepPiece, before: number, now: number): Edit[] | undefined {
  if (before === now || Number(text.slice(number.start, number.end)) !== before) return [];
  return String(now).length === number.end - number.start ? [{ ...number, text: String(now) }] : undefined;
}
