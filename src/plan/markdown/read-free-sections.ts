import { isList } from "./block.ts";
import type { SectionPiece } from "./layout.ts";
import { lineStart, normalBreaks, trimmed } from "./lines.ts";
import { readProse } from "./prose.ts";
import { contentOf, type Section } from "./sections.ts";
import type { Source } from "./source.ts";

interface FreeSection {
  heading: string;
  body: string;
}

/** Every section with an unknown heading, unchanged; of the section with the steps, the text around them. */
export function readFreeSections(source: Source, sections: readonly Section[], steps: Section | undefined) {
  const free: FreeSection[] = [];
  const pieces: SectionPiece[] = [];
  for (const section of sections) {
    if (section.name !== undefined) continue;
    const content = contentOf(source.text, section);
    const aroundSteps = section === steps;
    const body = aroundSteps ? withoutSteps(source.text, section) : readProse(source.text, content, section.nodes);
    if (body === "" && (section.preamble || aroundSteps)) continue;
    const key = section.preamble ? "preamble" : freeKey(section.heading, free);
    source.mark(`sections[${free.length}]`, section.start);
    free.push({ heading: section.heading, body });
    const start = section.preamble ? lineStart(source.text, content.start) : section.start;
    const end = Math.max(content.end, trimmed(source.text, { start, end: section.body.end }).end);
    pieces.push({ key, start, end, content, parts: [], ...(aroundSteps && { fixed: true }) });
  }
  return { free, pieces };
}

/** Free sections are identified by heading, and by number if several have the same. */
export function freeKey(heading: string, before: readonly FreeSection[]): string {
  return `free:${heading}#${before.filter((other) => other.heading === heading).length}`;
}

function withoutSteps(text: string, section: Section): string {
  const parts: string[] = [];
  let run: { start: number; end: number } | undefined;
  for (const node of [...section.nodes, undefined]) {
    if (node && !isList(node, "ordered")) {
      run = { start: run?.start ?? lineStart(text, node.start), end: node.end };
      continue;
    }
    const span = run && trimmed(text, run);
    if (span) parts.push(normalBreaks(text.slice(span.start, span.end)));
    run = undefined;
  }
  return parts.filter((part) => part !== "").join("\n\n");
}
