import { visibleWidth } from "@earendil-works/pi-tui";
import { foldCommand } from "../../../plan/visible-command.ts";
import { cut, guarded, manyLines, wrapped } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import type { CardContent, CardLine } from "./card-line.ts";

/** Lines of a quotation that a folded card shows. */
const QUOTED = 4;

/** A card in the transcript. */
export function cardLines(content: CardContent, width: number, look: CardLook): string[] {
  const paint = content.banner ? plainer(look.paint) : look.paint;
  const { expanded, expandKey } = look;
  const room = Math.max(1, width - 4);
  const { mark, tone, title, body } = content;
  if (content.brief && !expanded)
    return guarded([` ${paint.fg(tone, mark)} ${paint.fg("muted", cut(title, room))}`], width);
  const [first = "", ...rest] = wrapped(title, room);
  const hidden = expanded ? 0 : body.filter(isDetail).length;
  const lines = [
    ` ${paint.fg(tone, mark)} ${paint.bold(content.banner ? paint.fg(tone, first) : first)}`,
    ...rest.map((line) => `   ${paint.bold(content.banner ? paint.fg(tone, line) : line)}`),
    ...body
      .filter((line) => expanded || !isDetail(line))
      .flatMap((line) => linesOf(line, room, { ...look, paint }))
      .map((line) => `   ${line}`),
    ...(hidden === 0 ? [] : [`   ${paint.fg("muted", `… ${hidden} more (${expandKey || "ctrl+o"})`)}`]),
  ];
  return guarded(content.banner ? banner(lines, width, paint) : lines, width);
}

export interface CardLook {
  paint: Paint;
  expanded: boolean;
  /** The key that unfolds it. Left out: the one that pi has by default. */
  expandKey?: string | undefined;
}

function linesOf(line: CardLine, room: number, look: CardLook): string[] {
  const { paint } = look;
  switch (line.kind) {
    case "fact":
      return wrapped(line.text, room).map((text) => (line.colour ? paint.fg(line.colour, text) : text));
    case "detail":
      return hanging(line.text, room).map((text) => paint.fg("muted", text));
    case "quote":
      return quotation(
        manyLines(line.text).flatMap((words) => wrapped(words, room - 2)),
        look,
      );
    case "exact": {
      const shown = visible(line.text, { multiline: true, spelled: true });
      if (line.isDetail) return foldCommand(shown, room, visibleWidth).map((text) => paint.fg("muted", text));
      return quotation(foldCommand(shown, room - 2, visibleWidth), look);
    }
    case "command":
      return wrapped(`${paint.fg("accent", line.command)}  ${paint.fg("muted", line.does)}`, room);
  }
}

function quotation(all: readonly string[], { paint, expanded, expandKey }: CardLook): string[] {
  // The note about one hidden line would take as much room as the line.
  const shown = expanded || all.length <= QUOTED + 1 ? all : all.slice(0, QUOTED);
  const more = all.length - shown.length;
  const bar = paint.fg("borderMuted", "│");
  return [
    ...shown.map((text) => `${bar} ${text}`.trimEnd()),
    ...(more === 0 ? [] : [`${bar} ${paint.fg("muted", `… ${more} more lines (${expandKey || "ctrl+o"})`)}`]),
  ];
}

function isDetail(line: CardLine): boolean {
  return line.kind === "detail" || (line.kind === "exact" && line.isDetail === true);
}

/** Later lines are indented past the number or mark of the first. */
function hanging(text: string, room: number): string[] {
  const indent = /^(?:\d+\.|[^\s\w]) /.exec(text)?.[0].length ?? 0;
  const [first = "", ...rest] = wrapped(text, room);
  if (rest.length === 0) return [first];
  const later = wrapped(text.slice(first.length).trimStart(), room - indent);
  return [first, ...later.map((line) => " ".repeat(indent) + line)];
}

/** A ground of its own over the whole width, between two empty lines of it. */
function banner(lines: readonly string[], width: number, paint: Paint): string[] {
  return ["", ...lines, ""].map((line) =>
    paint.bg("toolErrorBg", line + " ".repeat(Math.max(0, width - visibleWidth(line)))),
  );
}

/** On a ground of its own most colours are hard to read, in one theme or the other. */
function plainer(paint: Paint): Paint {
  return {
    fg: (colour, text) => (colour === "error" ? paint.fg(colour, text) : colour === "accent" ? paint.bold(text) : text),
    bg: (colour, text) => paint.bg(colour, text),
    bold: (text) => paint.bold(text),
  };
}
