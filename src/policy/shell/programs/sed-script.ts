import { NotUnderstood } from "./not-understood.ts";
import { findDoubtfulText } from "./plain-text.ts";
import type { ProgramFinding } from "./program-finding.ts";
import { readSedCommand } from "./sed-command.ts";
import { SedReader } from "./sed-reader.ts";

/**
 * Whether a sed script only reads; no finding says that it does. Several `-e` are one script, joined by newlines.
 *
 * GNU sed, BSD sed and busybox disagree on where labels, file names, texts and regular expressions end. What one of
 * them would take for a command is judged as a command; what they read differently is not understood. `--posix` and
 * `-E` change nothing here. Options, operands and script files are for the caller.
 */
export function judgeSedScript(script: string): ProgramFinding[] {
  return read(script).findings;
}

/** The files that the commands `r` and `R` of a script read. */
export function filesReadBySedScript(script: string): string[] {
  return read(script).files;
}

// BSD sed reads lines in pieces of 2048 bytes: what is behind that in a comment would be a command.
const MOST_BYTES_A_LINE = 2000;

function read(script: string): { findings: ProgramFinding[]; files: string[] } {
  const doubtful = findDoubtfulText(script) ?? findLongLine(script);
  if (doubtful) return { findings: [doubtful], files: [] };
  const reader = new SedReader(script);
  try {
    readCommands(reader);
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    reader.findings.push(error.finding);
  }
  return reader;
}

function readCommands(reader: SedReader): void {
  for (;;) {
    reader.skip(/[\s;]/);
    if (reader.here === "") break;
    reader.start = reader.at;
    readSedCommand(reader);
  }
  if (reader.depth > 0) reader.fail("a { has no }");
}

function findLongLine(script: string): ProgramFinding | undefined {
  let start = 0;
  for (const line of script.split("\n")) {
    const end = start + line.length;
    if (new TextEncoder().encode(line).length > MOST_BYTES_A_LINE)
      return { code: "not_understood", reason: "a line of the script is too long", start, end };
    start = end + 1;
  }
  return undefined;
}
