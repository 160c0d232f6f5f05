import type { FrontMatter } from "./front-matter.ts";
import type { Span } from "./lines.ts";

/** A part of the text that says one thing: whole lines, without the line break after them. */
export interface Piece extends Span {
  key: string;
}

export interface StepPiece extends Piece {
  /** The digits of the item's number. */
  number: Span;
  /** Where the item's content starts, and in which column: later lines stand under it. */
  contentStart: number;
  content: number;
  /** Written as `[ ] **Title** \`id\``: its words can be replaced one by one. */
  exact: boolean;
  /** The character between the brackets. */
  box?: Span;
  title?: Span;
  titleEnd: number;
  description?: Span;
  fields: FieldPiece[];
}

/** `- key: value`; `value` is there when it stands on the line of its key. */
export interface FieldPiece extends Piece {
  value?: Span;
}

export interface DecisionPiece extends Piece {
  selected?: Piece;
}

/** A section of the body. `content` is what stands under the heading. */
export interface SectionPiece extends Piece {
  content: Span;
  /** The parts that can be replaced by themselves: items of a list, parts of the context. */
  parts: Piece[];
  /** Holds the steps as well, and so cannot be replaced. */
  fixed?: boolean;
}

/** Where everything stands in a text, for the writer. */
export interface Layout {
  lineBreak: string;
  frontMatter?: FrontMatter;
  bodyStart: number;
  /** The words of the `# heading` that says the title. */
  title?: Span;
  sections: SectionPiece[];
  steps: StepPiece[];
  decisions: DecisionPiece[];
}
