import type { CardDetails } from "../../../agent/card-details.ts";
import { manyLines } from "../lines.ts";
import { cardContent } from "./card-content.ts";
import type { CardLine } from "./card-line.ts";

/** A card without a terminal: for print and JSON modes, and for the model. Everything it says, one fact a line. */
export function cardText(details: CardDetails): string {
  const { mark, title, body } = cardContent(details);
  return [`${mark} ${title}`, ...body.flatMap(linesOf).map((line) => `  ${line}`)].join("\n");
}

function linesOf(line: CardLine): string[] {
  switch (line.kind) {
    case "fact":
    case "detail":
      return [line.text];
    case "quote":
      return manyLines(line.text).map((words) => `│ ${words}`.trimEnd());
    case "command":
      return [`${line.command}: ${line.does}`];
  }
}
