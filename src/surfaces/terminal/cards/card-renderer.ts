import type { EntryRenderer, MessageRenderer } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import type { CardDetails } from "../../../agent/card-details.ts";
import type { Paint } from "../paint.ts";
import { cardContent } from "./card-content.ts";
import { type CardLook, cardLines } from "./card-lines.ts";

/** The custom type under which cards are sent, and kept in the session's file. */
export const CARD_TYPE = "countersign";

/** A card that the model reads too, as plain text. */
export const renderCard: MessageRenderer<CardDetails> = ({ details }, options, paint) =>
  drawn(details, lookOf(options, paint));

/** A card for the person alone. */
export const renderCardEntry: EntryRenderer<CardDetails> = ({ data }, options, paint) =>
  drawn(data, lookOf(options, paint));

/** What pi says of a card's look; from 1.x on it also knows the keys that the person has chosen. */
interface RenderOptions {
  expanded: boolean;
  keyText?: (name: "app.tools.expand") => string;
}

function lookOf({ expanded, keyText }: RenderOptions, paint: Paint): CardLook {
  return { expanded, paint, expandKey: keyText?.("app.tools.expand") };
}

/**
 * A session's file may hold cards of another version, or foreign ones: those are left to pi. They are drawn once here,
 * because pi catches no error of a component that draws.
 */
function drawn(details: CardDetails | undefined, look: CardLook): Component | undefined {
  if (details === undefined || details === null) return undefined;
  try {
    const content = cardContent(details);
    if (content === undefined) return undefined;
    cardLines(content, 80, look);
    return { render: (width) => cardLines(content, width, look), invalidate: () => {} };
  } catch {
    return undefined;
  }
}
