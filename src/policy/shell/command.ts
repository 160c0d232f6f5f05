import type { FindingCode, ShellFacts } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import type { Ends } from "./prints-names.ts";
import type { Writes } from "./writes.ts";

/** One simple command, with what is known of its words. */
export interface CommandCall {
  name: Argument & { values: readonly [string] };
  args: readonly Argument[];
}

/** What the judge of a command may ask and report. */
export interface Judging {
  readonly facts: ShellFacts;
  /** Every directory the command may run in; empty if unknown. */
  readonly directories: readonly string[];
  /** The items of its input, split at NUL characters, never begin with a dash. */
  readonly inputIsPlain: boolean;
  /** Its input, if the line writes it out: a here-document, a here-string. */
  readonly inputText?: Argument | undefined;
  /** Its input consists of names of commits, one for each line. */
  readonly inputIsCommits: boolean;
  /** How the names in its input end, if it consists of names only. */
  readonly inputNames: Ends | undefined;
  /**
   * Reports why the command is not read-only, and the paths it writes if its words name them. Without a report it is
   * read-only.
   */
  find(
    at: Pick<Argument, "start" | "end" | "text">,
    code: FindingCode,
    reason: string,
    hint?: string,
    writes?: Writes,
  ): void;
  /** Judges the command that these words form, as if it were written alone: what wrappers run. */
  judgeCommand(words: readonly Argument[]): void;
  /** Judges the script in this word, with the values of `$0`, `$1` … in it: `bash -c '…' _ a`. */
  judgeScript(at: Argument, parameters?: readonly Argument[]): void;
  /** The program that this word is opens these files. */
  opens(files: readonly string[], at: Argument): void;
  /** Commands may run in one of these directories from here on. */
  enter(targets: readonly string[]): void;
  /** … or somewhere below, where no secret is. */
  goDeeper(): void;
  /** … or anywhere. */
  lose(): void;
}

/** The description of a command, or of a family of similar commands. */
export interface CommandSpec {
  names: readonly string[];
  /** READ: it has uses that only read; `judge` tells them apart. WRITE: it exists to change something. */
  level: "READ" | "WRITE";
  /** Its effect; for WRITE the reason it is refused. */
  reason: string;
  /** What to do instead of a WRITE command. */
  hint?: string;
  /** READ only: reports what is wrong with this call. Absent: no option and no operand can change anything. */
  judge?: (call: CommandCall, judging: Judging) => void;
  /** It prints the content of the files below a named directory (or below the current one). */
  recursive?: (call: CommandCall) => boolean;
}
