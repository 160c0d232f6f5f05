import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { missingTools } from "../../missing-tools.ts";

export const hasTmux = missingTools("tmux").length === 0;

/** A real terminal of 80 columns, with somebody at it. */
export class Terminal {
  readonly #socket = `countersign-${randomUUID()}`;

  constructor(directory: string, env: NodeJS.ProcessEnv) {
    const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : ["-e", `${name}=${value}`]));
    // A server of its own, and a plain shell: whatever the user has configured does not matter here.
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "60", "-c", directory, ...set, "sh");
  }

  type(text: string): void {
    this.#tmux("send-keys", "-l", text);
    this.#tmux("send-keys", "Enter");
  }

  /** A single key, as tmux calls it. */
  press(key: string): void {
    this.#tmux("send-keys", key);
  }

  screen(): string {
    return this.#tmux("capture-pane", "-p", "-J");
  }

  async see(wanted: string | RegExp): Promise<string> {
    for (const end = Date.now() + 20_000; Date.now() < end; ) {
      const screen = this.screen();
      if (typeof wanted === "string" ? screen.includes(wanted) : wanted.test(screen)) return screen;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The terminal never showed ${wanted}. It shows:\n${this.screen()}`);
  }

  close(): void {
    spawnSync("tmux", ["-L", this.#socket, "kill-server"]);
  }

  #tmux(...args: string[]): string {
    return execFileSync("tmux", ["-L", this.#socket, ...args], { encoding: "utf8" });
  }
}
