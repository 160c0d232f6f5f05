import { retryAfterOf } from "../../run/backoff.ts";

/** pi's provider APIs that accept our `fetch`. Others refuse one, or have no such option. */
const TAPPED = new Set([
  "anthropic-messages",
  "azure-openai-responses",
  "mistral-conversations",
  "openai-codex-responses",
  "openai-completions",
  "openai-responses",
  "pi-messages",
]);

/** What pi does not report of an error response: its status, and when to ask again. Also every received byte. */
export class ResponseTap {
  status: number | undefined;
  retryAfterMs: number | undefined;
  readonly #now: () => number;
  readonly #heard: () => void;

  constructor(now: () => number, heard: () => void) {
    this.#now = now;
    this.#heard = heard;
  }

  /** As an option of a request, if pi accepts one. */
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
