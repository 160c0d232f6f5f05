import { type AwkToken, doubtfulToken } from "./awk-tokens.ts";
import type { ProgramFinding } from "./program-finding.ts";

export interface JudgedGetline {
  findings: ProgramFinding[];
  files: string[];
  variables: string[];
}

const AFTER_GETLINE = new Set([")", ";", "}", "]", "\n", ">", ">=", "<=", "==", "!=", "&&", "||", "?", ":", ","]);
const FILE_HINT = "Name the file in quotes, or give it as an operand.";

/**
 * Judges `getline`, `getline var`, `getline < file` and `getline var < file`, which only read; a pipe into it is found
 * by its `|`. The file must be plain to see: gawk opens a network connection for names such as `/inet/tcp/0/host/80`.
 */
export function judgeAwkGetline(
  tokens: readonly AwkToken[],
  getline: number,
  assigned: ReadonlySet<string>,
): JudgedGetline {
  const judged: JudgedGetline = { findings: [], files: [], variables: [] };
  const token = tokens[getline];
  if (token === undefined) return judged;
  let at = skipVariable(tokens, getline + 1);
  if (at !== undefined && tokens[at]?.text === "<") at = readFile(tokens, at + 1, assigned, judged);
  const after = at === undefined ? token : tokens[at];
  if (judged.findings.length === 0 && after !== undefined && !AFTER_GETLINE.has(after.text))
    judged.findings.push(
      doubtfulToken(after, "implementations do not agree what belongs to this getline", "Put it in parentheses."),
    );
  return judged;
}

/** Past the variable that getline fills, if there is one; nothing if it is none that all read alike. */
function skipVariable(tokens: readonly AwkToken[], from: number): number | undefined {
  if (tokens[from]?.text !== "$") return tokens[from]?.kind === "name" ? skipName(tokens, from) : from;
  const field = tokens[from + 1];
  if (field?.kind === "number") return from + 2;
  if (field?.text === "(") return skipBrackets(tokens, from + 1);
  return field?.kind === "name" ? skipName(tokens, from + 1) : undefined;
}

function readFile(
  tokens: readonly AwkToken[],
  at: number,
  assigned: ReadonlySet<string>,
  judged: JudgedGetline,
): number | undefined {
  const file = tokens[at];
  if (file?.kind === "string" && !file.text.includes("\\")) {
    const { start, end } = file;
    if (/^"\/inet/.test(file.text))
      judged.findings.push({ code: "mutating", reason: "getline opens a network connection", start, end });
    judged.files.push(file.text.slice(1, -1));
    return at + 1;
  }
  if (file?.text === "ARGV" && tokens[at + 1]?.text === "[") return skipBrackets(tokens, at + 1);
  if (file?.kind === "name" && !assigned.has(file.text)) {
    judged.variables.push(file.text);
    return at + 1;
  }
  if (file) judged.findings.push(doubtfulToken(file, "which file getline reads cannot be seen", FILE_HINT));
  return undefined;
}

function skipName(tokens: readonly AwkToken[], at: number): number | undefined {
  return tokens[at + 1]?.text === "[" ? skipBrackets(tokens, at + 1) : at + 1;
}

function skipBrackets(tokens: readonly AwkToken[], open: number): number | undefined {
  const close = tokens[open]?.closedBy;
  return close === undefined ? undefined : close + 1;
}
