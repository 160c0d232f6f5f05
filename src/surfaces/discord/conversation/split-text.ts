import { LIMITS } from "../limits.ts";

/** One message of a longer text, with its fences completed. */
export interface TextPart {
  /** Opens the fence again in which the piece begins, with its language. */
  opens: string;
  /** All pieces together are the text. */
  piece: string;
  /** Closes the fence in which the piece ends. */
  closes: string;
}

/** A text as messages that Discord takes: none longer than the limit, none empty, code in a fence everywhere. */
export function splitText(text: string, limit: number = LIMITS.content): string[] {
  return partsOf(text, limit).flatMap(({ opens, piece, closes }) => {
    if (piece.trim() === "") return [];
    // Discord trims messages, and shows each on its own line.
    const body = opens === "" ? piece.replace(/^(?:[ \t]*\r?\n)+/, "") : piece;
    return [`${opens}${closes === "" ? body.trimEnd() : body}${closes}`];
  });
}

/** Cut after paragraphs if possible, else after lines, else after words; never inside a character, or a fence's mark. */
export function partsOf(text: string, limit: number = LIMITS.content): TextPart[] {
  if (limit < SMALLEST_LIMIT) throw new Error(`A message of ${limit} characters cannot hold a fence.`);
  const parts: TextPart[] = [];
  let fence: Fence;
  for (let at = 0; at < text.length; ) {
    const opens = fence === undefined ? "" : `${FENCE}${fence}\n`;
    const cut = bestCut(cutsOf(text, at, limit - opens.length, fence), text.length);
    const piece = text.slice(at, cut.at);
    const closes = cut.fence === undefined ? "" : `${piece.endsWith("\n") ? "" : "\n"}${FENCE}`;
    parts.push({ opens, piece, closes });
    at = cut.at;
    fence = cut.fence;
  }
  return parts;
}

const FENCE = "```";
const LONGEST_LANGUAGE = 20;
const SMALLEST_LIMIT = 3 * FENCE.length + LONGEST_LANGUAGE + 16;

/** The language of the fence that is open, `""` for one without; nothing outside. */
type Fence = string | undefined;

interface Cut {
  at: number;
  /** The fence in which it is. */
  fence: Fence;
  after: "paragraph" | "line" | "word" | "character" | "code point";
  /** Its position relative to the last possible cut, from 0 to 1. */
  reach: number;
}

/** The latest cut, unless an earlier one ends a paragraph, line or word. */
function bestCut(cuts: readonly Cut[], end: number): Cut {
  const last = cuts.at(-1);
  if (last === undefined) throw new Error("No room for a single character.");
  if (last.at === end) return last;
  const wanted = (fits: (cut: Cut) => boolean) => cuts.findLast(fits);
  return (
    wanted(({ after, fence, reach }) => after === "paragraph" && fence === undefined && reach > 0.4) ??
    wanted(({ after, fence, reach }) => isLine(after) && fence === undefined && reach > 0.6) ??
    wanted(({ after, reach }) => isLine(after) && reach > 0.3) ??
    wanted(({ after, fence }) => after === "word" && fence === undefined) ??
    wanted(({ after }) => isLine(after) || after === "word") ??
    wanted(({ after }) => after === "character") ??
    last
  );
}

function isLine(after: Cut["after"]): boolean {
  return after === "line" || after === "paragraph";
}

/** Every index where the text may be cut so that the piece from `start` fits into the room, with its fence closed. */
function cutsOf(text: string, start: number, room: number, before: Fence): Cut[] {
  const cuts: Omit<Cut, "reach">[] = [];
  const ends = characterEnds(text, start, room);
  let fence = before;
  // A part should not end with an empty fence: `code` is where its code begins, `isBare` whether it has none yet.
  let code = start;
  let isBare = false;
  for (let at = start; at < text.length; ) {
    if (text.startsWith(FENCE, at)) {
      at += FENCE.length;
      fence = fence === undefined ? languageAt(text, at) : undefined;
      code = at + (fence?.length ?? 0);
      isBare = fence !== undefined;
    } else {
      if (at >= code && /\S/.test(text[at] ?? "")) isBare = false;
      at += isPair(text, at) ? 2 : 1;
    }
    if (at - start > room) break;
    const closing = fence === undefined ? 0 : FENCE.length + (text[at - 1] === "\n" ? 0 : 1);
    if (at - start + closing > room) continue;
    cuts.push({ at, fence, after: isBare ? "code point" : ends(at) });
  }
  const reach = (cuts.at(-1)?.at ?? start) - start;
  return cuts.map((cut) => ({ ...cut, reach: (cut.at - start) / reach }));
}

/** As Discord reads it: a word, directly after the mark and alone on its line. */
function languageAt(text: string, at: number): string {
  const [word = ""] = /^[a-z0-9_+\-.#]+(?=\n)/i.exec(text.slice(at, at + LONGEST_LANGUAGE + 1)) ?? [];
  return word;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

const AHEAD = 64;
let segmenter: Intl.Segmenter | undefined;

/** The largest unit that ends at an index. */
function characterEnds(text: string, start: number, room: number): (at: number) => Cut["after"] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const segments = segmenter.segment(text.slice(start, start + room + AHEAD));
  const starts = new Set(Array.from(segments, ({ index }) => start + index));
  return (at) => {
    if (at < text.length && !starts.has(at)) return "code point";
    const last = text[at - 1] ?? "";
    if (last !== "\n") return /\s/.test(last) ? "word" : "character";
    const before = text.slice(Math.max(0, at - 200), at);
    // A heading stays with its section.
    if (/(?:^|\n)#{1,6} [^\n]*\s*$/.test(before)) return "word";
    return /\n[ \t]*\r?\n$/.test(before) ? "paragraph" : "line";
  };
}
