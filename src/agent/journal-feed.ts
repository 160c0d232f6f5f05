import type { Desk } from "../desk/desk.ts";
import type { DeskEvent } from "../desk/events.ts";
import { watch } from "../desk/watch.ts";

/** Every recorded event once: those of this process at once, those of others while it watches. */
export class JournalFeed {
  readonly #desk: Desk;
  readonly #hear: (event: DeskEvent, from: "here" | "elsewhere") => void;
  readonly #trouble: (error: unknown) => void;
  /** Records of this process, as journal and version: skipped when the feed delivers them again. */
  #own = new Set<string>();
  #watching: AbortController | undefined;
  #isClosed = false;
  readonly #stop: () => void;

  constructor(
    desk: Desk,
    hear: (event: DeskEvent, from: "here" | "elsewhere") => void,
    trouble: (error: unknown) => void,
  ) {
    this.#desk = desk;
    this.#hear = hear;
    this.#trouble = trouble;
    this.#stop = desk.listen((event) => {
      this.#own.add(keyOf(event));
      if (this.#own.size > 1_000) this.#own = new Set([...this.#own].slice(-100));
      hear(event, "here");
    });
  }

  /** Also reports records of other processes, from now on. Returns whether that is new. */
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

  /** Stops reporting records of other processes. */
  close(): void {
    this.#isClosed = true;
    this.rest();
  }

  /** Also stops reporting those of this process: an aborted call may still withdraw its request. */
  end(): void {
    this.#stop();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for await (const event of watch(this.#desk, { signal }))
      if (!this.#own.has(keyOf(event))) this.#hear(event, "elsewhere");
  }
}

function keyOf({ journal, version }: DeskEvent): string {
  return `${journal}/${version}`;
}
