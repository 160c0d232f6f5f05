import { oneLine, packed, wrapped } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { actionsFor } from "./actions.ts";
import type { BrowserView } from "./browser-lines.ts";

type KeyWord = readonly [key: string, word: string];

/** Keys that do something now, and no others. */
export function keyLines(view: BrowserView, width: number, paint: Paint): string[] {
  const { all, items, index, filter, toCancel } = view;
  if (toCancel !== undefined) {
    const question = `Cancel ${oneLine(toCancel)}? x again cancels it; any other key keeps it.`;
    return wrapped(question, width - 2).map((line) => ` ${paint.fg("warning", line)}`);
  }
  const item = items[index];
  const offered: KeyWord[] =
    item === undefined
      ? []
      : item.kind === "request"
        ? [["enter", "answer"]]
        : actionsFor(item.plan).flatMap(({ key, shown = key, label }) =>
            label === "" ? [] : [[shown, label] as const],
          );
  const filtering: KeyWord[] = all.length === 0 ? [] : [["/", "filter"]];
  const keys: KeyWord[] = filter?.isTyping
    ? [
        ["enter", "keep"],
        ["esc", "clear"],
      ]
    : [...offered, ...filtering, ["esc", filter === undefined ? "close" : "clear"]];
  const pieces = keys.map(([key, word]) => `${paint.fg("accent", key)} ${paint.fg("muted", word)}`);
  return packed(pieces, "  ", width - 2).map((line) => ` ${line}`);
}
