import type { World } from "../world.ts";
import type { Writes } from "./writes.ts";

/** The facts for analysing a command line. */
export interface ShellFacts {
  /** Where the command would run; absolute. */
  cwd: string;
  /** The user's home directory; absolute. */
  home: string;
  world: World;
  /** Directories and files that may not even be read. Absolute, as `World.resolve` gives them. */
  unreadable: readonly string[];
  /** It will run in the sandbox, where no change lasts. */
  sandboxed: boolean;
  /** Commands that the user allows, as patterns over arguments. */
  allow?: readonly string[];
}

/** Why a command line is not read-only, and where in it. */
export interface Finding {
  /**
   * `not_understood`: its effect is unknown. `mutating`: it changes something. `code`: it runs a program that cannot
   * be read. `process`: it reveals the environment or the memory of a process. `background`: it continues after the
   * line has ended.
   */
  code: FindingCode;
  /** In words that a model can act on. */
  reason: string;
  /** What to do instead. */
  hint?: string;
  /** Offsets into the command line, end exclusive, and the text between. */
  start: number;
  end: number;
  text: string;
  /** The command that it is about, if it is the command's own effect. */
  by?: string;
  /** Every directory in which it may happen; empty if unknown. */
  directories?: readonly string[];
  /** The paths it writes, if its words name them. */
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
  /** No part of it can change anything. */
  | { readOnly: true; commands: readonly string[] }
  | {
      readOnly: false;
      findings: readonly [Finding, ...Finding[]];
      commands: readonly string[];
      /** The texts in it that are run as scripts: `bash -c '…'`. */
      scripts?: readonly string[];
    };
