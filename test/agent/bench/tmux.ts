import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { missingTools } from "../../missing-tools.ts";
import { afterTest } from "./after-test.ts";
import { bytesOf, type KeyName } from "./keys.ts";
import { type Cli, type CliOptions, prepareCli } from "./pi-cli.ts";
import { ScreenNews, type Wanted } from "./screen-news.ts";

/** `describe.skipIf(!hasTmux)`: says aloud that tmux is missing, or fails where skipping is not allowed. */
export const hasTmux = missingTools("tmux").length === 0;

export interface TmuxOptions extends CliOptions {
  columns?: number;
  rows?: number;
}

/** The real program in a real terminal, with somebody at it. */
export interface TmuxTerminal extends Cli {
  /** Waits until pi takes what is entered. It draws its screen, and loses an Enter, before. */
  ready(): Promise<void>;
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
  const ending = join(cli.project.root, `ended-${randomUUID().slice(0, 8)}`);
  start(tmux, cli, ending, options.columns ?? 80, options.rows ?? 30);

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
  const death = Promise.withResolvers<number>();
  // Asked of the shell around the program: tmux itself sometimes misses that a program has ended.
  const heartbeat = setInterval(() => {
    const code = existsSync(ending) ? readFileSync(ending, "utf8") : "";
    if (!code.endsWith("\n")) return;
    clearInterval(heartbeat);
    death.resolve(Number(code));
    news.end("the program is gone");
    titles.end("the program is gone");
  }, 50);
  const gone = async () => {
    const late = setTimeout(() => death.reject(new Error(`The program did not end. It shows:\n${screen()}`)), 30_000);
    return death.promise.finally(() => clearTimeout(late));
  };
  const close = () => {
    if (closed) return;
    closed = true;
    clearInterval(heartbeat);
    tell.stop();
    attached.kill();
    spawnSync("tmux", [...server, "kill-server"]);
  };
  afterTest(close);

  const pid = await childOf(told("#{pane_pid}"));
  return {
    ...cli,
    ready: async () => void (await titles.until(` - ${basename(cli.project.cwd)}`)),
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
  ending: string,
  columns: number,
  rows: number,
) {
  const program = ["sh", "-c", 'ending=$1; shift; "$@"; echo $? > "$ending"', "sh", ending, ...command];
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

/** A screen is drawn in many pieces, and to look at it starts a process: not for each of them. */
function atMostEvery(milliseconds: number, act: () => void): (() => void) & { stop(): void } {
  let planned: NodeJS.Timeout | undefined;
  const later = () => {
    planned ??= setTimeout(() => {
      planned = undefined;
      act();
    }, milliseconds);
  };
  return Object.assign(later, { stop: () => clearTimeout(planned) });
}

/** The program inside of the shell that waits for it; it may have to start first. */
async function childOf(shell: string): Promise<number> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
    const found = rows.map((row) => row.trim().split(/\s+/)).find(([, parent]) => parent === shell)?.[0];
    if (found !== undefined) return Number(found);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("The program did not start.");
}
