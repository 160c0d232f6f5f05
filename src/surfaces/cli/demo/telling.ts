/** Prints the story of the demonstration in the terminal, in chapters. */
export class Telling {
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  lines(lines: readonly string[]): void {
    for (const line of lines) this.#print(line);
  }

  chapter(title: string): void {
    this.lines(["", `== ${title}`, ""]);
  }
}
