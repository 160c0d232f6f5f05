import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findProgram } from "./find-program.ts";

/** The descriptor on which the sandbox lists the processes that a command left running. */
export const LEFT_FD = 5;

const MOST_PROCESSES = 50;
const MOST_CHARACTERS = 200;
const MOST_BYTES = 64 * 1024;

/**
 * For bash in the sandbox: the command lines of all processes in it, besides those of the sandbox. Where /proc is the machine's,
 * its numbers are the machine's, too: `NSpid` ends with the number in this namespace.
 */
const LIST = `
count=0
for dir in /proc/[0-9]*; do
  [ "$1" = own ] || [ "$dir/ns/pid" -ef /proc/self/ns/pid ] || continue
  pid=
  while read -r key numbers; do [ "$key" != NSpid: ] || pid=\${numbers##*[[:space:]]}; done <"$dir/status"
  case $pid in 1 | $$ | $PPID | "") continue ;; esac
  line=
  while IFS= read -r -d "" word; do line="$line $word"; done <"$dir/cmdline"
  [ -n "$line" ] || continue
  printf '%.${MOST_CHARACTERS}s\\0' "\${line# }"
  count=$((count + 1))
  [ "$count" -lt ${MOST_PROCESSES} ] || break
done
`.trim();

/**
 * For sh: runs the command, lists the processes that it left, and ends with its exit code. The sandbox ends with this process, and
 * its other processes with it. It prints nothing itself, such as that a signal ended the command.
 */
export const RUN_AND_LIST = `
proc=$1 bash=$2
shift 2
exec 9>&2 2>/dev/null
(exec 2>&9 9>&- ${LEFT_FD}>&-; exec "$@")
code=$?
[ -z "$proc" ] || { kill -0 -1 && "$bash" --norc --noprofile -p -c '${LIST.replaceAll("'", "'\\''")}' bash "$proc" >&${LEFT_FD}; }
exit $code
`.trim();

/** The command lines in a list. */
export function leftIn(list: Buffer): string[] {
  return list.toString("utf8").split("\0").filter(Boolean).slice(0, MOST_PROCESSES);
}

/**
 * Receives the list from a line of a shell, which can open a path and nothing else. A pipe: a command that gets at its other end
 * can write no file through it, and fills no disk.
 */
export class LeftPipe {
  readonly file: string;
  readonly #end: number;

  /** Throws where no pipe can be made. */
  constructor(env: NodeJS.ProcessEnv, project: string) {
    this.file = join(mkdtempSync(join(tmpdir(), "countersign-left-")), "processes");
    try {
      execFileSync(findProgram("mkfifo", env["PATH"], project) ?? "/usr/bin/mkfifo", ["-m", "600", this.file]);
      this.#end = openSync(this.file, constants.O_RDONLY | constants.O_NONBLOCK);
    } catch (error) {
      this.#remove();
      throw error;
    }
  }

  /** Call it once, when the command has ended. */
  read(): string[] {
    const buffer = Buffer.alloc(MOST_BYTES);
    try {
      return leftIn(buffer.subarray(0, readSync(this.#end, buffer)));
    } catch {
      // A process that holds the other end has written nothing.
      return [];
    } finally {
      closeSync(this.#end);
      this.#remove();
    }
  }

  #remove(): void {
    rmSync(dirname(this.file), { recursive: true, force: true });
  }
}
