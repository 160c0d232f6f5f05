import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { askServer, findLocalServers } from "../../../../src/surfaces/terminal/first-contact/local-servers.ts";
import { OpenAiServer } from "../../../../testing/openai-server.ts";
import { afterTest } from "../../../agent/bench/after-test.ts";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function scripted(): Promise<string> {
  const server = await OpenAiServer.start();
  afterTest(() => server.close());
  return server.url;
}

describe("a server that speaks OpenAI's protocol", () => {
  it("is found by every way to write its address", async () => {
    const url = await scripted();
    const { host, port } = new URL(url);
    for (const typed of [url, `${url}/`, ` ${host} `, `http://${host}`, `${url}/chat/completions`]) {
      expect(await askServer(typed), typed).toEqual({
        ok: true,
        server: { name: `127.0.0.1-${port}`, url, models: ["scripted-1"] },
      });
    }
  });

  it("is found at the usual addresses of this machine; one that is down is left out", async () => {
    const url = await scripted();
    const down = await serve((_request, response) => response.writeHead(404).end());
    const found = await findLocalServers([
      ["ollama", url],
      ["vllm", `http://${down}/v1`],
    ]);
    expect(found).toEqual([{ name: "ollama", url, models: ["scripted-1"] }]);
  });

  it("may be without a model, want a key, or be something else", async () => {
    const empty = await serve((_request, response) => response.end('{"data":[]}'));
    const locked = await serve(({ headers }, response) => {
      if (headers.authorization !== "Bearer right") response.writeHead(401).end();
      else response.end('{"data":[{"id":"m"}]}');
    });
    const page = await serve((_request, response) => response.end("<html>"));
    expect(await askServer(empty)).toEqual({ ok: false, why: "no_models" });
    expect(await askServer(locked)).toEqual({ ok: false, why: "needs_key" });
    expect(await askServer(locked, { key: "right" })).toMatchObject({ ok: true, server: { models: ["m"] } });
    expect(await askServer(page)).toEqual({ ok: false, why: "no_answer" });
    for (const typed of ["", "http://", "file:///etc", "http://a:b@127.0.0.1:1"])
      expect(await askServer(typed), typed).toEqual({ ok: false, why: "no_answer" });
  });
});
