import { refuse } from "./refuse.ts";

/** Counts the open event streams: so many for a session, so many in all. */
export class OpenStreams {
  readonly #each: number;
  readonly #all: number;
  readonly #open = new Map<string, number>();
  #count = 0;

  constructor({ each = 16, all = 512 } = {}) {
    this.#each = each;
    this.#all = all;
  }

  /** Counts one more, or refuses it. The function that is returned counts it no longer. */
  open(session: string): (() => void) | Response {
    const own = this.#open.get(session) ?? 0;
    if (own >= this.#each) return tooMany(429, `A session may have ${this.#each} event streams: close a window.`);
    if (this.#count >= this.#all) return tooMany(503, `This server has ${this.#all} event streams open: try again.`);
    this.#open.set(session, own + 1);
    this.#count += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#count -= 1;
      const left = (this.#open.get(session) ?? 1) - 1;
      if (left > 0) this.#open.set(session, left);
      else this.#open.delete(session);
    };
  }
}

function tooMany(status: 429 | 503, message: string): Response {
  return refuse(status, { kind: "too_many_streams", message }, { "retry-after": "30" });
}
