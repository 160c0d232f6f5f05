/** A part of the page that can be selected as a whole. */
export interface Block {
  /** Lines above it, such as a heading; they are not marked when the block is selected. */
  lead: readonly string[];
  lines: readonly string[];
  /** The position in the plan of the step it shows. */
  step?: number;
  /** Of a block that is signed, or that a person should know before they sign. */
  content?: Content;
}

export interface Content {
  /** What the block is called while it is not on the screen: `Risks`. */
  name: string;
  /** The same for the same content, however it is drawn. */
  identity: string;
  /** Some of it is not among the lines. */
  isFolded: boolean;
}

/** Where blocks stand on the page, in lines: `from` with what is above it. */
export interface Span {
  from: number;
  start: number;
  end: number;
}

export function spansOf(blocks: readonly Block[]): Span[] {
  let at = 0;
  return blocks.map(({ lead, lines }) => {
    const from = at;
    const start = from + lead.length;
    at = start + lines.length;
    return { from, start, end: at };
  });
}
