import type { CardDetails } from "../../../src/agent/card-details.ts";
import { cardContent } from "../../../src/surfaces/terminal/cards/card-content.ts";
import type { CardLine } from "../../../src/surfaces/terminal/cards/card-line.ts";
import { manyLines } from "../../../src/surfaces/terminal/lines.ts";

/** A card without a terminal: everything it says, one fact a line. */
export function cardText(details: CardDetails): string {
  const { mark, title, body } = cardContent(details);
  return [`${mark} ${title}`, ...body.flatMap(linesOf).map((line) => `  ${line}`)].join("\n");
}

function linesOf(line: CardLine): string[] {
  switch (line.kind) {
    case "fact":
    case "detail":
      return [line.text];
    case "exact":
      return line.isDetail ? [line.text] : line.text.split("\n").map((words) => `│ ${words}`.trimEnd());
    case "quote":
      return manyLines(line.text).map((words) => `│ ${words}`.trimEnd());
    case "command":
      return [`${line.command}: ${line.does}`];
  }
}
