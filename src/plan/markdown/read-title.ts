import { isComment, isHeading, isList } from "./block.ts";
import { lineEnd, nextLine, normalBreaks, type Span } from "./lines.ts";
import type { Section } from "./sections.ts";
import type { Source } from "./source.ts";

interface TitleRead {
  title?: string;
  /** The words of the `# heading` with the title. */
  place?: Span;
}

/**
 * The title of the front matter; otherwise of the `# heading`; otherwise the first text. Removes the heading from the
 * preamble.
 */
export function readTitle(source: Source, given: unknown, sections: readonly Section[]): TitleRead {
  const { text } = source;
  const [preamble, next] = sections;
  const [first] = preamble?.nodes ?? [];
  if (preamble && first && isHeading(first, 1)) {
    const place = first.words;
    const title = normalBreaks(source.slice(place));
    if (title !== "" && (given === undefined || given === title)) {
      preamble.nodes.shift();
      preamble.body.start = nextLine(text, first.end);
      if (given === undefined) source.mark("title", place.start);
      return { title, place };
    }
  }
  if (typeof given === "string") return { title: given };
  const words = preamble?.nodes.find((node) => !isComment(node));
  if (words && !isList(words, "ordered")) {
    const { start } = words;
    source.mark("title", start);
    return { title: firstWords(text.slice(start)) };
  }
  return next && next.name === undefined && next.heading !== "" ? { title: firstWords(next.heading) } : {};
}

function firstWords(text: string): string {
  const line = text.slice(0, lineEnd(text, 0));
  return line.replace(/^[#>*\-+ \t]+(?=\S)/, "").replace(/(?<=\S)[\s:.]+$/, "");
}
