/** Breaks a line between words so that no part is wider than `width` columns; words that are wider are broken too. */
export function wrap(line: string, width: number): string[] {
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const word of line.match(/\s+|\S+/g) ?? []) {
    const space = columns(word);
    if (used + space <= width) {
      part += word;
      used += space;
      continue;
    }
    if (part.trim() !== "") parts.push(part.trimEnd());
    part = "";
    used = 0;
    if (/^\s/.test(word)) continue;
    for (const character of graphemes(word)) {
      const taken = columns(character);
      if (used + taken > width && part !== "") {
        parts.push(part);
        part = "";
        used = 0;
      }
      part += character;
      used += taken;
    }
  }
  if (part !== "" || parts.length === 0) parts.push(part);
  return parts;
}

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|\uFE0F|[\u{20000}-\u{3FFFD}]/u;

/** How many columns of a terminal a text takes: East Asian characters and emoji take two, accents none. */
export function columns(text: string): number {
  if (/^[\x20-\x7E]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of graphemes(text)) width += WIDE.test(character) ? 2 : 1;
  return width;
}

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
