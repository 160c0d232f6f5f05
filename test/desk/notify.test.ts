import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { notifier } from "../../src/desk/notify.ts";
import { answer } from "../../src/desk/requests.ts";
import type { CallAction } from "../../src/lifecycle/next-action.ts";
import { defined } from "../../src/plan/defined.ts";
import { agent } from "../builders.ts";
import { approve, type Fixture, fixture, ID, must, propose } from "./fixture.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A surface that signs, and answers nothing else. */
const call: CallAction = ({ move, plan }) => (move === "approve" ? `sign ${plan}` : undefined);

/** Does something while a notifier listens, and waits until all are told. */
async function told(f: Fixture, work: () => Promise<unknown>, mostMs?: number): Promise<string[]> {
  const failures: string[] = [];
  const stop = notifier(f.desk, (message) => failures.push(message), { call, ...defined({ mostMs }) });
  await work();
  await stop();
  return failures;
}
const ask = (f: Fixture, question: string, desk = f.desk) =>
  desk.sendAgent("bot", { type: "ask", question }, agent("bot"));

const WRITES = `
  const { writeFileSync } = require("node:fs");
  let input = "";
  process.stdin.on("data", (chunk) => { input += chunk; }).on("end", () => {
    writeFileSync(process.argv[1], JSON.stringify({ cwd: process.cwd(), env: process.env, argv: process.argv.slice(2), input }));
  });`;

/** A program that keeps what it was told in a file. */
function program(...args: string[]): {
  f: Fixture;
  heard: () => { cwd: string; env: NodeJS.ProcessEnv; argv: string[]; input: string };
} {
  const place = fixture();
  const file = join(place.root, "heard.json");
  const f = fixture({ notify: { command: [process.execPath, "-e", WRITES, file, ...args] } });
  return { f, heard: () => JSON.parse(readFileSync(file, "utf8")) };
}

describe("who is told of what waits", () => {
  it("is a program of the user's, with the request on its input and a few words in its environment", async () => {
    const { f, heard } = program("a b", "$(id)", ";x");
    process.env["COUNTERSIGN_APPROVER_TOKEN"] = "secret";
    closing.push(() => delete process.env["COUNTERSIGN_APPROVER_TOKEN"]);
    expect(await told(f, () => propose(f, { title: "Swap `it` $(now) ; \u202Eback" }))).toEqual([]);
    const { argv, env, input, cwd } = heard();
    expect(argv).toEqual(["a b", "$(id)", ";x"]);
    expect(JSON.parse(input)).toEqual({
      id: `${ID}/review-1`,
      kind: "review",
      project: f.project,
      plan_id: ID,
      title: "Swap `it` $(now) ; ‹U+202E›back",
      text: "Swap `it` $(now) ; ‹U+202E›back: Revision 1 waits for a signature",
      opened_at: expect.stringMatching(/^2026-/),
      opened_by: f.local.name,
      next: { move: "approve", plan: ID, what: "review it" },
      answer: `sign ${ID}`,
    });
    expect(env).toMatchObject({
      COUNTERSIGN_REQUEST: `${ID}/review-1`,
      COUNTERSIGN_KIND: "review",
      COUNTERSIGN_PLAN: ID,
      COUNTERSIGN_TITLE: "Swap `it` $(now) ; ‹U+202E›back",
      COUNTERSIGN_ANSWER: `sign ${ID}`,
    });
    expect(env).not.toHaveProperty("COUNTERSIGN_APPROVER_TOKEN");
    expect(cwd.startsWith(f.project)).toBe(false);
  });

  it("is an address that the request is posted to, for every kind of request", async () => {
    const bodies: unknown[] = [];
    const url = await serve(async (request, response) => {
      const { authorization, "content-type": type } = request.headers;
      bodies.push([request.method, type, request.url, JSON.parse(await text(request)), authorization]);
      response.end();
    });
    const f = fixture({ notify: { url: `${url.replace("//", "//ana:p%20w@")}/hook?token=1` } });
    const call = { tool: "deploy", summary: "to prod", reason: "it is far" };
    const failures = await told(f, async () => {
      must(await f.desk.sendAgent("bot", { type: "enter" }, agent("bot")));
      must(await ask(f, "Which\u0007 one?"));
      must(await f.desk.sendAgent("bot", { type: "confirm", ...call }, agent("bot")));
    });
    expect(failures).toEqual([]);
    const json = "application/json; charset=utf-8";
    const basic = `Basic ${Buffer.from("ana:p w").toString("base64")}`;
    expect(bodies).toEqual([
      [
        "POST",
        json,
        "/hook?token=1",
        expect.objectContaining({
          ...{ agent: "bot", text: "bot: Which‹U+0007› one?" },
          next: { move: "answer", about: "bot/question-2", what: "answer it" },
        }),
        basic,
      ],
      ["POST", json, "/hook?token=1", expect.objectContaining({ text: "bot: May deploy be used? to prod" }), basic],
    ]);
  });

  it("is nobody where nobody is named, and of nothing that needs no person", async () => {
    const none = fixture();
    expect(await told(none, () => propose(none))).toEqual([]);
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      response.end();
    });
    const f = fixture({ notify: { url } });
    await propose(f);
    expect(await told(f, () => approve(f))).toEqual([]);
    expect(calls).toBe(0);
  });

  it("is told once, by the process that opened the request", async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      response.end();
    });
    const f = fixture({ notify: { url } });
    const other = f.open();
    const stop = notifier(other, () => {});
    expect(await told(f, () => propose(f))).toEqual([]);
    await other.plans({ limit: 10 });
    await stop();
    expect(calls).toBe(1);
  });

  it("is told nothing any more once it stopped", async () => {
    const { f, heard } = program();
    await notifier(f.desk, () => {})();
    await propose(f);
    expect(heard).toThrow("ENOENT");
  });
});

describe("what goes wrong when somebody is told", () => {
  it("is said once until it works again, and breaks nothing", async () => {
    const answers = [500, 500, 200, 500];
    const url = await serve((_, response) => {
      response.statusCode = answers.shift() ?? 200;
      response.end();
    });
    const f = fixture({ notify: { url } });
    must(await f.desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    const failures = await told(f, async () => {
      for (const question of ["1", "2", "3", "4"]) must(await ask(f, question));
    });
    expect(answers).toEqual([]);
    const host = new URL(url).host;
    expect(failures).toEqual([`notify.url: ${host} answered 500`, `notify.url: ${host} answered 500`]);
  });

  it.each([
    [["no-such-program-anywhere"], "no-such-program-anywhere cannot be run: ENOENT"],
    [["sh", "-c", "echo \u001bno >&2; exit 3"], "sh ended with 3: ‹U+001B›no"],
    [["./notify.sh"], '"./notify.sh" is no program: write a name, an absolute path, or one from ~/'],
    [[""], '"" is no program: write a name, an absolute path, or one from ~/'],
  ])("is a program: %j", async (command, message) => {
    const f = fixture({ notify: { command } });
    writeFileSync(join(f.project, "notify.sh"), "#!/bin/sh\n", { mode: 0o755 });
    expect(await told(f, () => propose(f))).toEqual([`notify.command: ${message}`]);
  });

  it.each([
    ["exit 0", []],
    ["echo no >&2; exit 2", ["notify.command: bash ended with 2: no"]],
  ])("does not wait for what a program leaves running: %s", async (line, failures) => {
    const server = createTcpServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const sockets: Socket[] = [];
    server.on("connection", (socket) => sockets.push(socket.resume()));
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    // It goes on for as long as it is connected.
    const left = `(exec 3<>/dev/tcp/127.0.0.1/${port}; read -u 3) & ${line}`;
    const f = fixture({ notify: { command: ["bash", "-c", left] } });
    expect(await told(f, () => propose(f), 1_500)).toEqual(failures);
  });

  it("is not that a program does not read what it is told", async () => {
    const f = fixture({ notify: { command: ["sh", "-c", "exec 0<&-; exit 0"] } });
    expect(await told(f, () => propose(f, { summary: "x".repeat(200_000) }))).toEqual([]);
  });

  it("is not the choice of a project that has its own programs in the PATH", async () => {
    const f = fixture({ notify: { command: ["tell-me"] } });
    const bin = join(f.project, "node_modules", ".bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "tell-me"), `#!/bin/sh\n: > ${join(f.root, "sprung")}\n`);
    chmodSync(join(bin, "tell-me"), 0o755);
    const before = process.env["PATH"];
    process.env["PATH"] = `${bin}:.:${before}`;
    closing.push(() => {
      process.env["PATH"] = before;
    });
    expect(await told(f, () => propose(f))).toEqual(["notify.command: tell-me cannot be run: ENOENT"]);
    expect(existsSync(join(f.root, "sprung"))).toBe(false);
  });

  it("is a program that takes too long, which ends with all that it started", async () => {
    const server = createTcpServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const line = `exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 1000 & wait`;
    const f = fixture({ notify: { command: ["bash", "-c", line] } });
    const connected = once(server, "connection") as Promise<[Socket]>;
    const failures = told(f, () => propose(f), 3_000);
    const [socket] = await connected;
    socket.resume();
    // Both hold it: it closes when the last of them is gone.
    await once(socket, "end");
    expect(await failures).toEqual(["notify.command: bash took longer than 3 s and was ended"]);
  });

  it("is an address that leads elsewhere, does not answer, or is not there; none is followed or named in full", async () => {
    const paths: unknown[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url);
      if (request.url?.startsWith("/slow")) return;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    const { host } = new URL(url);
    const failing = async (path: string) => {
      const f = fixture({ notify: { url: path } });
      return told(f, () => propose(f), 300);
    };
    expect(await failing(`${url}/secret`)).toEqual([`notify.url: ${host} answered 302`]);
    expect(await failing(`${url}/slow`)).toEqual([`notify.url: ${host} cannot be reached: no answer within 0.3 s`]);
    expect(paths).toEqual(["/secret", "/slow"]);
    expect(await failing("http://127.0.0.1:1/secret")).toEqual([
      expect.stringMatching(/^notify\.url: 127\.0\.0\.1:1 cannot be reached: \w+$/),
    ]);
    expect(await failing("http://[broken/")).toEqual([expect.stringContaining("is no address")]);
  });

  it("does not hold up an answer, nor the next request", async () => {
    const waiting: ServerResponse[] = [];
    let arrived = () => {};
    const first = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const url = await serve((_, response) => {
      waiting.push(response);
      arrived();
    });
    const f = fixture({ notify: { url } });
    must(await f.desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    const stop = notifier(f.desk, () => {});
    must(await ask(f, "1"));
    await first;
    const { requests } = must(await ask(f, "2"));
    const [, second = ""] = Object.keys(requests);
    must(await answer(f.desk, second, { kind: "question", text: "yes" }, f.person));
    waiting[0]?.end();
    await stop();
    // The second was answered before its turn came.
    expect(waiting).toHaveLength(1);
  });
});
