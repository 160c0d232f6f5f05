import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { writeModelsJson } from "../../testing/models-json.ts";
import { type ChatRequest, OpenAiServer, type ScriptedStep } from "../../testing/openai-server.ts";

let server: OpenAiServer | undefined;
afterEach(() => server?.close());

const ASKED = { model: "m", messages: [{ role: "user", content: "hi" }] };

async function started(...steps: ScriptedStep[]): Promise<(more?: object, signal?: AbortSignal) => Promise<Response>> {
  server = await OpenAiServer.start(steps);
  const { url } = server;
  return (more = {}, signal) =>
    fetch(`${url}/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ ...ASKED, stream: true, ...more }),
      ...(signal && { signal }),
    });
}

/** The deltas of a stream, put together as a client does. */
async function heard(response: Response) {
  const events = (await response.text()).trimEnd().split("\n\n");
  expect(events.at(-1)).toBe("data: [DONE]");
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice("data: ".length)));
  const calls: { id: string; name: string; arguments: string }[] = [];
  let text = "";
  for (const { delta } of chunks.flatMap(({ choices }) => choices)) {
    text += delta.content ?? "";
    for (const call of delta.tool_calls ?? []) {
      calls[call.index] ??= { id: call.id, name: call.function.name, arguments: "" };
      const known = calls[call.index];
      if (known) known.arguments += call.function.arguments;
    }
  }
  const finish = chunks.flatMap(({ choices }) => choices).at(-1)?.finish_reason;
  return { text, calls, finish, usage: chunks.at(-1).usage };
}

describe("a scripted provider", () => {
  it("streams its text in pieces", async () => {
    const ask = await started({ text: "Hello, wörld: 你好 👋!", usage: { input: 10, output: 5, cached: 4 } });
    expect(await heard(await ask())).toEqual({
      text: "Hello, wörld: 你好 👋!",
      calls: [],
      finish: "stop",
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, prompt_tokens_details: { cached_tokens: 4 } },
    });
  });

  it("calls several tools in one batch, with arguments that need not be JSON", async () => {
    const ask = await started({
      text: "Looking.",
      calls: [
        { name: "read", arguments: { path: "a/long/path/that/is/cut.txt" }, id: "one" },
        { name: "bash", arguments: '{"command": "ls' },
      ],
    });
    const { calls, finish } = await heard(await ask());
    expect(finish).toBe("tool_calls");
    expect(calls).toEqual([
      { id: "one", name: "read", arguments: '{"path":"a/long/path/that/is/cut.txt"}' },
      { id: expect.stringMatching(/^call_/), name: "bash", arguments: '{"command": "ls' },
    ]);
  });

  it("answers in one piece without streaming", async () => {
    const ask = await started({ calls: [{ name: "ls", arguments: {} }] });
    expect(await (await ask({ stream: false })).json()).toMatchObject({
      choices: [{ message: { content: null, tool_calls: [{ function: { name: "ls", arguments: "{}" } }] } }],
    });
  });

  it("decides on a step when it sees the request, and remembers what it was asked", async () => {
    const ask = await started(async ({ messages }: ChatRequest) => ({ text: `You said ${messages[0]?.content}.` }));
    const waiting = server?.request(1);
    expect((await heard(await ask({ temperature: 0 }))).text).toBe("You said hi.");
    expect((await waiting)?.body).toEqual({ ...ASKED, stream: true, temperature: 0 });
    expect(await (await waiting)?.ended).toBe("answered");
  });

  it("refuses with the status and the seconds to wait", async () => {
    const ask = await started({ status: 429, retryAfter: 7, message: "slow down" }, { status: 500 });
    const limited = await ask();
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await limited.json()).toMatchObject({ error: { message: "slow down" } });
    expect((await ask()).status).toBe(500);
  });

  it("breaks the connection at once, or after the first words", async () => {
    const ask = await started({ drop: "at once" }, { drop: "midway", text: "half a sentence" });
    await expect(ask()).rejects.toThrow();
    const reader = (await ask()).body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toContain("half");
    await expect(reader?.read()).rejects.toThrow();
  });

  it("keeps a client waiting until it gives up", async () => {
    const ask = await started({ hang: true });
    const gaveUp = new AbortController();
    const response = await ask({}, gaveUp.signal);
    const request = await server?.request(1);
    gaveUp.abort();
    await expect(response.text()).rejects.toThrow();
    expect(await request?.ended).toBe("abandoned");
  });

  it("says that the script is over with a status that no client retries", async () => {
    const ask = await started();
    const response = await ask();
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("The script is over");
    server?.says({ text: "more" });
    expect(server?.left).toBe(1);
    expect((await heard(await ask())).text).toBe("more");
  });

  it("can only be reached from this machine, and is gone when it is closed", async () => {
    const ask = await started({ hang: true });
    expect(server?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const left = ask().then((response) => response.text());
    await server?.request(1);
    await server?.close();
    await expect(left).rejects.toThrow();
    await expect(ask()).rejects.toThrow();
  });
});

it("tells pi of the provider, and to use it", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-models-"));
  try {
    writeModelsJson(directory, { url: "http://127.0.0.1:1/v1", contextWindow: 5000 });
    const written = (name: string) => JSON.parse(readFileSync(join(directory, name), "utf8"));
    expect(written("models.json").providers.scripted).toMatchObject({
      baseUrl: "http://127.0.0.1:1/v1",
      models: [{ id: "scripted-1", contextWindow: 5000 }],
    });
    expect(written("settings.json")).toEqual({ defaultProvider: "scripted", defaultModel: "scripted-1" });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
