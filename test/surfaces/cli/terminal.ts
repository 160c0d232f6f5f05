import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { atMostEvery } from "../../agent/bench/at-most-every.ts";
import { ScreenNews, type Wanted } from "../../agent/bench/screen-news.ts";
import { lacks } from "../../system-programs.ts";

export const hasTmux = !lacks("tmux");

/** A real terminal of 80 columns, with somebody at it. */
export class Terminal {
  readonly #socket = `countersign-${randomUUID()}`;
  readonly #news = new ScreenNews(() => this.screen(), 30_000);
  readonly #look = atMostEvery(20, () => this.#news.tell());
  readonly #watching: ChildProcess;

  constructor(directory: string, env: NodeJS.ProcessEnv) {
    const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : ["-e", `${name}=${value}`]));
    // A server of its own, and a plain shell: whatever the user has configured does not matter here.
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "60", "-c", directory, ...set, "sh");
    this.#watching = spawn("tmux", ["-L", this.#socket, "-C", "attach-session", "-f", "ignore-size"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    if (this.#watching.stdout) createInterface({ input: this.#watching.stdout }).on("line", this.#look);
  }

  type(text: string): void {
    this.#tmux("send-keys", "-l", text, ";", "send-keys", "Enter");
  }

  /** A single key, as tmux calls it. */
  press(key: string): void {
    this.#tmux("send-keys", key);
  }

  screen(): string {
    return this.#tmux("capture-pane", "-p", "-J");
  }

  see(wanted: Wanted): Promise<string> {
    return this.#news.until(wanted);
  }

  close(): void {
    this.#look.stop();
    this.#watching.kill();
    spawnSync("tmux", ["-L", this.#socket, "kill-server"]);
  }

  #tmux(...args: string[]): string {
    return execFileSync("tmux", ["-L", this.#socket, ...args], { encoding: "utf8" });
  }
}
