import { visibleWidth } from "@earendil-works/pi-tui";
import { visible } from "../../../plan/visible.ts";
import { same, wrapped } from "../lines.ts";
import type { Paint } from "../paint.ts";

/**
 * Foreign text behind a bar, so that it cannot pass for a line of ours. Every character of it is there, spaces too.
 * `exact`: what is hidden in it was spelled out before, and where a long line had to be broken, the bar is too.
 */
export function quoted(
  paint: Paint,
  text: string,
  width: number,
  { exact = false, colour = same }: { exact?: boolean; colour?: (part: string) => string } = {},
): string[] {
  return text.split("\n").flatMap((line) =>
    exactly(visible(line.replaceAll("\t", "    "), { spelled: exact }), Math.max(2, width - 2)).map((part, index) => {
      const bar = paint.fg("borderMuted", exact && index > 0 ? "┊" : "│");
      return `${bar} ${colour(part)}`;
    }),
  );
}

/** Broken after spaces where that costs less than half a line, and nowhere is a character lost. */
function exactly(line: string, width: number): string[] {
  const parts: string[] = [];
  let part = "";
  let room = width;
  for (const piece of clusters(line)) {
    const wide = isPlain(piece) ? 1 : visibleWidth(piece);
    while (wide > room && part !== "") {
      const space = part.lastIndexOf(" ") + 1;
      const cut = space > part.length / 2 ? space : part.length;
      parts.push(part.slice(0, cut));
      part = part.slice(cut);
      room = width - visibleWidth(part);
    }
    part += piece;
    room -= wide;
  }
  // Some scripts join without end: such a cluster is broken between its characters.
  return [...parts, part].flatMap((one) => (visibleWidth(one) <= width ? [one] : wrapped(one, width)));
}

const segmenter = new Intl.Segmenter();

function clusters(line: string): Iterable<string> {
  return isPlain(line) ? line : Array.from(segmenter.segment(line), ({ segment }) => segment);
}

function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
