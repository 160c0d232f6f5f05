import type { LiveEvent } from "../api/live.ts";
import type { NumberedEvent } from "./live-events.ts";

/** Bytes that wait for a browser that reads slowly. */
const MOST_WAITING = 256 * 1024;

export interface ListenerOptions {
  version: string;
  /** The number of the newest event, for a browser that missed some. */
  last(): string;
  closed(): void;
}

/** One browser on the stream. One that reads too slowly is told that it missed something, instead of everything. */
export class LiveListener {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #options: ListenerOptions;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #hasMissed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#catchUp(),
        cancel: () => this.close(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
    );
  }

  send({ id, event }: NumberedEvent): void {
    this.#write(`id: ${id}\n${dataOf(event)}`);
  }

  /** An event without a number: it is about now, and no browser needs it later. */
  tell(event: LiveEvent): void {
    this.#write(dataOf(event));
  }

  /** `id`: what the browser has by now; a browser that comes back gets what came after. */
  hello(missed: boolean, id = this.#options.last()): void {
    this.send({ id, event: { type: "hello", version: this.#options.version, missed } });
  }

  beat(): void {
    this.#write(": still here\n\n");
  }

  close(): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    this.#controller = undefined;
    try {
      controller.close();
    } catch {
      // The browser has closed it already.
    }
    this.#options.closed();
  }

  #write(text: string): void {
    const controller = this.#controller;
    if (controller === undefined || this.#hasMissed) return;
    if ((controller.desiredSize ?? 0) <= 0) {
      this.#hasMissed = true;
      return;
    }
    controller.enqueue(new TextEncoder().encode(text));
  }

  /** The browser has read something: there is room again. */
  #catchUp(): void {
    if (!this.#hasMissed) return;
    this.#hasMissed = false;
    this.hello(true);
  }
}

function dataOf(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
