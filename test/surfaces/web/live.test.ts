import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Check } from "typebox/value";
import { describe, expect, it, vi } from "vitest";
import { createToken } from "../../../src/desk/tokens.ts";
import type { LiveEvent } from "../../../src/surfaces/web/api/live.ts";
import { LiveEvent as LiveShape } from "../../../src/surfaces/web/api/live.ts";
import { followProjects } from "../../../src/surfaces/web/live/follow-projects.ts";
import { Live } from "../../../src/surfaces/web/live/live.ts";
import { signed, THREE } from "../../../testing/plan-stages.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { fixture, propose } from "../../desk/fixture.ts";
import { type Browser, WebBench } from "./web-bench.ts";

interface Told {
  id: string | undefined;
  event: LiveEvent;
}

/** One event stream, read as a browser reads it. */
class Stream {
  readonly told: Told[] = [];
  readonly #stop = new AbortController();
  #isOver = false;
  #look = () => {};

  static async open(browser: Browser, { at, after }: { at?: string; after?: string } = {}): Promise<Stream> {
    const stream = new Stream();
    const query = at === undefined ? "" : `?at=${encodeURIComponent(at)}`;
    const response = await browser.fetch(`/api/live${query}`, {
      signal: stream.#stop.signal,
      headers: after === undefined ? {} : { "last-event-id": after },
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    stream.#read(response).catch(() => {});
    afterTest(() => stream.close());
    await stream.next(({ type }) => type === "hello");
    return stream;
  }

  /** The next event of this kind, also one that was told already. */
  async next(is: (event: LiveEvent) => boolean): Promise<Told> {
    for (;;) {
      const found = this.told.find(({ event }) => is(event));
      if (found) return found;
      if (this.#isOver) throw new Error(`The stream ended: ${JSON.stringify(this.told)}`);
      await new Promise<void>((resolve) => {
        this.#look = resolve;
      });
    }
  }

  async ended(): Promise<void> {
    while (!this.#isOver)
      await new Promise<void>((resolve) => {
        this.#look = resolve;
      });
  }

  close(): void {
    this.#stop.abort();
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        const parts = text.split("\n\n");
        text = parts.pop() ?? "";
        for (const part of parts) this.#hear(part);
      }
    } finally {
      this.#isOver = true;
      this.#look();
    }
  }

  #hear(part: string): void {
    const data = /^data: (.*)$/m.exec(part)?.[1];
    if (data === undefined) return;
    const event = JSON.parse(data) as LiveEvent;
    if (!Check(LiveShape, event)) throw new Error(`No event: ${data}`);
    this.told.push({ id: /^id: (.*)$/m.exec(part)?.[1], event });
    this.#look();
  }
}

const isPlan = (id: string) => (event: LiveEvent) => event.type === "plan" && event.id === id;

const does = (action: string) => (event: LiveEvent) => event.type === "plan" && event.actions.includes(action);

describe("the stream of what changes", () => {
  it("tells of a record of any process, and of requests", async () => {
    const bench = await WebBench.start();
    await propose(bench.f);
    const stream = await Stream.open(await bench.local());
    const other = fileURLToPath(new URL("propose.process.ts", import.meta.url));
    const child = fork(other, [bench.f.project], { env: { ...process.env, ...bench.f.env } });
    const [{ id }] = (await once(child, "message")) as [{ id: string }];
    const { event } = await stream.next(isPlan(id));
    expect(event).toMatchObject({ project: bench.key, version: 1, actions: ["proposed", "request_opened"] });
    const asked = await stream.next((one) => one.type === "request" && one.id.startsWith(id));
    expect(asked.event).toMatchObject({ how: "opened", kind: "review" });
  });

  it("of a project that is empty at first", async () => {
    const bench = await WebBench.start();
    const stream = await Stream.open(await bench.local());
    const { id } = await propose(bench.f);
    await stream.next(isPlan(id));
  });

  it("a browser that comes back has what it missed, and otherwise is told that it missed something", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const id = await signed(bench.f, THREE);
    const first = await Stream.open(browser);
    const { desk, person } = bench.f;
    await desk.send(id, { type: "queue" }, person);
    const last = await first.next(does("queued"));
    first.close();
    await desk.send(id, { type: "unqueue" }, person);
    const again = await Stream.open(browser, { after: last.id ?? "" });
    expect(again.told[0]?.event).toMatchObject({ type: "hello", missed: false });
    await again.next(does("unqueued"));
    // In order, and nothing twice: its first event after the greeting is the one that it missed.
    expect(again.told.map(({ event }) => event.type)).toEqual(["hello", "plan"]);
    expect(again.told[0]?.id).toBe(last.id);
    const late = await Stream.open(browser, { after: "00000000-1" });
    expect(late.told[0]?.event).toMatchObject({ type: "hello", missed: true });
  });

  it("who has a plan open sees who else has, and what its steps do", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const id = await signed(bench.f, { title: "Talks", steps: [{ id: "one", title: "One", run: "echo hello" }] });
    const at = `${bench.key}/${id}`;
    const one = await Stream.open(browser, { at });
    const elsewhere = await Stream.open(browser);
    await one.next((event) => event.type === "viewers" && event.viewers.length === 1);
    const { desk, person } = bench.f;
    const { secret } = createToken(desk.homeDatabase(), { name: "ana", roles: [] }, person, desk.at());
    const ana = await bench.signIn({ token: secret });
    expect((await browser.ask("planPage", { plan: id })).viewers).toEqual([]);
    expect((await ana.ask("planPage", { plan: id })).viewers).toEqual([person.name]);
    await browser.ask("start", { plan: id });
    const said = await one.next((event) => event.type === "progress" && event.output !== undefined);
    expect(said.event).toMatchObject({ step: "one", output: expect.stringContaining("hello") });
    await elsewhere.next((event) => event.type === "plan" && event.actions.includes("completed"));
    expect(elsewhere.told.some(({ event }) => event.type === "progress")).toBe(false);
  });

  it("a session that is revoked by another process is signed out, and its stream ends", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const admin = await bench.local();
    const stream = await Stream.open(browser);
    const { person } = await browser.ask("me");
    await admin.ask("revokeSession", { params: { session: person?.session ?? "" } });
    await stream.next(({ type }) => type === "signed_out");
    await stream.ended();
    expect((await browser.send("plans")).status).toBe(401);
  });
});

it("a project that could not be followed for a moment is followed again, and pages fetch what they missed", async () => {
  const f = fixture();
  await propose(f);
  const live = new Live({ version: "1", again: 10 });
  const project = { key: "p", name: "p", directory: f.project, desk: f.desk };
  const projects = { all: () => [project], find: () => ({ ok: true as const, value: project }) };
  vi.spyOn(f.desk.store, "feedPoint").mockRejectedValueOnce(new Error("too many open files"));
  const warned = once(process, "warning");
  const stop = followProjects(live, projects, () => {});
  afterTest(() => {
    stop();
    live.close();
  });
  const { signal } = new AbortController();
  const reader = live.listen({ session: "s", name: "ana", signal, isSignedIn: () => true }).getReader();
  expect(String(await warned)).toContain("too many open files");
  const decoder = new TextDecoder();
  let text = "";
  const told = async (words: string) => {
    while (!text.includes(words)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream ended: ${text}`);
      text += decoder.decode(value);
    }
  };
  await told('"missed":true');
  await propose(f, { id: "PLAN-0000beef" });
  await told("PLAN-0000beef");
});

it("a browser looks at no more plans than it has tabs, and at each once", () => {
  const live = new Live({ version: "1" });
  afterTest(() => live.close());
  const { signal } = new AbortController();
  const plans = Array.from({ length: 2_000 }, (_, index) => `p/PLAN-${index}`);
  const listening = { session: "s", name: "ana", signal, isSignedIn: () => true };
  live.listen({ ...listening, at: ["p/PLAN-0", ...plans].join(",") });
  const seen = plans.filter((plan) => live.viewers("p", plan.slice(2)).length > 0);
  expect(seen).toEqual(plans.slice(0, 64));
});

describe("a browser that reads slowly", () => {
  it("is told that it missed something, and takes no memory without bound", async () => {
    const live = new Live({ version: "1" });
    afterTest(() => live.close());
    const { signal } = new AbortController();
    const stream = live.listen({ session: "s", name: "ana", signal, isSignedIn: () => true });
    const reader = stream.getReader();
    const words = "x".repeat(1_000);
    const event: LiveEvent = { type: "request", project: "p", id: "r", how: "opened", words };
    for (let count = 0; count < 2_000; count++) live.tell(event);
    let read = 0;
    let text = "";
    const decoder = new TextDecoder();
    while (!text.includes('"missed":true')) {
      const { value } = await reader.read();
      read += value?.length ?? 0;
      text = decoder.decode(value);
    }
    // Of two megabytes a quarter of one waited.
    expect(read).toBeLessThan(300 * 1024);
    live.tell({ type: "projects" });
    const next = await reader.read();
    expect(decoder.decode(next.value)).toContain('"type":"projects"');
  });
});
