import type { Desk } from "../desk/desk.ts";
import type { DeskEvent } from "../desk/events.ts";
import { watch } from "../desk/watch.ts";

/** Everything that is recorded, each event once: what this process records at once, what others record while it watches. */
export class JournalFeed {
  readonly #desk: Desk;
  readonly #hear: (event: DeskEvent) => void;
  readonly #trouble: (error: unknown) => void;
  /** Records of this process, as journal and version: they are passed over when they come by again. */
  #own = new Set<string>();
  #watching: AbortController | undefined;
  #isClosed = false;
  readonly #stop: () => void;

  constructor(desk: Desk, hear: (event: DeskEvent) => void, trouble: (error: unknown) => void) {
    this.#desk = desk;
    this.#hear = hear;
    this.#trouble = trouble;
    this.#stop = desk.listen((event) => {
      this.#own.add(keyOf(event));
      if (this.#own.size > 1_000) this.#own = new Set([...this.#own].slice(-100));
      hear(event);
    });
  }

  /** Also what others record, from now on. Whether that is new. */
  watch(): boolean {
    if (this.#watching || this.#isClosed) return false;
    const watching = new AbortController();
    this.#watching = watching;
    this.#follow(watching.signal).catch(this.#trouble);
    return true;
  }

  rest(): void {
    this.#watching?.abort();
    this.#watching = undefined;
  }

  /** What others record is nobody's concern here any more. */
  close(): void {
    this.#isClosed = true;
    this.rest();
  }

  /** Nor is what this process records: a call that was cut off may still take back what it asked. */
  end(): void {
    this.#stop();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for await (const event of watch(this.#desk, { signal })) if (!this.#own.has(keyOf(event))) this.#hear(event);
  }
}

function keyOf({ journal, version }: DeskEvent): string {
  return `${journal}/${version}`;
}
