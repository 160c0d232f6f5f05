import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { loadPi } from "../../../src/agent/planner/load-pi.ts";
import { discordRequest } from "../../../src/surfaces/discord/discord-request.ts";
import { afterTest } from "../../agent/bench/after-test.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that answers one request after the other as it is told. pi is loaded, with its own undici. */
async function serve(...answers: Answer[]): Promise<{ url: string; asked: string[] }> {
  expect((await loadPi()).ok).toBe(true);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    (answers[asked.length - 1] ?? status(200))(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const status =
  (code: number, body?: object): Answer =>
  (response) => {
    response.writeHead(code, { "content-type": "application/json" });
    response.end(body && JSON.stringify(body));
  };
const lost: Answer = (response) => response.destroy();
const silent: Answer = () => {};

const CALLBACK = "/api/v10/interactions/123456789012345678/some-token/callback?with_response=false";

it("asks again when the server is broken or the connection breaks", async () => {
  const { url, asked } = await serve(status(502), lost, status(200, { id: "1" }));
  const response = await discordRequest(`${url}/api/v10/x`, { method: "GET" });
  expect(await response.json()).toEqual({ id: "1" });
  expect(asked).toHaveLength(3);
});

it("leaves to discord.js what it knows better: limits and refusals", async () => {
  const { url, asked } = await serve(status(429, { retry_after: 1 }), status(403, { code: 50013 }));
  expect((await discordRequest(`${url}/api/v10/x`, { method: "GET" })).status).toBe(429);
  expect((await discordRequest(`${url}/api/v10/x`, { method: "GET" })).status).toBe(403);
  expect(asked).toHaveLength(2);
});

it("takes a click for acknowledged if the attempt that seemed lost came through", async () => {
  const { url } = await serve(lost, status(400, { code: 40060 }));
  expect((await discordRequest(url + CALLBACK, { method: "POST", body: "{}" })).status).toBe(204);
});

it("does not take a click for acknowledged that another process acknowledged", async () => {
  const { url } = await serve(status(400, { code: 40060 }));
  expect((await discordRequest(url + CALLBACK, { method: "POST", body: "{}" })).status).toBe(400);
});

it("does not wait for an acknowledgement for longer than Discord does", async () => {
  const { url, asked } = await serve(silent, status(204));
  expect((await discordRequest(url + CALLBACK, { method: "POST", body: "{}" })).status).toBe(204);
  expect(asked).toHaveLength(2);
});

it("stops when its caller aborts it", async () => {
  const { url, asked } = await serve(silent);
  const wanted = new AbortController();
  const asking = discordRequest(`${url}/api/v10/x`, { method: "GET", signal: wanted.signal });
  await expect.poll(() => asked).toHaveLength(1);
  wanted.abort();
  await expect(asking).rejects.toThrow(/abort/i);
  expect(asked).toHaveLength(1);
});

it("says why Discord cannot be reached", async () => {
  // No server listens on a port that was just released.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const asking = discordRequest(`http://127.0.0.1:${port}${CALLBACK}`, { method: "POST", body: "{}" });
  await expect(asking).rejects.toThrow("fetch failed");
});

it("tries a further answer to a click once, for it would be there twice", async () => {
  const { url, asked } = await serve(status(502));
  const further = `${url}/api/v10/webhooks/123456789012345678/some-token?wait=true`;
  expect((await discordRequest(further, { method: "POST", body: "{}" })).status).toBe(502);
  expect(asked).toHaveLength(1);
});
