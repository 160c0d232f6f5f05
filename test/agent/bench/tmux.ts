import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { lacks } from "../../system-programs.ts";
import { afterTest } from "./after-test.ts";
import { atMostEvery } from "./at-most-every.ts";
import { bytesOf, type KeyName } from "./keys.ts";
import { type Cli, type CliOptions, prepareCli } from "./pi-cli.ts";
import { ScreenNews, type Wanted } from "./screen-news.ts";

/** For `describe.skipIf(!hasTmux)`. */
export const hasTmux = !lacks("tmux");

export interface TmuxOptions extends CliOptions {
  columns?: number;
  rows?: number;
}

/** The real program in a real terminal, with somebody at it. */
export interface TmuxTerminal extends Cli {
  /** Waits until pi takes what is entered, in the project or another directory. It draws its screen, and loses an Enter, before. */
  ready(directory?: string): Promise<void>;
  /** As if typed, all of it at once. */
  type(text: string): void;
  press(...keys: KeyName[]): void;
  screen(): string;
  shows(wanted: Wanted): Promise<string>;
  hides(wanted: Wanted): Promise<string>;
  resize(columns: number, rows: number): void;
  /** Of the program itself. */
  pid: number;
  /** Ends the program without warning, and waits until it is gone. */
  kill9(): Promise<void>;
  /** Waits until the program has ended; its exit code, or 128 and the signal as a shell says it. */
  left(): Promise<number>;
  /** The program started again at the same place, with the same model, on a clean screen. */
  again(more?: Pick<TmuxOptions, "args" | "columns" | "rows" | "env">): Promise<TmuxTerminal>;
  close(): void;
}

export async function openTmux(options: TmuxOptions = {}): Promise<TmuxTerminal> {
  const cli = await prepareCli(options);
  // A server of its own, gone with the project: whatever the user has configured does not matter here.
  const server = ["-S", join(cli.project.root, `tmux-${randomUUID().slice(0, 8)}`), "-f", "/dev/null"];
  const tmux = (...args: string[]) => execFileSync("tmux", [...server, ...args], { encoding: "utf8", env: cli.env });
  const [began, ended] = ["began", "ended"].map((what) => `${what}-${randomUUID().slice(0, 8)}`) as [string, string];
  const beginning = lineIn(cli.project.root, began);
  // Told by the shell around the program: tmux itself sometimes misses that a program has ended.
  const ending = lineIn(cli.project.root, ended);
  const files = [began, ended].map((name) => join(cli.project.root, name)) as [string, string];
  start(tmux, cli, files, options.columns ?? 80, options.rows ?? 30);

  const screen = () => tmux("capture-pane", "-p").trimEnd();
  const told = (format: string) => tmux("display-message", "-p", format).trim();
  const news = new ScreenNews(screen, 30_000);
  const attached = spawn("tmux", [...server, "-C", "attach-session", "-f", "ignore-size"]);
  // pi names the window when it has started; until then it has the name of the machine.
  const titles = new ScreenNews(() => told("#{pane_title}"), 30_000);
  const tell = atMostEvery(10, () => {
    news.tell();
    titles.tell();
  });
  createInterface({ input: attached.stdout }).on("line", tell);
  let closed = false;
  void ending.line.then(() => {
    news.end("the program is gone");
    titles.end("the program is gone");
  });
  const gone = async () => Number(await soon(ending.line, () => `The program did not end. It shows:\n${screen()}`));
  const close = () => {
    if (closed) return;
    closed = true;
    beginning.stop();
    ending.stop();
    tell.stop();
    attached.kill();
    spawnSync("tmux", [...server, "kill-server"]);
  };
  afterTest(close);

  const pid = Number(await soon(beginning.line, () => "The program did not start."));
  return {
    ...cli,
    ready: async (directory = cli.project.cwd) => void (await titles.until(` - ${basename(directory)}`)),
    type: (text) => void tmux("send-keys", "-l", text),
    press: (...keys) => {
      for (const key of keys)
        tmux("send-keys", "-H", ...[...Buffer.from(bytesOf(key))].map((byte) => byte.toString(16)));
    },
    screen,
    shows: (wanted) => news.until(wanted),
    hides: (wanted) => news.until(wanted, false),
    resize: (columns, rows) => void tmux("resize-window", "-x", String(columns), "-y", String(rows)),
    pid,
    kill9: async () => {
      process.kill(pid, "SIGKILL");
      await gone();
    },
    left: gone,
    again: (more = {}) => {
      close();
      return openTmux({ ...options, ...more, project: cli.project, server: cli.server });
    },
    close,
  };
}

/** All in one breath: whatever the program does first, it does under these settings. */
function start(
  tmux: (...args: string[]) => string,
  { command, env, project }: Cli,
  [began, ended]: [string, string],
  columns: number,
  rows: number,
) {
  const inner = 'echo $$ > "$0"; exec "$@"';
  // Ctrl+C reaches this shell too, which has to tell how the program ended.
  const outer = 'trap : INT; inner=$1 began=$2 ended=$3; shift 3; sh -c "$inner" "$began" "$@"; echo $? > "$ended"';
  const program = ["sh", "-c", outer, "sh", inner, began, ended, ...command];
  const variables = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const size = ["-x", String(columns), "-y", String(rows)];
  const session = ["new-session", "-d", ...size, "-c", project.cwd, ...variables, ...program];
  const settings = [
    "set -g remain-on-exit on",
    "set -g window-size manual",
    "set -g status off",
    "set -s escape-time 0",
    "set -s extended-keys on",
  ];
  tmux(...session, ...settings.flatMap((setting) => [";", ...setting.split(" ")]));
}

async function soon<Value>(awaited: Promise<Value>, otherwise: () => string): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(otherwise())), 30_000);
  return Promise.race([awaited, late.promise]).finally(() => clearTimeout(timer));
}

/** Waits for a file that a shell writes a line to, and gives that line. */
function lineIn(directory: string, name: string): { line: Promise<string>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<string>();
  const look = () => {
    const text = existsSync(join(directory, name)) ? readFileSync(join(directory, name), "utf8") : "";
    if (!text.endsWith("\n")) return;
    watcher.close();
    resolve(text.trim());
  };
  const watcher = watch(directory, look);
  look();
  return { line: promise, stop: () => watcher.close() };
}
