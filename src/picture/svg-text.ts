import { visible } from "../plan/visible.ts";

/** Text for an SVG: escaped, with hidden characters spelled out. */
export function svgText(text: string): string {
  return escaped(visible(text));
}

/** Text between tags, and in a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? "");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** The part of a title that the font can draw; undefined if it has other letters. */
export function drawable(title: string): string | undefined {
  const text = title
    .slice(0, 300)
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200D\uFE0F\u20E3]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return /^[\u0020-\u052F\u1E00-\u20BF\u2100-\u22FF\u2500-\u27BF]+$/u.test(text) ? text : undefined;
}

/** Wraps a text to at most so many lines of so many pixels; the last ends with `…` if there is more. */
export function linesIn(text: string, width: number, size: number, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  const words = text.split(" ");
  for (const [index, word] of words.entries()) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer, size) <= width) line = longer;
    else if (lines.length === most - 1)
      return [...lines, shortened([line, ...words.slice(index)].join(" ").trim(), width, size)];
    else {
      if (line !== "") lines.push(line);
      line = word;
      if (widthOf(word, size) > width || lines.length === most) {
        return [...lines.slice(0, most - 1), shortened(words.slice(index).join(" "), width, size)];
      }
    }
  }
  return [...lines, line];
}

export function shortened(text: string, width: number, size: number): string {
  if (widthOf(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && widthOf(`${characters.join("")}…`, size) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** The width of a text in DejaVu Sans in pixels, estimated upwards. */
export function widthOf(text: string, size: number): number {
  let width = 0;
  for (const character of text) {
    if (/[ijlI.,:;'|!()[\]ft /\\]/.test(character)) width += 0.4;
    else if (/[mwMW@%—…]/.test(character)) width += 1;
    else if (/[A-Z]/.test(character)) width += 0.72;
    else if (character < "\u0250") width += 0.635;
    else width += 0.85;
  }
  return width * size;
}
