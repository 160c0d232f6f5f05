import type { CommandNode, Statement } from "unbash";
import type { Finding } from "./analysis.ts";
import type { Judging } from "./command.ts";
import type { Flow } from "./flow.ts";
import type { Functions } from "./functions.ts";
import type { Node, Visit } from "./visit.ts";

/** What those who visit commands may do besides: go on with what is inside, and say what is certain after it. */
export interface Walking extends Visit, Omit<Judging, keyof Visit> {
  readonly flow: Flow;
  readonly functions: Functions;
  /** Everything that was found by now. */
  readonly findings: Finding[];
  /** The names of the commands by now. */
  readonly commands: string[];
  inputIsPlain: boolean;
  /** Whether nothing stands before it in its line. An error there would make bash skip the rest of the line. */
  isAtLineStart(node: Node): boolean;
  /** Statements one after the other, in this shell. */
  statements(statements: readonly Statement[]): void;
  command(node: CommandNode): void;
}
