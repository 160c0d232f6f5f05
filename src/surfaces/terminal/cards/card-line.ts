import type { ThemeColor } from "@earendil-works/pi-coding-agent";
import { defined } from "../../../plan/defined.ts";

/** A card before it is laid out: whether it is printed or drawn, it says the same. */
export interface CardContent {
  mark: string;
  tone: ThemeColor;
  title: string;
  body: CardLine[];
  /** Stands out from everything around it. */
  banner?: true;
  /** One quiet line, as far as it fits, until the card is expanded. */
  brief?: true;
}

/** A line of a card. Foreign text is quoted, so that it cannot pass for ours. */
export type CardLine =
  | { kind: "fact"; text: string; colour?: ThemeColor }
  /** Shown only if the card is expanded. */
  | { kind: "detail"; text: string }
  | { kind: "quote"; text: string }
  /** A command that ran, or a whole call: made visible already, and its line breaks are marked. */
  | { kind: "exact"; text: string; isDetail?: true }
  | { kind: "command"; command: string; does: string };

export function fact(text: string, colour?: ThemeColor): CardLine {
  return { kind: "fact", text, ...defined({ colour }) };
}

export function detail(text: string): CardLine {
  return { kind: "detail", text };
}

/** No line for an empty text. */
export function quote(text: string | undefined): CardLine[] {
  return text === undefined || text.trim() === "" ? [] : [{ kind: "quote", text }];
}
