import { retryAfterOf } from "../../run/backoff.ts";

/** pi's ways to providers that take a `fetch` of ours. Others refuse one, or know none. */
const TAPPED = new Set([
  "anthropic-messages",
  "azure-openai-responses",
  "mistral-conversations",
  "openai-codex-responses",
  "openai-completions",
  "openai-responses",
  "pi-messages",
]);

/** What pi does not tell of an answer that is an error: its status, and when to ask again. And each sign of life. */
export class ResponseTap {
  status: number | undefined;
  retryAfterMs: number | undefined;
  readonly #now: () => number;
  readonly #heard: () => void;

  constructor(now: () => number, heard: () => void) {
    this.#now = now;
    this.#heard = heard;
  }

  /** As an option of a request, where pi takes one. */
  on(api: string, before: typeof fetch = globalThis.fetch): { fetch?: typeof fetch } {
    if (!TAPPED.has(api)) return {};
    return { fetch: async (input, init) => this.#listen(await before(input, init)) };
  }

  #listen(response: Response): Response {
    this.status = response.status;
    this.retryAfterMs = retryAfterOf(response.headers, this.#now());
    this.#heard();
    if (response.body === null) return response;
    const heard = this.#heard;
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          heard();
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(body, response);
  }
}
