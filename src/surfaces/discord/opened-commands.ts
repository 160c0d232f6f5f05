import type { CommandToRun } from "../../plan/commands-to-run.ts";
import type { ShownText } from "./cards/custom-id.ts";

/** Which commands of which text a person has opened since the bot started. */
export class OpenedCommands {
  readonly #opened = new Map<string, Set<string>>();

  open(person: string, shown: ShownText, commands: readonly CommandToRun[]): void {
    const key = keyOf(person, shown);
    const opened = this.#opened.get(key) ?? new Set();
    this.#opened.delete(key);
    this.#opened.set(key, opened);
    for (const command of commands) opened.add(nameOf(command));
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > MOST && oldest !== undefined) this.#opened.delete(oldest);
  }

  has(person: string, shown: ShownText, command: CommandToRun): boolean {
    return this.#opened.get(keyOf(person, shown))?.has(nameOf(command)) ?? false;
  }
}

const MOST = 1000;

function keyOf(person: string, { id, revision, digest }: ShownText): string {
  return `${id} ${revision} ${digest} ${person}`;
}

function nameOf({ step, field }: CommandToRun): string {
  return `${step} ${field}`;
}
