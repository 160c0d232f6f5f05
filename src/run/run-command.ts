import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { defined } from "../plan/defined.ts";
import { agentEnvironment } from "../sandbox/environment.ts";
import { runInSandbox, shellFor } from "../sandbox/run.ts";
import { type Confinement, trespassWords } from "./confine.ts";
import { profileOf } from "./project-sandbox.ts";
import { unkeptPaths, unkeptWords } from "./unkept.ts";

/** How a command of a plan ended: `ok` is exit code 0, and `said` the end of what it printed, or why it did not run. */
export interface Checked {
  ok: boolean;
  said: string;
  /** How long it took. */
  seconds?: number;
  isTimedOut?: true;
  /** The command lines of processes that it left running, and that were ended. */
  left?: readonly string[];
  /** Paths that it created outside of the step's files, beside another step, and that are not kept. */
  unkept?: readonly string[];
}

export interface CommandOptions extends Confinement {
  signal?: AbortSignal;
  /** Milliseconds until it is killed; without it there is no limit. */
  timeout?: number;
  /** Gets everything it prints. */
  onOutput?: (text: string) => void;
  /** It dies with this process, also without a sandbox of Linux, where that is always so. */
  isTied?: boolean;
}

const LONGEST = 2_000;
/** The longest time that a timer can wait for. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Milliseconds to wait for the rest of the output once the command itself has ended. */
const GRACE = 500;

/** Runs a `run` or `verify` of a step, by the host, in the same confinement as the step's own commands. */
export async function runCommand(command: string, options: CommandOptions): Promise<Checked> {
  const { desk, agent, mode, cwd, sandbox, env, signal, onOutput } = options;
  const timeout = Math.min(options.timeout ?? LONGEST_TIMER, LONGEST_TIMER);
  if (sandbox.sandbox === "refuse") return { ok: false, said: `It was not run: ${sandbox.because}.` };
  const tail = new Tail(onOutput);
  const output = { stdout: tail.add, stderr: tail.add };
  if (sandbox.sandbox === "on") {
    const profile = profileOf(desk, mode, cwd, options);
    const ran = await runInSandbox(command, profile, {
      sandbox: sandbox.with,
      env,
      agent,
      timeout,
      output,
      ...defined({ signal }),
    });
    if (ran.trespassed.length > 0) tail.add(Buffer.from(`\n${trespassWords(ran.trespassed)}\n`));
    const unkept = unkeptPaths(ran.unkept, desk.project);
    if (unkept.length > 0) tail.add(Buffer.from(`\n${unkeptWords(unkept)}\n`));
    return {
      ...tail.checked(ran.code, ran.ended),
      ...(ran.left.length > 0 && { left: ran.left }),
      ...(unkept.length > 0 && { unkept }),
    };
  }
  const clean = agentEnvironment(env, { mode, project: desk.project, agent });
  const { code, ended } = await plainly(shellFor(command, env, desk.project), {
    cwd,
    env: clean,
    timeout,
    signal,
    tail,
    isTied: options.isTied ?? false,
  });
  return tail.checked(code, ended);
}

/** Keeps the end of the output, which has the reason. */
class Tail {
  readonly #heard: ((text: string) => void) | undefined;
  readonly #decoder = new StringDecoder("utf8");
  #text = "";
  readonly add = (chunk: Buffer): void => {
    const text = this.#decoder.write(chunk);
    this.#text = (this.#text + text).slice(-LONGEST);
    this.#heard?.(text);
  };

  constructor(heard: ((text: string) => void) | undefined) {
    this.#heard = heard;
  }

  checked(code: number | null, ended: string): Checked {
    const how = ended === "by itself" ? `exit code ${code}` : ended;
    const printed = this.#text.trim();
    return {
      ok: code === 0,
      said: code === 0 ? printed : [how, printed].filter(Boolean).join("\n"),
      ...(ended === "timed out" && { isTimedOut: true }),
    };
  }
}

interface Plainly {
  cwd: string;
  env: Record<string, string>;
  timeout: number;
  signal: AbortSignal | undefined;
  tail: Tail;
  isTied: boolean;
}

/** Kills the group of the command when the other end of descriptor 3 is closed: by us, or because this process died. */
const TIED = '{ read -r end <&3; kill -s KILL -- -$$; } >/dev/null 2>&1 & exec 3<&-; exec "$@"';

function plainly(argv: string[], { cwd, env, timeout, signal, tail, isTied }: Plainly) {
  return new Promise<{ code: number | null; ended: string }>((resolve, reject) => {
    const [file = "", ...args] = isTied ? ["/bin/sh", "-c", TIED, "sh", ...argv] : argv;
    const child = spawn(file, args, {
      ...{ cwd, env, detached: true },
      stdio: ["ignore", "pipe", "pipe", isTied ? "pipe" : "ignore"],
    });
    let ended = "by itself";
    let hold: NodeJS.Timeout | undefined;
    const end = (how: string) => () => {
      ended = how;
      // The whole group: what it started ends with it.
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    };
    const timer = setTimeout(end("timed out"), timeout);
    const abort = end("aborted");
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    child.stdout?.on("data", tail.add);
    child.stderr?.on("data", tail.add);
    child.on("error", (error) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      reject(error);
    });
    // A process that it left in the background may keep its output open.
    child.on("exit", () => {
      (child.stdio[3] as Writable | null | undefined)?.destroy();
      hold = setTimeout(() => [child.stdout, child.stderr].map((stream) => stream?.destroy()), GRACE);
    });
    child.on("close", (code, killedBy) => {
      clearTimeout(hold);
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      resolve({ code: code ?? (killedBy ? 128 + constants.signals[killedBy] : null), ended });
    });
  });
}
