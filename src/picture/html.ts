import { visible } from "../plan/visible.ts";
import { escaped } from "./svg-text.ts";

/** A piece of markup. Only `html` makes one of text, and only `drawing` of an SVG of ours. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Part = Html | string | number | undefined | false | readonly Part[];

/**
 * Markup with values in it. Every value that is no markup itself is text: it is escaped, and hidden characters in it are
 * spelled out, in the content of an element and in quoted attributes.
 */
export function html(template: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(
    template.map((piece, index) => piece + (index < values.length ? markupOf(values[index]) : "")).join(""),
  );
}

/** An SVG that a function of this room drew. */
export function drawing(svg: string): Html {
  return new Html(svg);
}

/** Text in which hidden characters are spelled out already: a command, a line of a diff. */
export function shown(text: string): Html {
  return new Html(escaped(visible(text, { multiline: true, spelled: true })));
}

function markupOf(value: Part): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.markup;
  if (typeof value === "object") return value.map(markupOf).join("");
  return escaped(visible(String(value), { multiline: true }));
}
