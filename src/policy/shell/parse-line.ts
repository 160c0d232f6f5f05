import { type ParsedScript, parse } from "unbash";
import { TooMuchToLookAt } from "./bounded-world.ts";

/** The parser looks for the end of each here-document in all lines that follow. */
const MOST_TEXTS = 2_000;

/** Parses a command line of any length. Throws where the parser gives up, and for a line that would take it seconds. */
export function parseLine(command: string): ParsedScript {
  const texts = command.match(/<</g)?.length ?? 0;
  if (texts > MOST_TEXTS) throw new TooMuchToLookAt("it has too many here-documents");
  return parse(command);
}
