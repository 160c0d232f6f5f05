import { type Delimited, findDelimited } from "./delimited.ts";
import { NotUnderstood } from "./not-understood.ts";
import type { ProgramFinding } from "./program-finding.ts";

const OTHER_DELIMITER = "Use a delimiter that is not in the expression.";

/** A position in a sed script, and the findings up to it. */
export class SedReader {
  readonly script: string;
  readonly findings: ProgramFinding[] = [];
  readonly files: string[] = [];
  at = 0;
  /** Where the command begins that is being read. */
  start = 0;
  /** Open braces. */
  depth = 0;
  /** BSD sed takes the rest of the line for the label: the next line is a command for it, whatever we read here. */
  labelOnLine = false;

  constructor(script: string) {
    this.script = script;
  }

  /** The character here, or nothing at the end. */
  get here(): string {
    return this.script[this.at] ?? "";
  }

  /** Takes characters as long as they match. */
  skip(pattern: RegExp): number {
    const from = this.at;
    while (this.here !== "" && pattern.test(this.here)) {
      if (this.here === "\n") this.labelOnLine = false;
      this.at++;
    }
    return this.at - from;
  }

  skipBlanks(): void {
    this.skip(/[ \t]/);
  }

  /** Takes all up to the newline. */
  takeLine(): string {
    const newline = this.script.indexOf("\n", this.at);
    const from = this.at;
    this.at = newline < 0 ? this.script.length : newline;
    return this.script.slice(from, this.at);
  }

  /** Takes what ends with its line for all; busybox would join the next line to a backslash. */
  takeLineWithoutBackslash(): string {
    const line = this.takeLine();
    if (line.endsWith("\\"))
      this.fail("busybox joins the next line to this one", "Leave out the backslash at the end.");
    return line;
  }

  takeDelimiter(): string {
    const delimiter = this.here;
    if (!/[!-/:-@^_`|~]/.test(delimiter))
      this.fail("this delimiter is not one we read", "Use / or | as the delimiter.");
    this.at++;
    return delimiter;
  }

  /** Takes a delimited text and its end. */
  takeDelimited(delimiter: string): Delimited {
    const found = findDelimited(this.script, this.at, delimiter);
    if (!found) return this.fail("implementations do not agree where this expression ends", OTHER_DELIMITER);
    this.at = found.end + 1;
    return found;
  }

  /** Reports a finding, and continues with the next line, so that all findings are reported at once. */
  refuse(code: "mutating" | "code", does: string, hint: string): void {
    this.takeLine();
    const text = this.script.slice(this.start, this.at);
    const reason = `${text.length > 60 ? `${text.slice(0, 57)}...` : text} ${does}`;
    this.findings.push({ code, reason, hint, start: this.start, end: this.at });
  }

  fail(reason: string, hint?: string): never {
    throw new NotUnderstood(this.start, Math.min(Math.max(this.at, this.start) + 1, this.script.length), reason, hint);
  }

  failInBrackets(): never {
    return this.fail(
      "implementations do not agree whether a delimiter in brackets ends the expression",
      OTHER_DELIMITER,
    );
  }
}
