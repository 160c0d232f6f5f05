import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type BucketLimit, Buckets } from "./buckets.ts";
import { type Fault, Faults } from "./faults.ts";
import type { Upload } from "./files.ts";
import { type Fields, isFields } from "./limits/form.ts";
import { Refusal, refusal } from "./refusal.ts";
import { type Found, findRoute } from "./routes/all.ts";
import { Watched } from "./watched.ts";
import type { World } from "./world.ts";

/** A request that came, and how it ended. */
export interface RecordedRequest {
  readonly at: number;
  readonly method: string;
  /** Without `/api/v10`. */
  readonly path: string;
  /** `POST /channels/:channel/messages`; none if there is nothing like it. */
  readonly route: string | undefined;
  readonly body: unknown;
  readonly files: readonly string[];
  /** Once it is answered; `lost` if it never was. */
  status: number | "lost" | undefined;
}

interface Answer {
  status: number | "lost";
  body?: unknown;
  headers?: Record<string, string>;
}

/** The API over HTTP: who asks, what goes wrong, what is answered, and a record of it all. */
export class Rest extends Watched {
  readonly requests: RecordedRequest[] = [];
  readonly faults = new Faults();
  latencyMs = 0;
  readonly #world: World;
  readonly #buckets: Buckets;

  constructor(world: World, limit: BucketLimit | undefined) {
    super();
    this.#world = world;
    this.#buckets = new Buckets(world.clock, limit);
  }

  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET" } = request;
    const url = new URL(request.url ?? "/", this.#world.files.origin);
    if (url.pathname.startsWith("/attachments/")) return this.#serveFile(method, url, response);
    const path = url.pathname.replace(/^\/api(?:\/v\d+)?/, "");
    const content = await contentOf(request);
    const found = findRoute(method, path);
    const files = content.files.map(({ name }) => name);
    const record = await this.#arrive({ method, path, route: found?.route.name, body: content.body, files });
    const fault = found && this.faults.take(found.route.name, `${method} ${path}`);
    const answer = this.#answer(request, url, content, found, fault);
    record.status = answer.status;
    this.touch();
    send(response, answer);
  }

  #answer(
    request: IncomingMessage,
    url: URL,
    content: Content,
    found: Found | undefined,
    fault: Fault | undefined,
  ): Answer {
    if (found === undefined) return refused(refusal("notFound"));
    if (!found.route.isOpen && request.headers.authorization !== `Bot ${this.#world.token}`)
      return refused(refusal("unauthorized"));
    if (fault?.kind === "rate limit") return limited(fault.retryAfterMs, fault.global ? "global" : "user");
    if (fault?.kind === "failure" && !fault.afterEffect) return failed(fault.status);
    const { headers, retryAfterMs } = this.#buckets.count(found.route.name, found.parameters[0] ?? "");
    if (retryAfterMs !== undefined && !found.route.isOpen) return { ...limited(retryAfterMs, "user"), headers };
    const answer = this.#handle(found, url, content);
    return fault ? failed(fault.status) : { ...answer, headers };
  }

  #handle({ route, parameters: [one = "", two = "", three = ""] }: Found, url: URL, { body, files }: Content): Answer {
    try {
      const fields = isFields(body) ? body : {};
      const list = Array.isArray(body) ? body : undefined;
      const call = { world: this.#world, query: url.searchParams, body: fields, list, files };
      const result = route.handle(call, one, two, three);
      return result === undefined ? { status: 204 } : { status: 200, body: result };
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    }
  }

  /** Written down at once, and dealt with after as long as a request takes. */
  async #arrive(asked: Omit<RecordedRequest, "at" | "status">): Promise<RecordedRequest> {
    const record: RecordedRequest = { ...asked, at: this.#world.clock.now(), status: undefined };
    this.requests.push(record);
    this.touch();
    if (this.latencyMs > 0) await this.#world.clock.sleep(this.latencyMs);
    return record;
  }

  async #serveFile(method: string, url: URL, response: ServerResponse): Promise<void> {
    const record = await this.#arrive({ method, path: url.pathname, route: undefined, body: {}, files: [] });
    const file = this.#world.files.find(url);
    record.status = file ? 200 : 404;
    this.touch();
    if (file)
      response.writeHead(200, { "content-type": file.type, "content-length": file.bytes.length }).end(file.bytes);
    else response.writeHead(404, { "content-type": "text/plain" }).end("This content is no longer available.");
  }
}

interface Content {
  body: unknown;
  files: Upload[];
}

/** With files the fields come in a part of their own, `payload_json`. */
async function contentOf(request: IncomingMessage): Promise<Content> {
  const bytes = await buffer(request);
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data"))
    return { body: bytes.length === 0 ? {} : parsed(bytes.toString()), files: [] };
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  const files: Upload[] = [];
  for (const [name, value] of form) {
    if (name.startsWith("files[") && typeof value !== "string")
      files.push({
        name: value.name,
        content: new Uint8Array(await value.arrayBuffer()),
        ...(value.type && { type: value.type }),
      });
  }
  return { body: parsed(String(form.get("payload_json") ?? "{}")), files };
}

function parsed(text: string): Fields | readonly unknown[] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function refused(error: Refusal): Answer {
  return { status: error.status, body: error.body };
}

function failed(status: Exclude<Answer["status"], number> | number): Answer {
  if (status === 500) return refused(refusal("broken"));
  return { status };
}

function limited(retryAfterMs: number, scope: "user" | "global"): Answer {
  const seconds = retryAfterMs / 1000;
  const isGlobal = scope === "global";
  return {
    status: 429,
    body: { message: "You are being rate limited.", retry_after: seconds, global: isGlobal },
    headers: {
      // Discord rounds this one up to whole seconds; here the client waits as long as the test says.
      "retry-after": String(seconds),
      "x-ratelimit-scope": scope,
      ...(isGlobal && { "x-ratelimit-global": "true" }),
    },
  };
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  if (status === "lost") {
    response.destroy();
    return;
  }
  // An answer without a body must not claim to be JSON: clients would read it.
  if (body === undefined) {
    const isFailure = status >= 500;
    response.writeHead(status, { ...headers, ...(isFailure && { "content-type": "text/html" }) });
    response.end(isFailure ? `<html><body>${status}</body></html>` : undefined);
    return;
  }
  response.writeHead(status, { ...headers, "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
