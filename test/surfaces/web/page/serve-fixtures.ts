// Serves the built page with answers of `fixtures.ts`, under the policy that the real server sends.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtPage } from "../../../../scripts/bundle-web.ts";
import type { LiveEvent } from "../../../../src/surfaces/web/api/live.ts";
import { ROUTES, type RouteName } from "../../../../src/surfaces/web/api/routes.ts";
import { FIXTURES } from "./fixtures.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Answers = { [Name in RouteName]?: (query: URLSearchParams, path: string) => unknown };

interface FixtureServer {
  address: string;
  server: Server;
  /** Open event streams. */
  streams: ReadonlySet<ServerResponse>;
  tell(event: LiveEvent): void;
  end(): void;
}

export async function serveFixtures(more: Answers = {}, port = 0): Promise<FixtureServer> {
  const directory = await builtPage(root);
  const answers: Answers = { ...FIXTURES, ...more };
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    response.setHeader("content-security-policy", POLICY);
    if (url.pathname === "/api/live") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`id: 1\ndata: ${JSON.stringify({ type: "hello", version: "test", missed: false })}\n\n`);
      streams.add(response);
      response.on("close", () => streams.delete(response));
      return;
    }
    if (url.pathname.startsWith("/api/")) {
      const name = routeOf(request.method ?? "GET", url.pathname);
      const answer = name && answers[name]?.(url.searchParams, url.pathname);
      response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
      const missing = { error: { kind: "not_found", message: `There is no fixture for ${name ?? url.pathname}.` } };
      response.end(JSON.stringify(answer ?? missing));
      return;
    }
    const file = join(directory, url.pathname);
    const found = existsSync(file) && statSync(file).isFile() ? file : join(directory, "index.html");
    response.writeHead(200, { "content-type": TYPES[extname(found)] ?? "application/octet-stream" });
    createReadStream(found).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const end = (): void => {
    server.closeAllConnections();
    server.close();
  };
  const told = (event: LiveEvent): void => {
    for (const stream of streams) stream.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end, server, streams, tell: told };
}

function routeOf(method: string, path: string): RouteName | undefined {
  const names = Object.keys(ROUTES) as RouteName[];
  return names.find((name) => {
    const route = ROUTES[name];
    return route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`).test(path);
  });
}
