/** Where a delimited text such as `/re/` ends, as the implementations of sed and awk see it. */
export interface Delimited {
  /** The delimiter that ends it for those who know brackets. */
  end: number;
  /** The delimiter that ends it for those who do not; before `end` if a delimiter stands in brackets. */
  plainEnd: number;
}

/**
 * Finds the end of a regular expression whose first character is at `start`. Nothing if it has no end on its line, or
 * if those who know brackets disagree about them: whether `[:alpha:]` inside is one thing, and whether a backslash
 * inside protects what follows.
 */
export function findDelimited(text: string, start: number, delimiter: string): Delimited | undefined {
  const newline = text.indexOf("\n", start);
  const line = newline < 0 ? text : text.slice(0, newline);
  const plainEnd = plainEndOf(line, start, delimiter);
  if (plainEnd === undefined) return undefined;
  if (!line.slice(start, plainEnd).includes("[")) return { end: plainEnd, plainEnd };
  const [end, ...others] = BRACKET_RULES.map((rules) => endOf(line, start, delimiter, rules));
  return end === undefined || others.some((other) => other !== end) ? undefined : { end, plainEnd };
}

/** The first delimiter that no backslash protects; brackets mean nothing. */
export function plainEndOf(text: string, start: number, delimiter: string): number | undefined {
  for (let at = start; at < text.length; at++) {
    if (text[at] === delimiter) return at;
    if (text[at] === "\\") at++;
  }
  return undefined;
}

interface BracketRules {
  classes: boolean;
  escapes: boolean;
}

const BRACKET_RULES: readonly BracketRules[] = [
  { classes: true, escapes: false },
  { classes: true, escapes: true },
  { classes: false, escapes: false },
  { classes: false, escapes: true },
];

function endOf(line: string, start: number, delimiter: string, rules: BracketRules): number | undefined {
  for (let at = start; at < line.length; at++) {
    if (line[at] === delimiter) return at;
    if (line[at] === "\\") at++;
    else if (line[at] === "[") at = closeOf(line, at, rules);
  }
  return undefined;
}

/** The bracket that closes the one at `open`, or the end of the line. */
function closeOf(line: string, open: number, { classes, escapes }: BracketRules): number {
  let at = open + 1;
  if (line[at] === "^") at++;
  if (line[at] === "]") at++;
  for (; at < line.length; at++) {
    const next = line[at + 1];
    if (line[at] === "]") return at;
    if (escapes && line[at] === "\\") at++;
    else if (classes && line[at] === "[" && (next === "." || next === ":" || next === "=")) {
      const close = line.indexOf(`${next}]`, at + 2);
      if (close < 0) return line.length;
      at = close + 1;
    }
  }
  return at;
}
