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

/** A line of a card. Words of somebody else are quoted, so that they cannot pass for ours. */
export type CardLine =
  | { kind: "fact"; text: string; colour?: ThemeColor }
  /** Shown only if the card is expanded. */
  | { kind: "detail"; text: string }
  | { kind: "quote"; text: string }
  /** Made visible already, and broken only where the eye sees it: a command that ran, or all of a call. */
  | { kind: "exact"; text: string; isDetail?: true }
  | { kind: "command"; command: string; does: string };

export function fact(text: string, colour?: ThemeColor): CardLine {
  return { kind: "fact", text, ...defined({ colour }) };
}

export function detail(text: string): CardLine {
  return { kind: "detail", text };
}

/** Nothing for words that nobody said. */
export function quote(text: string | undefined): CardLine[] {
  return text === undefined || text.trim() === "" ? [] : [{ kind: "quote", text }];
}
