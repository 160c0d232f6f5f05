import type { MessageRenderer } from "@earendil-works/pi-coding-agent";
import type { CardDetails } from "../../../agent/card-details.ts";
import { cardContent } from "./card-content.ts";
import { cardLines } from "./card-lines.ts";

/** The custom type under which cards are sent, and kept in the session's file. */
export const CARD_TYPE = "countersign";

/**
 * Draws cards in the transcript. What a session's file holds may be of another version, or not ours at all: what
 * cannot be understood is left to pi, which shows the message's text. It is understood here, because nothing catches
 * what is thrown while a component is drawn.
 */
export const renderCard: MessageRenderer<CardDetails> = ({ details }, { expanded }, paint) => {
  if (details === undefined || details === null) return undefined;
  try {
    const content = cardContent(details);
    if (content === undefined) return undefined;
    cardLines(content, 80, { paint, expanded });
    return { render: (width) => cardLines(content, width, { paint, expanded }), invalidate: () => {} };
  } catch {
    return undefined;
  }
};
