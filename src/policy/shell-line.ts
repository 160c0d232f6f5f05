import { named } from "./named.ts";
import type { Facts } from "./situation.ts";
import type { Tool, ToolCall } from "./tool.ts";

/** The command line of a call, the shell that reads it, and where it runs. */
export interface ShellLine {
  line: string;
  /** `bash`, `sh`, `zsh` …; nothing where no shell is asked and the line is only how we write the arguments down. */
  shell: string | undefined;
  cwd: string;
}

/** What a shell tool is asked to run; a text says why it cannot be told. */
export function shellLineOf(call: ToolCall, tool: Tool, facts: Facts): ShellLine | string {
  if (tool.command === undefined) return `${named(call.tool)} runs a program that cannot be seen`;
  const command = call.input[tool.command];
  const where = tool.directory === undefined ? undefined : call.input[tool.directory];
  if (where !== undefined && where !== null && typeof where !== "string") return `${tool.directory} is not a path`;
  const cwd = where ? facts.world.resolve(where, facts.cwd) : facts.cwd;
  if (typeof command === "string") return { line: command, shell: baseName(facts.shell), cwd };
  if (!isWords(command)) return `${tool.command} is neither a line nor a list of words`;
  const [program, option, script, ...more] = command;
  const isShell = SHELLS.test(program) && (option === "-c" || option === "-lc") && more.length === 0;
  if (isShell && script !== undefined) return { line: script, shell: baseName(program), cwd };
  return { line: command.map(quote).join(" "), shell: undefined, cwd };
}

/**
 * Lines are read as bash reads them. Others read some of them differently (`[[ a > b ]]` writes a file in sh), so that
 * they may only be given what means the same everywhere: plain words, quoted text, pipes and lists.
 */
export function isReadAlike({ line, shell }: ShellLine): boolean {
  if (shell === undefined || shell === "bash") return true;
  // One pass for both kinds of quotes: a quote that stands inside the other kind begins nothing.
  const unquoted = line.replace(/'[^']*'|"[^"\\$`!]*"/g, "q");
  const rest = unquoted.replace(/2>(?:&1|\/dev\/null)(?=\s|$|[|;])/g, "").replace(/&&/g, ";");
  return /^[A-Za-z0-9_./:,@%+=|; \t\n-]*$/.test(rest) && !/(?:^|[\s|;])=|==/.test(rest);
}

const SHELLS = /^(?:\/(?:usr\/)?bin\/)?(?:bash|sh|zsh|dash)$/;

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isWords(value: unknown): value is [string, ...string[]] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
}

/** Arguments that no shell reads, written so that one would read them as they are. */
function quote(word: string, position: number): string {
  const isPlain = /^[A-Za-z0-9_./:,@%+-]+$/.test(word) && (position > 0 || word.includes("/") || !RESERVED.test(word));
  return isPlain ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const RESERVED = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|time|coproc)$/;
