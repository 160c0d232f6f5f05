import type { ParsedScript } from "unbash";
import type { Argument } from "./argument.ts";
import type { CommandCall, Judging } from "./command.ts";
import type { Mentions } from "./mentions.ts";
import type { Variables } from "./variables.ts";
import type { WordContext } from "./words.ts";
import type { Writes } from "./writes.ts";

/** A place in a command line. */
export type Span = Pick<Argument, "start" | "end" | "text">;

/** A node of the syntax tree, as far as its place matters. */
export interface Node {
  pos: number;
  end: number;
}

/** What the visitors of a script know, and where they report. */
export interface Visit extends Pick<Judging, "find" | "facts" | "directories"> {
  /** The directories in which commands may run, or `isDeeper` somewhere below; missing when that may be anywhere. */
  readonly places: readonly string[] | undefined;
  readonly isDeeper: boolean;
  readonly variables: Variables;
  /** Of the whole script. */
  readonly mentions: Mentions;
  span(node: Node): Span;
  textOf(node: Node): string;
  notUnderstood(node: Node, what: string, writes?: Writes): void;
  /** What is known of words at this place. */
  context(): WordContext;
  /** A variable may get a value here, or certainly does. Reported, unless a script may use it for itself. */
  assign(name: string, node: Node, isCertain: boolean): void;
  /** Commands in a substitution, in a shell of their own. `isBeside`: the line does not wait for them. */
  substitution(node: Node, script: ParsedScript, isBeside?: boolean): void;
  /** What a command reads, to find forbidden paths. */
  reads(call: CommandCall, isRecursive: boolean): void;
}
