import { canonical } from "../canonical.ts";
import type { PlanDocument } from "../read-markdown.ts";
import { type BodySection, bodySections, sectionText } from "./body.ts";
import type { Change } from "./change.ts";
import { editDecisions } from "./edit-decisions.ts";
import { editSteps } from "./edit-steps.ts";
import { type Edit, reconcile } from "./edits.ts";
import type { Piece, SectionPiece } from "./layout.ts";
import { trimmed } from "./lines.ts";
import { itemText } from "./list-items.ts";
import { itemKeys } from "./read-known-sections.ts";
import { natural } from "./spelling.ts";
import { contextTexts } from "./write-context.ts";

/** The edits that turn a document's body into the wanted content; `undefined` if this grain is too fine. */
export function editBody(change: Change): Edit[] | undefined {
  const { from, plan, standing, spell } = change;
  const { text, layout } = from;
  const old = oldValues(from);
  const want = bodySections(plan, standing, spell).filter(
    ({ key }) => key !== "steps" || layout.sections.some((one) => one.key === key),
  );
  const steps = editSteps(change);
  const wanted = want.map((section) => ({
    key: section.key,
    text: () => sectionText(section),
    edit: (piece: SectionPiece) => {
      if (section.key === "steps" || old.get(section.key) === section.value) return [];
      return editSection(change, section, piece);
    },
  }));
  const sections =
    layout.sections.length > 0
      ? reconcile(text, layout.sections, wanted, {
          separator: "\n\n",
          ordered: (key) => key.startsWith("free:"),
          // An empty section has no content, and may stay.
          keep: (key) => !old.has(key),
        })
      : appended(
          text,
          wanted.map((section) => section.text()),
        );
  return steps && sections && [...steps, ...sections];
}

function oldValues({ plan, claims, layout }: PlanDocument): Map<string, string> {
  const known = bodySections(plan, claims, natural).filter(({ key }) => key !== "preamble" && !key.startsWith("free:"));
  const free = layout.sections.filter(({ key }) => key === "preamble" || key.startsWith("free:"));
  return new Map([
    ...known.map(({ key, value }): [string, string] => [key, value]),
    ...free.map(({ key }, index): [string, string] => [key, canonical(plan.sections?.[index]?.body ?? "")]),
  ]);
}

function appended(text: string, sections: string[]): Edit[] {
  const { end } = trimmed(text, { start: 0, end: text.length });
  return sections.length > 0 ? [{ start: end, end, text: `\n\n${sections.join("\n\n")}` }] : [];
}

function editSection(change: Change, section: BodySection, piece: SectionPiece): Edit[] | undefined {
  if (piece.fixed) return undefined;
  const finer = change.grain === "section" ? undefined : editInside(change, section, piece);
  if (finer) return finer;
  const { start, end } = piece.content;
  if (end > start) return [{ start, end, text: section.content() }];
  return [{ start: piece.end, end: piece.end, text: `\n\n${section.content()}` }];
}

function editInside(change: Change, { key }: BodySection, { parts }: SectionPiece): Edit[] | undefined {
  const { from, plan, standing, spell } = change;
  switch (key) {
    case "decisions":
      return editDecisions(change);
    case "questions":
    case "assumptions":
    case "risks":
    case "reviews": {
      const texts = (key === "reviews" ? standing.reviews : plan[key]) ?? [];
      const keys = itemKeys(texts);
      const wanted = texts.map((text, index) => ({
        key: keys[index] ?? "",
        text: () => itemText(text, spell(`${key}[${index}]`, text)),
        edit: () => [],
      }));
      return reconcile(from.text, parts, wanted, { separator: "\n", ordered: () => true, keep: () => false });
    }
    case "context":
      return editContext(change, parts);
    default:
      return undefined;
  }
}

/** Only if the same parts exist before and after. */
function editContext({ from, plan, spell }: Change, parts: readonly Piece[]): Edit[] | undefined {
  const [before, after] = [from.plan.context ?? {}, plan.context ?? {}];
  const texts = contextTexts(after, spell);
  const keys = Object.keys(before).sort().join();
  if (keys !== Object.keys(after).sort().join()) return undefined;
  const edits: Edit[] = [];
  for (const { key, text } of texts) {
    if (canonical(before[key]) === canonical(after[key])) continue;
    const part = parts.find((one) => one.key === key);
    if (!part) return undefined;
    edits.push({ start: part.start, end: part.end, text });
  }
  return edits;
}
