import { type AwkToken, doubtfulToken, endsOperand } from "./awk-tokens.ts";
import type { ProgramFinding } from "./program-finding.ts";

const HARMLESS_OUTPUTS = new Set(['"/dev/stdout"', '"/dev/stderr"', '"/dev/null"']);
const CONTINUES_IN_PARENTHESES = new Set([",", "&&", "||", ";", "\n"]);
const OPENS = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/**
 * Where a program sends what it prints to a file. A `>` compares, unless it stands outside of parentheses in a `print`.
 * Brackets that do not match are a finding as well, because then a redirection cannot be recognised.
 */
export function findAwkRedirections(tokens: readonly AwkToken[]): ProgramFinding[] {
  const findings: ProgramFinding[] = [];
  const open: AwkToken[] = [];
  let printing: number | undefined;
  for (const [at, token] of tokens.entries()) {
    const top = open.at(-1);
    const inParentheses = top !== undefined && top.text !== "{";
    switch (token.text) {
      case "{":
        if (inParentheses) return [...findings, doubtfulToken(token, "a { stands in parentheses")];
        open.push(token);
        break;
      case "(":
      case "[":
        open.push(token);
        break;
      case ")":
      case "]":
      case "}":
        if (top?.text !== OPENS.get(token.text)) return [...findings, doubtfulToken(token, "this closes nothing")];
        open.pop();
        if (printing !== undefined && open.length < printing) printing = undefined;
        break;
      case ";":
        if (printing === open.length) printing = undefined;
        break;
      case "\n": {
        const previous = tokens[at - 1];
        if (inParentheses && !CONTINUES_IN_PARENTHESES.has(previous?.text ?? ""))
          return [...findings, doubtfulToken(token, "a line ends in parentheses", "Put them on one line.")];
        // Where an operand is still missing, some implementations read on.
        if (previous === undefined || endsOperand(previous)) printing = undefined;
        break;
      }
      case "print":
      case "printf":
        printing = open.length;
        break;
      case ">":
      case ">>":
      case ">=":
        findings.push(...judgeGreater(tokens, at, printing === open.length));
        break;
    }
  }
  const unclosed = open.at(-1);
  return unclosed ? [...findings, doubtfulToken(unclosed, "this is never closed")] : findings;
}

function judgeGreater(tokens: readonly AwkToken[], at: number, printing: boolean): ProgramFinding[] {
  const [token, target, after] = tokens.slice(at, at + 3);
  if (token === undefined || (!printing && token.text !== ">>")) return [];
  if (!printing) return [doubtfulToken(token, ">> stands where nothing is printed")];
  const hint = "Print without a redirection; to compare, put the comparison in parentheses.";
  if (token.text === ">=") return [doubtfulToken(token, "some implementations take > for a redirection here", hint)];
  const ends = after === undefined || /^[;}\n]$/.test(after.text);
  if (target && ends && HARMLESS_OUTPUTS.has(target.text)) return [];
  const end = target?.end ?? token.end;
  return [{ code: "mutating", reason: `print ${token.text} writes a file`, hint, start: token.start, end }];
}
