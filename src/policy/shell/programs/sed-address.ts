import type { SedReader } from "./sed-reader.ts";

/** Reads the addresses of a command and the `!` behind them; how many there are. */
export function readSedAddresses(reader: SedReader): number {
  let count = 0;
  if (readLine(reader) || readExpression(reader)) {
    count++;
    reader.skipBlanks();
    if (reader.here === ",") {
      reader.at++;
      reader.skipBlanks();
      if (!(readLine(reader) || readDistance(reader) || readExpression(reader))) reader.fail("an address is missing");
      count++;
    }
  }
  reader.skipBlanks();
  if (reader.here === "!") {
    reader.at++;
    reader.skipBlanks();
  }
  return count;
}

/** `$`, `12` and `1~2`. */
function readLine(reader: SedReader): boolean {
  if (reader.here === "$") {
    reader.at++;
    return true;
  }
  if (reader.skip(/[0-9]/) === 0) return false;
  reader.skipBlanks();
  if (reader.here === "~") {
    reader.at++;
    reader.skipBlanks();
    reader.skip(/[0-9]/);
  }
  return true;
}

/** `+3` and `~4`. */
function readDistance(reader: SedReader): boolean {
  if (reader.here !== "+" && reader.here !== "~") return false;
  reader.at++;
  return reader.skip(/[0-9]/) > 0;
}

/** `/re/` and `\%re%`, with the flags I and M. */
function readExpression(reader: SedReader): boolean {
  if (reader.here !== "/" && reader.here !== "\\") return false;
  if (reader.here === "\\") reader.at++;
  const { end, plainEnd } = reader.takeDelimited(reader.takeDelimiter());
  // Who does not know brackets ends the address inside them, and must fail at what follows.
  if (plainEnd < end && /[\w\s,!{}:=#;~]/.test(reader.script[plainEnd + 1] ?? "")) reader.failInBrackets();
  reader.skip(/[IM]/);
  return true;
}
