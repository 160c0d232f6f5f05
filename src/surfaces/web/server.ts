import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { OwnAddresses } from "./guard/own-addresses.ts";
import { refuse } from "./guard/refuse.ts";
import { setSecurityHeaders } from "./guard/security-headers.ts";

export interface ListenOptions {
  host: string;
  /** 0: any free one. */
  port: number;
  /** How many further ports to try if it is taken. */
  further?: number;
  tls?: { cert: string; key: string };
  /** Milliseconds in which a request has to arrive. */
  patience?: number;
}

/** One HTTP server, bound before anything answers: what answers has to know its port. */
export class WebServer {
  readonly #servers: readonly Server[];
  readonly port: number;
  #answer: RequestListener = (_, response) => void response.writeHead(503).end();

  private constructor(servers: readonly Server[], port: number) {
    this.#servers = servers;
    this.port = port;
    for (const server of servers) server.on("request", (request, response) => this.#answer(request, response));
  }

  static async listen({ host, port, further = 0, tls, patience = PATIENCE_MS }: ListenOptions): Promise<WebServer> {
    const options: ServerOptions = {
      requestTimeout: patience,
      headersTimeout: patience,
      connectionsCheckingInterval: Math.min(1_000, patience),
      maxHeaderSize: 16 * 1024,
    };
    const made = () => (tls ? createTlsServer({ ...options, ...tls }) : createServer(options));
    for (let next = port; ; next++) {
      const server = made();
      let taken = await failureOf(server, next, host);
      if (taken === undefined) {
        const own = (server.address() as AddressInfo).port;
        if (host !== IPV4) return new WebServer([server], own);
        // A browser looks for `localhost` there first: another program at this port would get its cookie.
        const twin = made();
        taken = await failureOf(twin, own, IPV6);
        if (taken?.code !== "EADDRINUSE") return new WebServer(taken ? [server] : [server, twin], own);
        server.close();
      }
      if (taken.code !== "EADDRINUSE" || next >= port + further) throw taken;
    }
  }

  answerWith(fetch: (request: Request, env: never) => Response | Promise<Response>, own: OwnAddresses): void {
    // The error is of a request that is no proper HTTP: a Host or an address that no browser sends.
    const errorHandler = () => {
      const wrong = refuse(400, { kind: "malformed", message: "This is not a request that a browser sends." });
      setSecurityHeaders(wrong.headers, own.isTls);
      return wrong;
    };
    const listener = getRequestListener(fetch as never, { overrideGlobalObjects: false, errorHandler });
    this.#answer = (request, response) => {
      // A proxy's form of a request names a host of its own, past the check of `Host`.
      if (!request.url?.startsWith("/")) void response.writeHead(400, { connection: "close" }).end();
      else void listener(request, response);
    };
  }

  /** Takes no new connections, lets requests end, and closes what is left. */
  async close(): Promise<void> {
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const server of this.#servers) server.closeIdleConnections();
    const timer = setTimeout(() => {
      for (const server of this.#servers) server.closeAllConnections();
    }, DRAIN_MS);
    await Promise.all(closed);
    clearTimeout(timer);
  }
}

const PATIENCE_MS = 30_000;
const DRAIN_MS = 3_000;
const MOST_CONNECTIONS = 2_000;

const [IPV4, IPV6] = ["127.0.0.1", "::1"];

/** Why it cannot listen there; undefined once it listens. */
function failureOf(server: Server, port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  server.maxConnections = MOST_CONNECTIONS;
  return new Promise((resolve) => {
    server.once("error", resolve);
    server.listen(port, host, () => resolve(undefined));
  });
}
