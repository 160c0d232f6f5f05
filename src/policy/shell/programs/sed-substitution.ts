import { plainEndOf } from "./delimited.ts";
import type { SedReader } from "./sed-reader.ts";

/** Reads what follows the `s` of a substitution, up to its end, or up to the flag `w` or `e`, which it returns. */
export function readSedSubstitution(reader: SedReader): "w" | "e" | undefined {
  const delimiter = reader.takeDelimiter();
  const { end, plainEnd } = reader.takeDelimited(delimiter);
  if (plainEnd < end && !failsInFlags(reader.script, plainEnd + 1, delimiter)) reader.failInBrackets();
  readReplacement(reader, delimiter);
  for (;;) {
    reader.skipBlanks();
    const flag = reader.here;
    if (/^[\n;}#]?$/.test(flag)) return undefined;
    reader.at++;
    if (flag === "w" || flag === "e") return flag;
    if (!/[gpiImM0-9]/.test(flag)) reader.fail(`${JSON.stringify(flag)} is not a flag of s`);
  }
}

function readReplacement(reader: SedReader, delimiter: string): void {
  const end = plainEndOf(reader.script, reader.at, delimiter) ?? reader.fail("the substitution has no end");
  const replacement = reader.script.slice(reader.at, end);
  if (/(?<!\\)(?:\\\\)*\n/.test(replacement)) reader.fail("the substitution has no end on its line");
  if (replacement.includes("\n") && reader.labelOnLine)
    reader.fail("a label stands on the line of this substitution", "Put the label on a line of its own.");
  reader.at = end + 1;
}

/**
 * Who does not know brackets finds a broken expression, but only after it has opened the file of a flag `w`. Its
 * reading must come to nothing earlier.
 */
function failsInFlags(script: string, replacement: number, delimiter: string): boolean {
  const end = plainEndOf(script, replacement, delimiter);
  if (end === undefined) return true;
  const after = /[^gpiImM0-9 \t]/.exec(script.slice(end + 1))?.[0];
  return after !== undefined && !/[we;}#\n]/.test(after);
}
