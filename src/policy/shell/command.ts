import type { FindingCode, ShellFacts } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import type { Ends } from "./prints-names.ts";
import type { Writes } from "./writes.ts";

/** One simple command, with what is known of its words. */
export interface CommandCall {
  name: Argument & { values: readonly [string] };
  args: readonly Argument[];
}

/** What the judge of a command may ask and say. */
export interface Judging {
  readonly facts: ShellFacts;
  /** Every directory the command may run in; empty when that is not known. */
  readonly directories: readonly string[];
  /** What the command reads, taken apart at NUL characters, has no item that begins with a dash. */
  readonly inputIsPlain: boolean;
  /** The command reads names of commits, one a line, and nothing else. */
  readonly inputIsCommits: boolean;
  /** How the names end that the command reads, if those are all it reads. */
  readonly inputNames: Ends | undefined;
  /** Says why the command is not read-only, and what it writes if its words tell. Saying nothing means that it is. */
  find(
    at: Pick<Argument, "start" | "end" | "text">,
    code: FindingCode,
    reason: string,
    hint?: string,
    writes?: Writes,
  ): void;
  /** Judges the command these words are, as if it stood by itself: what wrappers run. */
  judgeCommand(words: readonly Argument[]): void;
  /** Judges the script that this word is, and what `$0`, `$1` … are in it: `bash -c '…' _ a`. */
  judgeScript(at: Argument, parameters?: readonly Argument[]): void;
  /** Commands may run there from here on; without a target that is not known any more. */
  enter(target?: string): void;
}

/** What is known of a command, or of a family of commands that are alike. */
export interface CommandSpec {
  names: readonly string[];
  /** READ: it has uses that only read; `judge` tells them apart. WRITE: it is there to change something. */
  level: "READ" | "WRITE";
  /** What it does that matters here; for WRITE the reason it is refused. */
  reason: string;
  /** What to do instead of a WRITE command. */
  hint?: string;
  /** READ only: says what is wrong with this call. Missing: no option and no operand of it can change anything. */
  judge?: (call: CommandCall, judging: Judging) => void;
  /** It prints what is in the files below a directory that is named (or below the current one). */
  recursive?: (call: CommandCall) => boolean;
}
