import type { FrontMatter } from "./front-matter.ts";
import type { Span } from "./lines.ts";

/** A part of the text with one meaning: whole lines, without the last line break. */
export interface Piece extends Span {
  key: string;
}

export interface StepPiece extends Piece {
  /** The digits of the item's number. */
  number: Span;
  /** The position and the column of the item's content: later lines are indented to it. */
  contentStart: number;
  content: number;
  /** Written as `[ ] **Title** \`id\``: each part can be replaced alone. */
  exact: boolean;
  /** The character between the brackets. */
  box?: Span;
  title?: Span;
  titleEnd: number;
  description?: Span;
  fields: FieldPiece[];
}

/** `- key: value`; `value` is present if it is on the line of its key. */
export interface FieldPiece extends Piece {
  value?: Span;
}

export interface DecisionPiece extends Piece {
  selected?: Piece;
}

/** A section of the body. `content` is the text below the heading. */
export interface SectionPiece extends Piece {
  content: Span;
  /** The parts that can be replaced alone: items of a list, parts of the context. */
  parts: Piece[];
  /** Also holds the steps, so it cannot be replaced. */
  fixed?: boolean;
}

/** The positions of all parts of a text, for the writer. */
export interface Layout {
  lineBreak: string;
  frontMatter?: FrontMatter;
  bodyStart: number;
  /** The words of the `# heading` with the title. */
  title?: Span;
  sections: SectionPiece[];
  steps: StepPiece[];
  decisions: DecisionPiece[];
}
