/** What may stand between two slashes. */
export interface Part {
  marks: readonly Mark[];
  /** Part of it is not known, and may have slashes in it. */
  isOpen: boolean;
}

/** A character, any one, or any number of them. */
type Mark = string | 1 | 2;

const ONE = 1;
export const MANY = 2;

export function isPlain(marks: readonly Mark[]): boolean {
  return marks.every((mark) => typeof mark === "string");
}

export function textOf(parts: readonly Part[]): string {
  return parts.map(({ marks }) => marks.join("")).join("/") || (parts.length > 0 ? "/" : "");
}

export function isHidden([first]: readonly Mark[], name: string): boolean {
  return name.startsWith(".") && typeof first === "number";
}

/** Without case: file systems and shells can be told to ignore it. */
export function matches(marks: readonly Mark[], name: string): boolean {
  const text = name.toLowerCase();
  let ends = new Set([0]);
  for (const mark of marks) {
    const next = new Set<number>();
    for (const end of ends) {
      if (mark === MANY) for (let at = end; at <= text.length; at++) next.add(at);
      else if (end < text.length && (mark === ONE || mark.toLowerCase() === text[end])) next.add(end + 1);
    }
    if (next.size === 0) return false;
    ends = next;
  }
  return ends.has(text.length);
}

/** What a word as it is written may become, part by part. */
export function partsOf(raw: string): Part[] {
  let part: { marks: Mark[]; isOpen: boolean } = { marks: [], isOpen: false };
  const parts = [part];
  let isQuoted = false;
  const exactly = (text: string) => {
    for (const char of text) {
      if (char !== "/") part.marks.push(char);
      else {
        part = { marks: [], isOpen: false };
        parts.push(part);
      }
    }
  };
  for (let at = 0; at < raw.length; at++) {
    const char = raw.charAt(at);
    const end = endOfExpansion(raw, at, isQuoted);
    if (end > at) {
      const isPattern = EXTENDED.test(char) || char === "[";
      part.isOpen ||= !isPattern || raw.slice(at, end).includes("/");
      part.marks.push(MANY);
      at = end - 1;
    } else if (char === '"') isQuoted = !isQuoted;
    else if (char === "\\") exactly(raw.charAt(++at));
    else if (isQuoted) exactly(char);
    else if (char === "'") {
      const close = raw.indexOf("'", at + 1);
      exactly(raw.slice(at + 1, close < 0 ? undefined : close));
      at = close < 0 ? raw.length : close;
    } else if (char === "?") part.marks.push(ONE);
    else if (char === "*") part.marks.push(MANY);
    else exactly(char);
  }
  return parts;
}

const EXTENDED = /[@?*+!]/;

/** Where something ends that is not read here: `$x`, `${…}`, `$(…)`, `` `…` ``, `<(…)`, `@(…)`, `[…]`. */
function endOfExpansion(raw: string, at: number, isQuoted: boolean): number {
  const char = raw.charAt(at);
  const next = raw.charAt(at + 1);
  if (char === "`") return closing(raw, at + 1, "", "`");
  if (char === "$" && next === "(") return closing(raw, at + 2, "(", ")");
  if (char === "$" && next === "{") return closing(raw, at + 2, "{", "}");
  if (char === "$" && next === "[") return closing(raw, at + 2, "[", "]");
  if (char === "$" && next === "'" && !isQuoted) return closing(raw, at + 2, "", "'");
  if (char === "$") {
    NAME.lastIndex = at + 1;
    return at + 1 + (NAME.exec(raw)?.[0].length ?? 0);
  }
  if (isQuoted) return at;
  if (/[<>@?*+!]/.test(char) && next === "(") return closing(raw, at + 2, "(", ")");
  // A bracket that nothing closes is itself.
  const end = char === "[" ? raw.indexOf("]", at + 2) : -1;
  return end < 0 ? at : end + 1;
}

const NAME = /[A-Za-z_]\w*|[\d@*#?$!-]|/y;

function closing(raw: string, from: number, open: string, close: string): number {
  let depth = 1;
  for (let at = from; at < raw.length; at++) {
    const char = raw.charAt(at);
    if (char === "\\") at++;
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return at + 1;
  }
  return raw.length;
}

const MOST_VARIANTS = 64;
const HOME = /^~(?=\/|$)|^("?)\$(?:HOME\b|\{HOME\})/;

/** The words that braces make of one, with the home directory written out. */
export function variantsOf(word: string, home: string): string[] {
  const done: string[] = [];
  const todo = [word];
  for (let raw = todo.pop(); raw !== undefined; raw = todo.pop()) {
    const found = firstBraces(raw);
    if (found === undefined) done.push(raw.replace(HOME, (_, quote = "") => quote + home));
    else if (done.length + todo.length + found.choices.length > MOST_VARIANTS)
      return [`${word.slice(0, word.indexOf("{"))}$_`];
    else for (const choice of found.choices) todo.push(raw.slice(0, found.start) + choice + raw.slice(found.end));
  }
  return done;
}

/** The first braces that bash would expand; of `{1..9}` the choices are not told. */
function firstBraces(raw: string): { start: number; end: number; choices: string[] } | undefined {
  let isQuoted = false;
  for (let at = 0; at < raw.length; at++) {
    const char = raw.charAt(at);
    const skipped = char === "[" ? at : endOfExpansion(raw, at, isQuoted);
    if (skipped > at) at = skipped - 1;
    else if (char === "\\") at++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === "'" && !isQuoted) at = Math.max(at, raw.indexOf("'", at + 1));
    else if (char === "{" && !isQuoted) {
      const end = closing(raw, at + 1, "{", "}");
      const choices = choicesIn(raw.slice(at + 1, end - 1));
      if (choices.length > 1) return { start: at, end, choices };
    }
  }
  return undefined;
}

function choicesIn(inside: string): string[] {
  const choices = [""];
  let depth = 0;
  for (const char of inside) {
    if (char === "{") depth++;
    if (char === "}") depth--;
    if (char === "," && depth === 0) choices.push("");
    else choices.push((choices.pop() ?? "") + char);
  }
  // `{a..z}`: any one of them, or nothing of the kind.
  return choices.length === 1 && inside.includes("..") ? ["*", "*"] : choices;
}
