import { type Block, isHeading } from "./block.ts";
import { unescaped } from "./escape.ts";
import { lineStart, nextLine, normalBreaks, type Span, trimmed } from "./lines.ts";

/** The known sections, in the order they are written; free sections come before the last. */
export const SECTION_HEADINGS = {
  summary: "Summary",
  steps: "Steps",
  decisions: "Decisions",
  questions: "Questions",
  context: "Context",
  assumptions: "Assumptions",
  risks: "Risks",
  validation: "Validation",
  reviews: "Review history",
} as const;
export type SectionName = keyof typeof SECTION_HEADINGS;

export interface Section {
  /** `undefined`: a free section, or the text before the first heading. */
  name: SectionName | undefined;
  heading: string;
  /** Without a heading: the text before the first one. */
  preamble: boolean;
  start: number;
  /** From the line after the heading to the next heading. */
  body: Span;
  nodes: Block[];
}

/** Only top-level headings of the given depth divide a text: none in a code block, list or comment. */
export function divide(text: string, nodes: Block[], depth: 2 | 3, { start, end }: Span): Section[] {
  const first: Section = { name: undefined, heading: "", preamble: true, start, body: { start, end }, nodes: [] };
  const sections = [first];
  for (const node of nodes) {
    const current = sections.at(-1) ?? first;
    if (!isHeading(node, depth)) {
      current.nodes.push(node);
      continue;
    }
    const from = lineStart(text, node.start);
    const raw = normalBreaks(text.slice(node.words.start, node.words.end));
    const heading = unescaped(raw) ?? raw;
    current.body.end = from;
    const body = { start: nextLine(text, node.end), end };
    // An escaped heading is always a free one: that is how a free section can be called "Steps".
    const name = depth === 2 && heading === raw ? sectionName(raw) : undefined;
    sections.push({ name, heading, preamble: false, start: from, body, nodes: [] });
  }
  return sections;
}

export function contentOf(text: string, section: Section): Span {
  return trimmed(text, section.body);
}

/** Whether a free section can have this heading unescaped. */
export function isFreeHeading(words: string): boolean {
  return /^[^\s#](?:[^\n]*[^\s#])?$/.test(words) && unescaped(words) === undefined && sectionName(words) === undefined;
}

function sectionName(heading: string): SectionName | undefined {
  const wanted = heading.trim().toLowerCase();
  const names = Object.keys(SECTION_HEADINGS) as SectionName[];
  return names.find((name) => SECTION_HEADINGS[name].toLowerCase() === wanted);
}
