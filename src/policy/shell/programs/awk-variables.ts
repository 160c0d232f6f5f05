import type { AwkToken } from "./awk-tokens.ts";
import type { ProgramFinding } from "./program-finding.ts";

/** The variables a program may write to. The value of any other comes from the command line, or from awk itself. */
export function assignedNames(tokens: readonly AwkToken[]): ReadonlySet<string> {
  // gawk sets RT from what it reads.
  const names = new Set(["RT", ...parametersOf(tokens)]);
  const changing = insideChangingCalls(tokens);
  for (const [at, { kind, text }] of tokens.entries())
    if (kind === "name" && isChanged(tokens, at, at + 1, changing)) names.add(text);
  return names;
}

/**
 * What puts new names into ARGV: awk opens them, and gawk takes some for network addresses. Emptying an entry is what
 * people do to skip an operand.
 */
export function findArgumentWrites(tokens: readonly AwkToken[]): ProgramFinding[] {
  const places = [...tokens.entries()].filter(([, token]) => token.kind === "name" && token.text === "ARGV");
  if (places.length === 0) return [];
  const changing = insideChangingCalls(tokens);
  return places.flatMap(([at, token]) => {
    if (isHarmlessUse(tokens, at, changing)) return [];
    const { start, end } = token;
    const reason = "which files this program reads cannot be seen: it changes ARGV";
    return [{ code: "not_understood", reason, hint: "Name the files as operands.", start, end } as const];
  });
}

const ASSIGNS = /^(?:\+\+|--|=|[-+*/%^]=|\*\*=)$/;
const CHANGING_FUNCTIONS = new Set(["sub", "gsub"]);

function isHarmlessUse(tokens: readonly AwkToken[], at: number, changing: ReadonlySet<number>): boolean {
  const before = tokens[at - 1]?.text;
  if (tokens[at + 1]?.text !== "[") return before === "in" || before === "delete";
  const close = tokens[at + 1]?.closedBy;
  if (close === undefined) return false;
  const [operator, value, after] = tokens.slice(close + 1, close + 4);
  const emptied =
    operator?.text === "=" && value?.text === '""' && (after === undefined || /^[;}\n]$/.test(after.text));
  return (emptied && before !== "(") || (operator?.text !== "in" && !isChanged(tokens, at, close + 1, changing));
}

/** Whether what stands from `first` to before `after` is written to: assigned, counted, filled by getline, sub or a loop. */
function isChanged(tokens: readonly AwkToken[], first: number, after: number, changing: ReadonlySet<number>): boolean {
  const before = tokens[first - 1];
  if (before !== undefined && /^(?:\+\+|--|getline|\$)$/.test(before.text)) return before.text !== "$";
  if (changing.has(first)) return true;
  let end = after;
  while (tokens[end]?.text === ")") end++;
  const next = tokens[end]?.text ?? "";
  return ASSIGNS.test(next) || isLoopVariable(tokens, first);
}

function isLoopVariable(tokens: readonly AwkToken[], at: number): boolean {
  return tokens[at + 1]?.text === "in" && tokens[at - 1]?.text === "(" && tokens[at - 2]?.text === "for";
}

function parametersOf(tokens: readonly AwkToken[]): string[] {
  const parameters: string[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "keyword" || !/^func(?:tion)?$/.test(text)) continue;
    for (let next = at + 3; /^(?:\w+|[,\n])$/.test(tokens[next]?.text ?? ""); next++)
      parameters.push(tokens[next]?.text ?? "");
  }
  return parameters;
}

/** The places of all tokens between the parentheses of `sub` and `gsub`, which write to their last argument. */
function insideChangingCalls(tokens: readonly AwkToken[]): ReadonlySet<number> {
  const inside = new Set<number>();
  const open: boolean[] = [];
  let changing = 0;
  for (const [at, { text }] of tokens.entries()) {
    if (changing > 0) inside.add(at);
    if (text === "(") {
      const calls = CHANGING_FUNCTIONS.has(tokens[at - 1]?.text ?? "");
      open.push(calls);
      if (calls) changing++;
    }
    if (text === ")" && open.pop()) changing--;
  }
  return inside;
}
