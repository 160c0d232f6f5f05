import { spelled, visible } from "./visible.ts";
import { columns, graphemes } from "./wrap.ts";

/** Marks for a space that is easy to miss, a tab, the end of a line, and the two ends of a number of spaces. */
const [SPACE, TAB, END, MANY] = ["␣", "⇥", "⏎", "·"];
/** More spaces than this in a row are counted: `·×150·`. They would move the rest of the command out of sight. */
const MOST_SPACES = 20;
/** Begins a line that `foldCommand` made; no command begins with it. */
const CONTINUED = "┊ ";

/**
 * A command as a person signs it: as `visible`, and with a mark for each line end, tab, and space at an edge or
 * beside another; many spaces in a row are counted. A line break follows a line end, except with `inline`. Two different commands never look the same.
 */
export function visibleCommand(command: string, { inline = false } = {}): string {
  const lines = command.split("\n").map(marked);
  // Every space beside a line end has its mark, so these are added by this function.
  if (inline) return lines.join(` ${END} `).trim();
  const last = lines.pop() ?? "";
  return [...lines.map((line) => line + END), ...(last === "" ? [] : [last])].join("\n");
}

/** The text of `visibleCommand` on one line, also inside another text. */
export function unbroken(shown: string): string {
  return shown.replaceAll(`${END}\n`, ` ${END} `).trimEnd();
}

/** Lines of at most `width` columns. A broken line keeps all its characters, and the next one begins with a mark. */
export function foldCommand(shown: string, width: number, widthOf = columns): string[] {
  return shown.split("\n").flatMap((line) => {
    const [first = "", ...rest] = widthOf(line) <= width ? [line] : parts(line, width, widthOf);
    return [first, ...rest.map((part) => CONTINUED + part)];
  });
}

function marked(line: string): string {
  return visible(line)
    .replace(OWN_MARKS, spelled)
    .replaceAll("‹U+0009›", TAB)
    .replace(/^ +| {2,}| $/g, ({ length }) =>
      length > MOST_SPACES ? `${MANY}×${length}${MANY}` : SPACE.repeat(length),
    );
}

const OWN_MARKS = /[␣⇥⏎┊·]/g;

/**
 * Broken after a space where that leaves more than half a line. The space gets a mark: at the end of a line it is
 * invisible.
 */
function parts(line: string, width: number, widthOf: (text: string) => number): string[] {
  const done: string[] = [];
  let part = "";
  let used = 0;
  for (const cluster of graphemes(line)) {
    const wide = widthOf(cluster);
    const room = Math.max(2, width - (done.length === 0 ? 0 : CONTINUED.length));
    if (used + wide > room && part !== "") {
      const space = cluster === " " ? -1 : part.lastIndexOf(" ");
      const end = space > part.length / 2 ? space + 1 : part.length;
      done.push(edged(part.slice(0, end)));
      part = part.slice(end);
      used = widthOf(part);
    }
    part += cluster;
    used += wide;
  }
  return [...done, edged(part)];
}

function edged(part: string): string {
  return part.replace(/^ | $/g, SPACE);
}
