import type { World } from "../world.ts";
import type { Writes } from "./writes.ts";

/** What is known when a command line is analysed. */
export interface ShellFacts {
  /** Where the command would run; absolute. */
  cwd: string;
  /** The user's home directory; absolute. */
  home: string;
  world: World;
  /** Directories and files that may not even be read. Absolute, as `World.resolve` gives them. */
  unreadable: readonly string[];
  /** It will run in the sandbox, where nothing it does can last. */
  sandboxed: boolean;
  /** Commands somebody taught us: patterns over arguments. */
  allow?: readonly string[];
}

/** Why a command line is not read-only, and where in it. */
export interface Finding {
  /**
   * `not_understood`: we cannot tell what it does. `mutating`: we can. `code`: it runs a program we cannot see.
   * `process`: it shows the environment or the memory of a process. `background`: something goes on after it has ended.
   */
  code: FindingCode;
  /** In words a model can act on. */
  reason: string;
  /** What to do instead. */
  hint?: string;
  /** Offsets into the command line, end exclusive, and the text between. */
  start: number;
  end: number;
  text: string;
  /** The command that it was found about, if it is a command's own doing. */
  by?: string;
  /** Every directory in which it may happen; empty when that is not known. */
  directories?: readonly string[];
  /** What it writes, where its words say that. */
  writes?: Writes;
}

export type FindingCode =
  | "syntax"
  | "too_long"
  | "not_understood"
  | "unknown_command"
  | "unknown_option"
  | "dynamic"
  | "mutating"
  | "code"
  | "redirect"
  | "environment"
  | "unreadable"
  | "process"
  | "background"
  | "git_configuration";

export type Analysis =
  /** Nothing in it can change anything. */
  | { readOnly: true; commands: readonly string[] }
  | { readOnly: false; findings: readonly [Finding, ...Finding[]]; commands: readonly string[] };
