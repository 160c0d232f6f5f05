import { judgeAwkGetline } from "./awk-getline.ts";
import { findAwkRedirections } from "./awk-redirections.ts";
import { type AwkToken, doubtfulToken, readAwkTokens } from "./awk-tokens.ts";
import { assignedNames, findArgumentWrites } from "./awk-variables.ts";
import { NotUnderstood } from "./not-understood.ts";
import { findDoubtfulText } from "./plain-text.ts";
import type { ProgramFinding } from "./program-finding.ts";

/**
 * Whether an awk program only reads; no finding says that it does. It holds for gawk, mawk, the original awk (BSD,
 * macOS) and busybox.
 *
 * Not seen here, and for the caller to judge: the options of awk, and its operands. gawk opens a network connection
 * for an operand such as `/inet/tcp/0/host/80`; an operand `name=value` or `-v name=value` sets a variable, which
 * changes no more than what is computed, and which file a `getline < name` reads (see `filesReadByAwkProgram`).
 */
export function judgeAwkProgram(program: string): ProgramFinding[] {
  return read(program).findings;
}

/** What the `getline < …` of a program reads: files by their names, and variables that are set from outside. */
export function filesReadByAwkProgram(program: string): { files: string[]; variables: string[] } {
  const { files, variables } = read(program);
  return { files, variables };
}

interface Reading {
  findings: ProgramFinding[];
  files: string[];
  variables: string[];
}

interface Names {
  /** Functions the program defines. */
  functions: ReadonlySet<string>;
  /** Variables it writes to. */
  assigned: ReadonlySet<string>;
}

function read(program: string): Reading {
  const reading: Reading = { findings: [], files: [], variables: [] };
  const doubtful = findDoubtfulText(program);
  if (doubtful) return { ...reading, findings: [doubtful] };
  try {
    const tokens = readAwkTokens(program);
    const functions = new Set(tokens.flatMap((token, at) => (isDefinition(tokens[at - 1]) ? [token.text] : [])));
    const assigned = assignedNames(tokens);
    for (const at of tokens.keys()) readToken(tokens, at, { functions, assigned }, reading);
    reading.findings.push(...findArgumentWrites(tokens), ...findAwkRedirections(tokens));
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    reading.findings.push(error.finding);
  }
  reading.findings.sort((a, b) => a.start - b.start);
  return reading;
}

function readToken(tokens: readonly AwkToken[], at: number, names: Names, reading: Reading): void {
  const { findings, files, variables } = reading;
  const token = tokens[at];
  const next = tokens[at + 1];
  if (token === undefined) return;
  const { start, end } = token;
  switch (token.text) {
    case "|":
    case "|&":
      findings.push({ code: "code", reason: `${token.text} starts a command`, hint: PIPE_HINT, start, end });
      break;
    case "system":
      findings.push({ code: "code", reason: "system() runs a command", hint: "Run it by itself.", start, end });
      break;
    case "@":
      findings.push({ code: "code", reason: "@ loads code or calls a function that cannot be seen", start, end });
      break;
    case ":":
      if (next?.text === ":") findings.push(doubtfulToken(token, "namespaces are not read"));
      break;
    case "SYMTAB":
    case "FUNCTAB":
      findings.push(doubtfulToken(token, `${token.text} reaches variables and functions by their names`));
      break;
    case "getline": {
      const judged = judgeAwkGetline(tokens, at, names.assigned);
      findings.push(...judged.findings);
      files.push(...judged.files);
      variables.push(...judged.variables);
      break;
    }
    default:
      if (token.kind === "name" && next?.text === "(" && next.start === end && !names.functions.has(token.text))
        findings.push(doubtfulToken(token, `${token.text}() is neither known nor defined in the program`));
  }
}

const PIPE_HINT = "Use a pipe of the shell instead.";

function isDefinition(before: AwkToken | undefined): boolean {
  return before?.text === "function" || before?.text === "func";
}
