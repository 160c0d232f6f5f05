import { canonical } from "../canonical.ts";
import { selectedOf } from "./body.ts";
import type { Change } from "./change.ts";
import { type Edit, reconcile } from "./edits.ts";
import type { DecisionPiece } from "./layout.ts";
import { nextLine } from "./lines.ts";
import { decisionText, selectedText } from "./write-decision.ts";

/** A changed decision is rewritten; an answer is one line of it. */
export function editDecisions({ from, plan, standing, spell, grain }: Change): Edit[] | undefined {
  const old = new Map((from.plan.decisions ?? []).map((one) => [one.decision_id, one]));
  const wanted = (plan.decisions ?? []).map((now, index) => {
    const id = now.decision_id;
    const path = `decisions[${index}]`;
    const [before, selected] = [selectedOf(from.claims, id), selectedOf(standing, id)];
    const written = () => decisionText(now, selected, path, spell);
    const edit = (piece: DecisionPiece): Edit[] => {
      const sameText = canonical(old.get(id) ?? null) === canonical(now);
      if (sameText && canonical(before ?? null) === canonical(selected ?? null)) return [];
      if (!sameText || grain !== "field") return [{ start: piece.start, end: piece.end, text: written() }];
      const line = selected && selectedText(selected, path, spell);
      if (!piece.selected) return line ? [{ start: piece.end, end: piece.end, text: `\n${line}` }] : [];
      if (line) return [{ start: piece.selected.start, end: piece.selected.end, text: line }];
      return [{ start: piece.selected.start, end: nextLine(from.text, piece.selected.end), text: "" }];
    };
    return { key: id, text: written, edit };
  });
  return reconcile(from.text, from.layout.decisions, wanted, {
    separator: "\n\n",
    ordered: () => true,
    keep: () => false,
  });
}
