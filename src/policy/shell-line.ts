import { named } from "./named.ts";
import type { Facts } from "./situation.ts";
import type { Tool, ToolCall } from "./tool.ts";

/** The command line of a call, the shell that reads it, and where it runs. */
export interface ShellLine {
  line: string;
  /** `bash`, `sh`, `zsh` …; absent if no shell is involved and the line only spells out the arguments. */
  shell: string | undefined;
  cwd: string;
}

/** The line that a shell tool would run; a text says why it is unknown. */
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
 * Lines are read as bash reads them. Other shells read some differently (`[[ a > b ]]` writes a file in sh), so they
 * may only get what means the same everywhere: plain words, quoted text, pipes and lists.
 */
export function isReadAlike({ line, shell }: ShellLine): boolean {
  if (shell === undefined || shell === "bash") return true;
  // Other shells have other quotes: in fish, a quote after a backslash does not end a text.
  if (!ALIKE.test(shell) || line.includes("\0")) return false;
  // One pass for both kinds of quotes: a quote inside the other kind begins nothing.
  const texts: string[] = [];
  const unquoted = line.replace(/'[^']*'|"[^"\\$`!]*"/g, (text) => `\0${texts.push(text) - 1}\0`);
  const rest = unquoted.replace(/2>(?:&1|\/dev\/null)(?=\s|$|[|;])/g, "").replace(/&&/g, ";");
  if (!/^[A-Za-z0-9_./:,@%+=|; \t\n\0-]*$/.test(rest) || /(?:^|[\s|;])=|==/.test(rest)) return false;
  const back = (text: string) => text.replace(/\0(\d+)\0/g, (_, index) => texts[Number(index)] ?? "");
  return rest.split(/[|;\n]+/).every((command) => isDoneAlike(command.trim(), back(command.trim())));
}

/**
 * Whether every shell does the same for a command, given without its quoted texts and with them. zsh sets its PATH by
 * `path=x`, also in a loop and by `read path`, and reads the words of many built-ins as arithmetic, in which
 * `a[$(command)]` runs a command: of the built-ins, only these uses are known to be the same.
 */
function isDoneAlike(command: string, whole: string): boolean {
  const [name = ""] = command.split(/\s/, 1);
  if (name === "") return true;
  if (!/^[A-Za-z0-9_./:][A-Za-z0-9_./:+-]*$/.test(name)) return false;
  const use = USES.get(name);
  return use === undefined ? !DONE_BY_SHELLS.has(name) : use.test(whole);
}

const ANY = /^/;
const USES = new Map([
  ...["echo", "pwd", "true", "false", ":"].map((name) => [name, ANY] as const),
  ["cd", /^cd(?:\s+(?:[\w./][^\s'"]*|'[^'-][^']*'|"[^"-][^"]*"))?$/],
  ["test", /^test\s+-[defhLrswxzn]\s+(?:[^\s'"]+|'[^']*'|"[^"]*")$/],
  ["printf", /^printf\s+(?:'(?!-)(?:[^'%]|%[sbc%])*'|"(?!-)(?:[^"%]|%[sbc%])*")(?:\s|$)/],
]);

/** The built-ins of bash, sh and zsh, and the words of their grammar. */
const DONE_BY_SHELLS = new Set(
  (
    ". alias autoload bg bindkey break builtin bye cap case chdir clone command compgen complete continue coproc " +
    "declare dirs disable disown do done echotc echoti elif else emulate enable end esac eval exec exit export fc fg " +
    "fi float for foreach function functions getcap getln getopts hash help history if in integer jobs kill let " +
    "limit local log logout mapfile nocorrect noglob nohup popd print private pushd pushln r read readarray readonly " +
    "rehash repeat return sched select set setcap setopt shift shopt source stat suspend then time times trap ttyctl " +
    "type typeset ulimit umask unalias unfunction unhash unlimit unset unsetopt until vared wait whence where which " +
    "while zcompile zformat zle zmodload zparseopts zstyle"
  ).split(" "),
);

const ALIKE = /^(?:sh|ash|dash|ksh|ksh93|mksh|zsh)$/;
const SHELLS = /^(?:\/(?:usr\/)?bin\/)?(?:bash|sh|zsh|dash)$/;

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isWords(value: unknown): value is [string, ...string[]] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
}

/** Arguments without a shell, quoted so that a shell would read them unchanged. */
function quote(word: string, position: number): string {
  const isPlain = /^[A-Za-z0-9_./:,@%+-]+$/.test(word) && (position > 0 || word.includes("/") || !RESERVED.test(word));
  return isPlain ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const RESERVED = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|time|coproc)$/;
