import type { Standing } from "../standing.ts";
import type { DecisionPiece, SectionPiece } from "./layout.ts";
import { trimmed } from "./lines.ts";
import { readItems } from "./list-items.ts";
import { readProse } from "./prose.ts";
import { readContext } from "./read-context.ts";
import { readDecisions } from "./read-decisions.ts";
import { contentOf, type Section, type SectionName } from "./sections.ts";
import type { Source } from "./source.ts";

interface KnownSections {
  plan: Record<string, unknown>;
  claims: Pick<Standing, "selections" | "reviews">;
  pieces: SectionPiece[];
  decisions: DecisionPiece[];
}

/** The known sections, except the steps. */
export function readKnownSections(source: Source, sections: readonly Section[]): KnownSections {
  const read: KnownSections = { plan: {}, claims: {}, pieces: [], decisions: [] };
  const seen = new Set<SectionName>();
  for (const section of sections) {
    const { name } = section;
    if (name === undefined) continue;
    if (seen.has(name)) {
      source.error(section.start, "duplicate_section", `"## ${section.heading}" is there twice`, { hint: "join them" });
      continue;
    }
    seen.add(name);
    const end = trimmed(source.text, { start: section.start, end: section.body.end }).end;
    const piece: SectionPiece = {
      key: name,
      start: section.start,
      end,
      content: contentOf(source.text, section),
      parts: [],
    };
    read.pieces.push(piece);
    readSection(source, section, name, piece, read);
  }
  return read;
}

function readSection(
  source: Source,
  section: Section,
  name: SectionName,
  piece: SectionPiece,
  read: KnownSections,
): void {
  source.mark(name, piece.content.start);
  switch (name) {
    case "steps":
      return;
    case "summary":
    case "validation":
      read.plan[name] = readProse(source.text, piece.content, section.nodes);
      return;
    case "questions":
    case "assumptions":
    case "risks":
    case "reviews": {
      const items = readItems(source.text, section.nodes);
      items.forEach(({ start }, index) => {
        source.mark(`${name}[${index}]`, start);
      });
      const texts = items.map(({ text }) => text);
      const keys = itemKeys(texts);
      piece.parts = items.map(({ start, end }, index) => ({ key: keys[index] ?? "", start, end }));
      if (name !== "reviews") read.plan[name] = texts;
      else if (texts.length > 0) read.claims.reviews = texts;
      return;
    }
    case "context": {
      const { context, parts } = readContext(source, section);
      read.plan.context = context;
      piece.parts = parts;
      return;
    }
    case "decisions": {
      const { decisions, selections, pieces } = readDecisions(source, section);
      read.plan.decisions = decisions;
      read.decisions = pieces;
      if (Object.keys(selections).length > 0) read.claims.selections = selections;
      return;
    }
  }
}

/** Items are identified by text, and by number if several have the same. */
export function itemKeys(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return texts.map((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return `${count}:${text}`;
  });
}
