import { readSedAddresses } from "./sed-address.ts";
import type { SedReader } from "./sed-reader.ts";
import { readSedSubstitution } from "./sed-substitution.ts";

const HARMLESS_OUTPUTS = new Set(["/dev/stdout", "/dev/stderr", "/dev/null"]);

/** Reads one command with its addresses. */
export function readSedCommand(reader: SedReader): void {
  const addresses = readSedAddresses(reader);
  const name = reader.here;
  reader.at++;
  if (addresses > 0 && /[}:#]/.test(name)) reader.fail(`${name} takes no address`);
  switch (name) {
    case "{":
      reader.depth++;
      break;
    case "}":
      if (reader.depth-- === 0) reader.fail("this } closes nothing");
      readEnd(reader);
      break;
    case "#":
      reader.takeLineWithoutBackslash();
      break;
    case ":":
      readLabel(reader, /^[\n;]?$/);
      break;
    case "b":
    case "t":
    case "T":
      readLabel(reader, /^[\n;}]?$/);
      break;
    case "a":
    case "i":
    case "c":
      readText(reader);
      break;
    case "s":
      readFlagged(reader);
      break;
    case "y":
      readTransliteration(reader);
      break;
    case "r":
    case "R":
      readFile(reader);
      break;
    case "w":
    case "W":
      readOutput(reader);
      break;
    case "e":
      reader.refuse("code", "runs a command", "Leave out the command e.");
      break;
    case "q":
    case "Q":
    case "l":
    case "v":
      reader.skipBlanks();
      reader.skip(/[0-9.]/);
      readEnd(reader);
      break;
    default:
      if (!/[=dDFgGhHnNpPxz]/.test(name)) reader.fail(`${JSON.stringify(name)} is not a sed command we know`);
      readEnd(reader);
  }
}

/** A command ends with its line, at a semicolon, or before a closing brace; busybox would read on as a new command. */
function readEnd(reader: SedReader): void {
  reader.skipBlanks();
  if (!/^[\n;}#]?$/.test(reader.here)) reader.fail("something stands behind a command that takes nothing");
}

function readLabel(reader: SedReader, end: RegExp): void {
  reader.skipBlanks();
  const length = reader.skip(/[\w.-]/);
  if (length === 0 && reader.script[reader.start] === ":") reader.fail("a label has no name");
  reader.labelOnLine = true;
  reader.skipBlanks();
  if (!end.test(reader.here))
    reader.fail("implementations do not agree where this label ends", "Put the label on a line of its own.");
}

/** `a text`, `a\` with the text on the next line, and `a\text`; a backslash before a newline goes on. */
function readText(reader: SedReader): void {
  reader.skipBlanks();
  let line = reader.takeLine();
  if (line.trim() === "" || /^\\[ \t]+$/.test(line)) reader.fail("the text is missing");
  while (line.endsWith("\\")) {
    if (line.endsWith("\\\\") || reader.labelOnLine || reader.here === "")
      reader.fail("implementations do not agree where this text ends", "Write it on one line: a text.");
    reader.at++;
    line = reader.takeLine();
  }
}

function readFlagged(reader: SedReader): void {
  const flag = readSedSubstitution(reader);
  if (flag === "w") readOutput(reader);
  if (flag === "e") reader.refuse("code", "runs what it has replaced as a command", "Leave out the flag e.");
}

/** BSD sed and busybox know brackets even here, others do not. */
function readTransliteration(reader: SedReader): void {
  const delimiter = reader.takeDelimiter();
  for (let part = 0; part < 2; part++) {
    const { end, plainEnd } = reader.takeDelimited(delimiter);
    if (plainEnd < end) reader.failInBrackets();
  }
  readEnd(reader);
}

function readFile(reader: SedReader): void {
  reader.skipBlanks();
  const file = reader.takeLineWithoutBackslash();
  if (file === "" || /[;{}#]|\s$/.test(file))
    reader.fail("old implementations end this file name earlier", "Put r and its file on a line of their own.");
  reader.files.push(file);
}

/** The harmless outputs are special files for GNU sed, and devices for others. */
function readOutput(reader: SedReader): void {
  reader.skipBlanks();
  if (HARMLESS_OUTPUTS.has(reader.takeLine())) return;
  reader.refuse("mutating", "writes a file", "Leave out w; sed prints to standard output by itself.");
}
