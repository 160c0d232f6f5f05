import { type Face, measure } from "./font.ts";

/** Words that look alike, or an emoji. */
export interface Run {
  text: string;
  face: Face;
  look: "plain" | "code" | "time" | "mention" | "emoji";
}

export interface Line {
  kind: "plain" | "heading" | "title" | "small" | "quote" | "block";
  runs: Run[];
}

export const SIZES: Record<Line["kind"], number> = {
  ...{ plain: 13.5, heading: 19, title: 16, small: 11.5, quote: 13.5, block: 12 },
};

/** What a reader's Discord knows and a text does not say: "in 20 minutes", and who has an id. */
export interface Known {
  now: string;
  names: Readonly<Record<string, string>>;
}

/** The markdown of Discord, as far as cards use it, in lines no wider than `width`. */
export function richLines(markdown: string, width: number, known: Known): Line[] {
  const lines: Line[] = [];
  let isBlock = false;
  for (const written of markdown.split("\n")) {
    if (written.startsWith("```")) {
      isBlock = !isBlock;
      continue;
    }
    const [mark = "", kind] = isBlock ? ["", "block" as const] : kindOf(written);
    const text = written.slice(mark.length);
    const face = kind === "heading" || kind === "title" ? "bold" : "regular";
    const runs: Run[] = kind === "block" ? [{ text, face: "mono", look: "plain" }] : runsIn(text, face, known);
    const room = kind === "quote" ? width - 16 : kind === "block" ? width - 20 : width;
    for (const part of wrapped(runs, room, SIZES[kind])) lines.push({ kind, runs: part });
  }
  return lines;
}

export function widthOf({ text, face, look }: Run, size: number): number {
  if (look === "emoji") return size * 1.3;
  if (look === "plain") return measure(text, face, size);
  return measure(text, face, look === "code" ? size * 0.9 : size) + 2 * PADDING;
}

/** On both sides of what has a ground of its own. */
export const PADDING = 3;

function kindOf(line: string): [string, Line["kind"]] {
  for (const [mark, kind] of [
    ["## ", "heading"],
    ["### ", "title"],
    ["-# ", "small"],
    ["> ", "quote"],
  ] as const)
    if (line.startsWith(mark)) return [mark, kind];
  return ["", "plain"];
}

const MARKS = /`([^`]+)`|\\(.)|<t:(\d+):R>|<@&?(\d+)>|(\*\*)|(\p{RGI_Emoji}|[▫⛔☑]\uFE0F?)|\u200B/gv;

function runsIn(text: string, base: Face, { now, names }: Known): Run[] {
  const runs: Run[] = [];
  let face: Face = base;
  let from = 0;
  const say = (words: string, look: Run["look"] = "plain", in_: Face = face) => {
    if (words !== "") runs.push({ text: words, face: in_, look });
  };
  for (const found of text.matchAll(MARKS)) {
    const [all, code, escaped, seconds, id, bold, emoji] = found;
    say(text.slice(from, found.index));
    from = found.index + all.length;
    if (code !== undefined) say(code, "code", "mono");
    else if (escaped !== undefined) say(escaped);
    else if (seconds !== undefined) say(fromNow(Number(seconds) * 1000 - Date.parse(now)), "time");
    else if (id !== undefined) say(`@${names[id] ?? "unknown"}`, "mention");
    else if (bold !== undefined) face = face === "bold" ? base : "bold";
    else if (emoji !== undefined) say(emoji, "emoji");
  }
  say(text.slice(from));
  return runs;
}

function fromNow(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  if (minutes === 0) return "now";
  const amount = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return milliseconds > 0 ? `in ${amount}` : `${amount} ago`;
}

/** Broken at spaces. What looks different stays apart, so that each can be drawn. */
function wrapped(runs: readonly Run[], width: number, size: number): Run[][] {
  const lines: Run[][] = [[]];
  let used = 0;
  for (const run of runs) {
    for (const piece of run.look === "plain" ? run.text.split(/(?<= )/) : [run.text]) {
      const part = { ...run, text: piece };
      const needed = widthOf({ ...part, text: piece.trimEnd() }, size);
      if (used > 0 && used + needed > width) {
        lines.push([]);
        used = 0;
        if (piece.trim() === "") continue;
      }
      lines.at(-1)?.push(part);
      used += widthOf(part, size);
    }
  }
  return lines;
}
