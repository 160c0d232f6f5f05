import { AWK_FUNCTIONS, AWK_KEYWORDS } from "./awk-words.ts";
import { findDelimited } from "./delimited.ts";
import { NotUnderstood } from "./not-understood.ts";
import { notUnderstood, type ProgramFinding } from "./program-finding.ts";

export interface AwkToken {
  /** `function` is one that comes with awk. */
  kind: "name" | "keyword" | "function" | "number" | "string" | "regex" | "newline" | "operator";
  text: string;
  start: number;
  end: number;
  /** Of an opening bracket or parenthesis: which token closes it. */
  closedBy?: number;
}

/** The tokens of an awk program; `NotUnderstood` where implementations could disagree about them. */
export function readAwkTokens(program: string): AwkToken[] {
  const tokens: AwkToken[] = [];
  const open: number[] = [];
  let afterCondition = false;
  for (let at = skipSpace(program, 0); at < program.length; at = skipSpace(program, at)) {
    const token = readToken(program, at, tokens.at(-1), afterCondition);
    afterCondition = false;
    if (token.text === "(" || token.text === "[") open.push(tokens.length);
    if (token.text === ")" || token.text === "]") {
      const opening = open.pop() ?? -1;
      const opened = tokens[opening];
      if (opened) opened.closedBy = tokens.length;
      afterCondition = opened?.text === "(" && CONDITIONS.has(tokens[opening - 1]?.text ?? "");
    }
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

/** A finding about a token that we cannot be sure of. */
export function doubtfulToken({ start, end }: AwkToken, reason: string, hint?: string): ProgramFinding {
  return notUnderstood(start, end, reason, hint);
}

/** What an operand can end with: a newline behind it ends the statement, a slash divides. */
export function endsOperand(token: AwkToken): boolean {
  if (token.kind === "operator") return OPERAND_ENDS.has(token.text);
  return token.kind !== "newline" && token.text !== "in";
}

const SKIPPED = /[ \t]+|\\\n|#[^\n]*/y;
const TOKENS: readonly (readonly [AwkToken["kind"], RegExp])[] = [
  ["newline", /\n/y],
  ["name", /[A-Za-z_]\w*/y],
  ["number", /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ["string", /"(?:[^"\\\n]|\\[^\n])*"/y],
  ["operator", /\*\*=|&&|\|\||\|&|>>|\+\+|--|[-+*/%^=!<>]=|\*\*|!~|[-{}()[\];,+*/%^!<>|?:~$=@]/y],
];
const OPERAND_ENDS = new Set([")", "]", "++", "--"]);
const CONDITIONS = new Set(["if", "while", "for", "switch"]);
const BEFORE_STATEMENTS = new Set(["print", "printf", "return", "else", "do"]);

function skipSpace(program: string, from: number): number {
  let at = from;
  for (let skipped = match(SKIPPED, program, at); skipped !== undefined; skipped = match(SKIPPED, program, at)) {
    if (skipped.startsWith("#") && skipped.endsWith("\\"))
      throw new NotUnderstood(at, at + skipped.length, "the comment ends with a backslash", "Leave it out.");
    at += skipped.length;
  }
  return at;
}

function readToken(program: string, at: number, previous: AwkToken | undefined, afterCondition: boolean): AwkToken {
  if (program[at] === "/") {
    const place = afterCondition ? "unclear" : slashAfter(previous);
    if (place === "regex") return readRegex(program, at);
    if (place === "unclear")
      throw new NotUnderstood(at, at + 1, "implementations do not agree whether this / divides", "Use parentheses.");
  }
  for (const [kind, pattern] of TOKENS) {
    const text = match(pattern, program, at);
    if (text === undefined) continue;
    return { kind: kind === "name" ? kindOfWord(text) : kind, text, start: at, end: at + text.length };
  }
  throw new NotUnderstood(at, at + 1, `${JSON.stringify(program[at])} is not awk as we know it`);
}

function kindOfWord(word: string): AwkToken["kind"] {
  if (AWK_KEYWORDS.has(word)) return "keyword";
  return AWK_FUNCTIONS.has(word) ? "function" : "name";
}

/**
 * Who does not know brackets ends the expression inside them; its bracket stays open, and the program does not start.
 * What would be read then must look harmless all the same.
 */
function readRegex(program: string, at: number): AwkToken {
  const found = findDelimited(program, at + 1, "/");
  if (!found || /[{}()|>@"]/.test(program.slice(found.plainEnd, found.end)))
    throw new NotUnderstood(
      at,
      (found?.end ?? at) + 1,
      "implementations do not agree where this regular expression ends",
      "Write a slash in it as \\/.",
    );
  const end = found.end + 1;
  return { kind: "regex", text: program.slice(at, end), start: at, end };
}

/** Where a slash stands decides what it is. After these, all implementations agree. */
function slashAfter(previous: AwkToken | undefined): "regex" | "division" | "unclear" {
  if (previous === undefined) return "regex";
  switch (previous.kind) {
    case "newline":
      return "regex";
    case "name":
    case "number":
    case "string":
      return "division";
    case "regex":
    case "function":
      return "unclear";
    case "keyword":
      return BEFORE_STATEMENTS.has(previous.text) ? "regex" : "unclear";
    case "operator":
      if (previous.text === ")" || previous.text === "]") return "division";
      return /^(?:\+\+|--|[$@])$/.test(previous.text) ? "unclear" : "regex";
  }
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
