import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What the model does when it is asked once. */
export type ModelStep =
  /** It talks, calls tools in one batch, or both. */
  | { text?: string; calls?: readonly ScriptedCall[]; usage?: ScriptedUsage }
  /** The provider refuses: 429 with the seconds after which to try again, or the date, 500, whatever. */
  | { status: number; message?: string; retryAfter?: number | string }
  /** The connection breaks: before any answer, or after this much of one. */
  | { drop: "at once" | "midway"; text?: string }
  /** Nothing comes until the client gives up or the server is closed; `at once`: not even that it was heard. */
  | { hang: true | "at once" };

export interface ScriptedCall {
  name: string;
  /** An object, or the very text that the model writes, which need not be JSON. */
  arguments: object | string;
  id?: string;
}

export interface ScriptedUsage {
  input: number;
  output: number;
  /** How much of `input` came from the provider's cache. */
  cached?: number;
}

/** A step, or what decides on one when the request is there. */
export type ScriptedStep = ModelStep | ((request: ChatRequest) => ModelStep | Promise<ModelStep>);

/** A request as far as scripts look at it; the rest is there as well. */
export interface ChatRequest {
  model: string;
  messages: { role: string; content?: string | { type: string; text?: string }[] | null; tool_call_id?: string }[];
  tools?: { type: string; function: { name: string; description?: string; parameters?: object } }[];
  stream?: boolean;
  [name: string]: unknown;
}

export interface RecordedRequest {
  body: ChatRequest;
  headers: IncomingHttpHeaders;
  /** How it ended, once it has. */
  ended: Promise<"answered" | "abandoned">;
}

/**
 * A model provider on this machine that says what the test wrote down, in the protocol of OpenAI's chat completions,
 * streamed or not, and lists one model, `scripted-1`. It listens on a free port of the loopback interface and answers one step a request.
 */
export class OpenAiServer {
  readonly requests: RecordedRequest[] = [];
  readonly #server: Server;
  readonly #steps: ScriptedStep[];
  readonly #arrivals = new EventTarget();

  private constructor(server: Server, steps: readonly ScriptedStep[]) {
    this.#server = server;
    this.#steps = [...steps];
  }

  static async start(steps: readonly ScriptedStep[] = []): Promise<OpenAiServer> {
    const server = createServer();
    const scripted = new OpenAiServer(server, steps);
    server.on("request", (request, response) => {
      scripted.#answer(request, response).catch((error) => refuse(response, 400, `The script failed: ${error}`));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return scripted;
  }

  /** What a client takes as its base address. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** How many steps no client has asked for yet. */
  get left(): number {
    return this.#steps.length;
  }

  /** Puts more steps behind those that are left. */
  says(...steps: ScriptedStep[]): void {
    this.#steps.push(...steps);
  }

  /** Waits for a request; the first is number 1. */
  async request(number: number): Promise<RecordedRequest> {
    for (;;) {
      const found = this.requests[number - 1];
      if (found) return found;
      await once(this.#arrivals, "request");
    }
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    if (request.method === "GET" && request.url?.endsWith("/v1/models")) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ object: "list", data: [{ id: "scripted-1", object: "model" }] }));
      return;
    }
    if (request.method !== "POST" || !request.url?.endsWith("/chat/completions"))
      return refuse(
        response,
        404,
        `There is no ${request.method} ${request.url} here, only POST /v1/chat/completions.`,
      );
    const body = JSON.parse(sent) as ChatRequest;
    const ended = once(response, "close").then(() => (response.writableFinished ? "answered" : "abandoned"));
    this.requests.push({ body, headers: request.headers, ended });
    const next = this.#steps.shift();
    this.#arrivals.dispatchEvent(new Event("request"));
    // A status that no client tries again.
    if (next === undefined) return refuse(response, 400, "The script is over: there is no step for this request.");
    play(typeof next === "function" ? await next(body) : next, body, response);
  }
}

function play(step: ModelStep, request: ChatRequest, response: ServerResponse): void {
  if ("hang" in step) {
    if (step.hang === "at once") return;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
  } else if ("status" in step) {
    refuse(response, step.status, step.message ?? `Scripted ${step.status}.`, step.retryAfter);
  } else if ("drop" in step) {
    if (step.drop === "at once") response.destroy();
    else breakOff(chunks({ text: step.text ?? "" }, request), response);
  } else if (request.stream === true) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(chunks(step, request).join(""));
  } else {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(completion(step, request)));
  }
}

/** Sends all but why it ended, how much it was, and the end. */
function breakOff(whole: string[], response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  // Not before the last byte is out: the client must have seen the beginning.
  response.write(whole.slice(0, -3).join(""), () => response.destroy());
}

type Answer = Extract<ModelStep, { calls?: unknown }>;

/** The answer piece by piece: words and arguments are cut where a network would cut them, then why, how much, the end. */
function chunks({ text: said = "", calls = [], usage }: Answer, request: ChatRequest): string[] {
  const chunk = (delta: object | undefined, finish: string | null = null, more: object = {}) => {
    const choices = delta === undefined ? [] : [{ index: 0, delta, finish_reason: finish }];
    return `data: ${JSON.stringify({ ...head(request), object: "chat.completion.chunk", choices, ...more })}\n\n`;
  };
  const called = numbered(calls).flatMap(({ index, id, name, args }) => [
    chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
    ...pieces(args, 12).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]);
  return [
    chunk({ role: "assistant", content: "" }),
    ...pieces(said, 9).map((piece) => chunk({ content: piece })),
    ...called,
    chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
    chunk(undefined, null, { usage: counted(usage) }),
    "data: [DONE]\n\n",
  ];
}

function completion({ text: said, calls = [], usage }: Answer, request: ChatRequest): object {
  const tool_calls = numbered(calls).map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  }));
  const message = { role: "assistant", content: said ?? null, ...(calls.length > 0 && { tool_calls }) };
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  return {
    ...head(request),
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason }],
    usage: counted(usage),
  };
}

let answers = 0;
let ids = 0;

function head({ model }: ChatRequest): object {
  answers += 1;
  return { id: `chatcmpl-${answers}`, created: 1, model };
}

function numbered(calls: readonly ScriptedCall[]): { index: number; id: string; name: string; args: string }[] {
  return calls.map((call, index) => {
    ids += 1;
    const args = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    return { index, id: call.id ?? `call_${ids}`, name: call.name, args };
  });
}

function counted({ input, output, cached = 0 }: ScriptedUsage = { input: 1000, output: 50 }): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

function pieces(whole: string, length: number): string[] {
  const characters = [...whole];
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, at) =>
    characters.slice(at * length, (at + 1) * length).join(""),
  );
}

function refuse(response: ServerResponse, status: number, message: string, retryAfter?: number | string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    "content-type": "application/json",
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  });
  response.end(JSON.stringify({ error: { message, type: status === 429 ? "rate_limit_error" : "scripted_error" } }));
}
