import type { CommandNode, Statement } from "unbash";
import type { Finding } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import type { Judging } from "./command.ts";
import type { Flow } from "./flow.ts";
import type { Functions } from "./functions.ts";
import type { Node, Visit } from "./visit.ts";

/** What visitors of commands may do besides: visit inner commands, and record what is certain after them. */
export interface Walking extends Visit, Omit<Judging, keyof Visit> {
  readonly flow: Flow;
  readonly functions: Functions;
  /** All findings so far. */
  readonly findings: Finding[];
  /** What the line writes out as the input of the current command. */
  inputText: Argument | undefined;
  /** The names of the commands so far. */
  readonly commands: string[];
  /** Whether it is the first in its line. An error there would make bash skip the rest of the line. */
  isAtLineStart(node: Node): boolean;
  /** Statements one after the other, in this shell. */
  statements(statements: readonly Statement[]): void;
  command(node: CommandNode): void;
}
