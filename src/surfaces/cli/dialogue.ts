import { createInterface, type Interface } from "node:readline";

/** Questions to the person at the terminal. Lines that come early, as in a paste, answer the next questions. */
export class Dialogue {
  readonly #interface: Interface;
  readonly #lines: AsyncIterator<string>;

  readonly #output: NodeJS.WriteStream;

  constructor(output: NodeJS.WriteStream) {
    this.#output = output;
    this.#interface = createInterface({ input: process.stdin, output });
    this.#lines = this.#interface[Symbol.asyncIterator]();
  }

  /** One line; empty if the terminal was closed. */
  async line(question: string): Promise<string> {
    this.#output.write(question);
    const { value, done } = await this.#lines.next();
    return done ? "" : value;
  }

  /** Any number of lines, until an empty one. */
  async text(question: string): Promise<string> {
    const lines: string[] = [];
    for (
      let line = await this.line(`${question} (an empty line ends it)\n> `);
      line !== "";
      line = await this.line("> ")
    ) {
      lines.push(line);
    }
    return lines.join("\n");
  }

  close(): void {
    this.#interface.close();
  }
}
