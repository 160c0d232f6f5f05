import type { Problem } from "../problem.ts";
import type { Span } from "./lines.ts";

/** A text being read: maps offsets to lines, records the position of each part of the plan, and collects problems. */
export class Source {
  readonly text: string;
  readonly problems: Problem[] = [];
  readonly #places = new Map<string, number>();
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Records the position of a part of the data, for problems found later. */
  mark(path: string, offset: number): void {
    this.#places.set(path, offset);
  }

  error(offset: number, kind: string, message: string, more: { hint?: string; path?: string } = {}): void {
    this.problems.push({ severity: "error", kind, message, ...more, ...this.position(offset) });
  }

  warn(offset: number, kind: string, message: string, more: { hint?: string; path?: string } = {}): void {
    this.problems.push({ severity: "warning", kind, message, ...more, ...this.position(offset) });
  }

  /** A problem of the data with the position of its path, or of the nearest part around it that has one. */
  located(problem: Problem): Problem {
    for (let path = problem.path ?? ""; path !== ""; path = path.replace(LAST_PART, "")) {
      const offset = this.#places.get(path);
      if (offset !== undefined) return { ...problem, ...this.position(offset) };
    }
    return problem;
  }

  slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  position(offset: number): { line: number; column: number } {
    this.#lineStarts ??= lineStarts(this.text);
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(0, offset - (this.#lineStarts[low] ?? 0)) + 1 };
  }
}

const LAST_PART = /(?:^|\.)[A-Za-z_]\w*$|\[\d+\]$|\["(?:[^"\\]|\\.)*"\]$|.$/s;

function lineStarts(text: string): number[] {
  const starts = [text.startsWith("\uFEFF") ? 1 : 0];
  for (const found of text.matchAll(/\r\n|\n|\r/g)) starts.push(found.index + found[0].length);
  return starts;
}
