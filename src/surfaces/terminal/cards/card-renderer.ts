import type { EntryRenderer, MessageRenderer } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import type { CardDetails } from "../../../agent/card-details.ts";
import { cardContent } from "./card-content.ts";
import { type CardLook, cardLines } from "./card-lines.ts";

/** The custom type under which cards are sent, and kept in the session's file. */
export const CARD_TYPE = "countersign";

/** A card that the model reads too, in its own words. */
export const renderCard: MessageRenderer<CardDetails> = ({ details }, { expanded }, paint) =>
  drawn(details, { expanded, paint });

/** A card for the person alone. */
export const renderCardEntry: EntryRenderer<CardDetails> = ({ data }, { expanded }, paint) =>
  drawn(data, { expanded, paint });

/**
 * What a session's file holds may be of another version, or not ours at all: what cannot be understood is left to pi. It is
 * understood here, because nothing catches what is thrown while a component is drawn.
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
