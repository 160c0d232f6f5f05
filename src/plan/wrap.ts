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

// Each of these is one grapheme and takes one column: Latin, Greek and Cyrillic letters, punctuation, arrows, frames,
// and private characters.
const PLAIN =
  /^[\t\n\x20-\x7E\xA1-\xAC\xAE-\u02FF\u0391-\u0482\u2010-\u2027\u2190-\u21FF\u23CE\u2423\u2500-\u257F\u2713\u2717\uE000-\uF8FF]*$/;

/** The number of terminal columns of a text: East Asian characters and emoji take two, accents none. */
export function columns(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of graphemes(text)) width += isWide(character) ? 2 : 1;
  return width;
}

let segmenter: Intl.Segmenter | undefined;

/** Node takes more than 10 ms to create its first segmenter, so plain text is split without one. */
export function graphemes(text: string): string[] {
  if (PLAIN.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function isWide(character: string): boolean {
  return /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|\uFE0F|[\u{20000}-\u{3FFFD}]/u.test(
    character,
  );
}
