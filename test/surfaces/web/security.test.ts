import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { beforeEach, describe, expect, it } from "vitest";
import { ROUTES, type Route } from "../../../src/surfaces/web/api/routes.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { freePort } from "./serve-process.ts";
import { read, ServerBench } from "./server-bench.ts";

let bench: ServerBench;
let port: number;
beforeEach(async () => {
  bench = await ServerBench.start();
  port = bench.server.port;
});

const signIn = (body: object, headers = {}) => bench.ask({ method: "POST", path: "/api/sign-in", body, headers });

describe("a name that was made to point at this machine", () => {
  it.each([
    ["another host", () => "evil.example"],
    ["another host with the port", () => `evil.example:${port}`],
    ["a host that begins with ours", () => `127.0.0.1:${port}.evil.example`],
    ["a host that ends with ours", () => `evil.example.localhost:${port}`],
    ["ours without the port", () => "127.0.0.1"],
    ["ours with another port", () => `127.0.0.1:${port + 1}`],
    ["another loopback address", () => `127.0.0.2:${port}`],
    ["the unspecified address", () => `0.0.0.0:${port}`],
    ["ours with a dot at its end", () => `localhost.:${port}`],
  ])("is not answered: %s", async (_, host) => {
    for (const path of ["/", "/api/me", "/assets/app-1234.js"]) {
      const { status, text } = await bench.ask({ path, headers: { host: host() } });
      // The host with a port that is no number is no address at all.
      expect([400, 421], path).toContain(status);
      expect(text, path).not.toContain("The page");
    }
  });

  it.each([
    ["none", (host: string) => `GET / HTTP/1.1\r\nConnection: close\r\n\r\n${host && ""}`],
    ["an empty one", () => "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"],
    ["two", (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`],
    ["one with a user", (host: string) => `GET / HTTP/1.1\r\nHost: a@${host}\r\nConnection: close\r\n\r\n`],
    ["one with a path", (host: string) => `GET / HTTP/1.1\r\nHost: ${host}/x\r\nConnection: close\r\n\r\n`],
    [
      "another one in the address",
      (host: string) => `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ],
  ])("is no host: %s", async (_, request) => {
    const { status, text } = read(await bench.raw(request(`127.0.0.1:${port}`)));
    expect([400, 421]).toContain(status);
    expect(text).not.toContain("The page");
  });

  it("is none of our own", async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      expect((await bench.ask({ headers: { host } })).status, host).toBe(200);
    }
  });
});

describe("the other loopback address", () => {
  const hasIt = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
  const listen = (host: string, at: number) =>
    new Promise<string>((resolve) => {
      const server = createServer();
      server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? ""));
      server.listen(at, host, () => resolve("listens"));
      afterTest(() => void server.close());
    });

  it.skipIf(!hasIt)("is the server's too: no other program gets what a browser sends to localhost", async () => {
    expect(await listen("::1", port)).toBe("EADDRINUSE");
    const answer = await fetch(`http://[::1]:${port}/api/me`);
    expect([answer.status, await answer.json()]).toMatchObject([200, { version: "1.2.3" }]);
  });

  it.skipIf(!hasIt)("that another program has takes the port with it", async () => {
    const taken = await freePort();
    expect(await listen("::1", taken)).toBe("listens");
    await expect(ServerBench.start({ listen: { host: "127.0.0.1", port: taken } })).rejects.toThrow("EADDRINUSE");
    const next = await ServerBench.start({ listen: { host: "127.0.0.1", port: taken, further: 9 } });
    expect(next.server.port).toBeGreaterThan(taken);
  });
});

describe("another site", () => {
  it.each<[string, () => Record<string, string | undefined>]>([
    ["another host", () => ({ origin: "http://evil.example" })],
    ["another port of this machine", () => ({ origin: `http://127.0.0.1:${port + 1}` })],
    ["another scheme", () => ({ origin: `https://127.0.0.1:${port}` })],
    ["an origin that begins with ours", () => ({ origin: `http://127.0.0.1:${port}.evil.example` })],
    ["no name", () => ({ origin: "null" })],
    ["an empty name", () => ({ origin: "" })],
    ["no origin, but the browser's word", () => ({ origin: undefined, "sec-fetch-site": "cross-site" })],
    ["another name of this site", () => ({ origin: undefined, "sec-fetch-site": "same-site" })],
  ])("can neither act nor read: %s", async (_, headers) => {
    const cookie = await bench.signIn();
    expect((await signIn({ code: bench.code() }, headers())).status).toBe(403);
    const out = await bench.ask({ method: "POST", path: "/api/sign-out", cookie, body: {}, headers: headers() });
    expect(out).toMatchObject({ status: 403, json: { error: { kind: "wrong_origin" } } });
    // Routes are found by the decoded address.
    for (const path of ["/api/sessions", "/%61pi/sessions", "/ap%69/sessions"]) {
      expect((await bench.ask({ path, cookie, headers: headers() })).status, path).toBe(403);
      expect((await bench.ask({ path, cookie })).status, path).toBe(200);
    }
  });

  it("is given no leave to read anything", async () => {
    const asked = [
      bench.ask({ method: "OPTIONS", path: "/api/sign-in", headers: { origin: "http://evil.example" } }),
      bench.ask({ method: "OPTIONS", path: "/api/sign-in" }),
      bench.ask({ path: "/api/me" }),
      bench.ask(),
    ];
    for (const { headers } of await Promise.all(asked)) {
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("can link to the page: the page itself needs no cookie, and asks for everything itself", async () => {
    const cookie = await bench.signIn();
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    // The browser withholds the cookie, which is SameSite=Strict, until the page itself asks.
    const page = await bench.ask({ path: "/p/project/PLAN-0a1b2c3d", headers: link });
    expect([page.status, page.text]).toEqual([200, "<!doctype html><title>The page</title>"]);
    const own = await bench.ask({ path: "/api/me", cookie, headers: { "sec-fetch-site": "same-origin" } });
    expect(own.json.person).toMatchObject({ is_local: true, access: "admin" });
  });
});

describe("every answer", () => {
  it("tells the browser to keep other pages, scripts and caches out", async () => {
    const cookie = await bench.signIn();
    const asked = ["/", "/assets/app-1234.js", "/assets/none.js", "/api/me", "/api/none", "/api/sessions"];
    const answers = await Promise.all([
      ...asked.map((path) => bench.ask({ path, cookie })),
      bench.ask({ headers: { host: "evil.example" } }),
      bench.ask({ method: "POST", path: "/api/sign-in", body: "{" }),
    ]);
    for (const { headers } of answers) {
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(headers["content-security-policy"]).toContain(
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      );
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
    }
    const caches = answers.map(({ headers }) => headers["cache-control"]);
    const [page, asset, ...others] = caches;
    expect([page, asset]).toEqual(["no-cache", "public, max-age=31536000, immutable"]);
    expect(new Set(others)).toEqual(new Set(["no-store"]));
  });
});

describe("a cookie", () => {
  it("is for this server, for no script, and for no other site", async () => {
    const { headers, json, text } = await signIn({ code: bench.code() });
    expect(headers["set-cookie"]).toMatch(
      new RegExp(
        `^countersign_${port}=csw_[0-9a-f]{16}_[\\w-]{43}; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict$`,
      ),
    );
    expect(json.person).toMatchObject({ is_local: true, access: "admin", id: "local" });
    expect(text).not.toContain(headers["set-cookie"]?.split(/[=;]/)[1]);
  });

  it("is not valid if it is missing, wrong in any way, doubled, or of another name", async () => {
    const cookie = await bench.signIn();
    const [name = "", secret = ""] = cookie.split("=");
    const other = (await bench.signIn()).split("=")[1] ?? "";
    const wrong = [
      undefined,
      `${name}=`,
      `${name}=${secret.slice(0, -1)}`,
      `${name}=${secret}x`,
      `${name}=${secret.toUpperCase()}`,
      `${name}=${secret.slice(0, 21)}${other.slice(21)}`,
      `${name}="${secret}"`,
      `${name}=csw_%_x`,
      `${name}=${secret}; ${name}=${secret}`,
      `${name}=${bench.token().secret}`,
      `countersign=${secret}`,
      `countersign_${port + 1}=${secret}`,
      `x${name}=${secret}`,
    ];
    for (const each of wrong) {
      const { status, json } = await bench.ask({ path: "/api/sessions", ...(each && { cookie: each }) });
      expect([status, json.error.message], each).toEqual([401, "You are signed out."]);
      expect((await bench.ask({ path: "/api/me", ...(each && { cookie: each }) })).json.projects, each).toEqual([]);
    }
    expect((await bench.ask({ path: "/api/sessions", cookie: `a=b; ${cookie}; c=d` })).status).toBe(200);
  });

  it("of another server of the same user is not valid here", async () => {
    const other = await ServerBench.start({}, bench.f);
    const [, secret] = (await other.signIn()).split("=");
    expect((await bench.ask({ path: "/api/sessions", cookie: `countersign_${port}=${secret}` })).status).toBe(401);
    const own = { path: "/api/sessions", cookie: `countersign_${other.server.port}=${secret}` };
    expect((await other.ask(own)).status).toBe(200);
  });

  it("is not valid after its session was ended: by itself, or by another session", async () => {
    const [one, other] = [await bench.signIn(), await bench.signIn()];
    const out = await bench.ask({ method: "POST", path: "/api/sign-out", cookie: one, body: {} });
    expect(out.headers["set-cookie"]).toMatch(/=; Path=\/; Max-Age=0;/);
    expect((await bench.ask({ path: "/api/sessions", cookie: one })).status).toBe(401);
    const third = await bench.signIn();
    const { sessions } = (await bench.ask({ path: "/api/sessions", cookie: third })).json;
    const { id } = sessions.find((session: { is_this: boolean }) => !session.is_this);
    const ended = await bench.ask({ method: "DELETE", path: `/api/sessions/${id}`, cookie: third });
    expect(ended.json).toEqual({ ok: true });
    expect((await bench.ask({ path: "/api/sessions", cookie: other })).status).toBe(401);
    expect((await bench.ask({ path: "/api/sessions", cookie: third })).status).toBe(200);
  });

  it("is valid for 12 hours without use, and for 7 days at most", async () => {
    const works = async (cookie: string) => (await bench.ask({ path: "/api/sessions", cookie })).status === 200;
    const idle = await bench.signIn();
    bench.f.pass(11 * 60);
    expect(await works(idle)).toBe(true);
    bench.f.pass(11 * 60);
    expect(await works(idle)).toBe(true);
    bench.f.pass(12 * 60 + 1);
    expect(await works(idle)).toBe(false);
    const busy = await bench.signIn();
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      bench.f.pass(8 * 60);
      expect(await works(busy), `${hours}`).toBe(true);
    }
    bench.f.pass(9 * 60);
    expect(await works(busy)).toBe(false);
    // Also if the clock is set back.
    bench.f.pass(-60);
    expect(await works(busy)).toBe(false);
  });

  it("outlives the server", async () => {
    const cookie = await bench.signIn();
    await bench.server.close();
    const again = await ServerBench.start({ listen: { host: "127.0.0.1", port } }, bench.f);
    expect((await again.ask({ path: "/api/sessions", cookie })).status).toBe(200);
  });
});

describe("a code", () => {
  it("signs in once", async () => {
    const code = bench.code();
    expect((await signIn({ code })).status).toBe(200);
    expect(await signIn({ code })).toMatchObject({ status: 401, json: { error: { kind: "wrong_code" } } });
  });

  it("signs one browser in if two use it at once", async () => {
    const code = bench.code();
    const all = await Promise.all(Array.from({ length: 8 }, () => signIn({ code })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401]);
  });

  it("is not valid after 60 seconds, also if the clock is set back then", async () => {
    const code = bench.code();
    bench.f.pass(1);
    expect((await signIn({ code })).status).toBe(401);
    const early = bench.code();
    bench.f.pass(-5);
    expect((await signIn({ code: early })).status).toBe(401);
  });

  it("is stored as its hash, and so is the secret of a session", async () => {
    const code = bench.code();
    const secret = (await bench.signIn({ code })).split("=")[1] ?? "";
    const home = bench.f.desk.homeDatabase().access;
    const kept = JSON.stringify([home.all("SELECT * FROM sign_in_codes"), home.all("SELECT * FROM web_sessions")]);
    expect(kept).toContain("cli:");
    for (const each of [code, secret, secret.slice(21)]) expect(kept).not.toContain(each);
  });

  it("is in no file name, no log and no header", async () => {
    expect(bench.log).toEqual([]);
    const names = readdirSync(bench.f.home, { recursive: true }).map(String);
    expect(names.filter((name) => name.startsWith("servers"))).toEqual(["servers", `servers/${port}.json`]);
  });
});

describe("an address outside the page", () => {
  it.each([
    ...["/../outside.txt", "/assets/../../outside.txt", "/..%2foutside.txt", "/%2e%2e/outside.txt"],
    ...[
      "/%2e%2e%2foutside.txt",
      "/assets/%2e%2e/%2e%2e/outside.txt",
      "/..%5coutside.txt",
      "/%252e%252e%252foutside.txt",
    ],
    ...["/assets/..%252f..%252foutside.txt", "/..%c0%afoutside.txt", "/%c0%ae%c0%ae/outside.txt", "/....//outside.txt"],
    ...["//outside.txt", "///etc/passwd", "/assets//..//..//outside.txt", "/.%00./outside.txt", "/outside.txt%00.js"],
    ...["/assets/app-1234.js/../../../outside.txt", "/..\\outside.txt", "/assets/..;/outside.txt", "/etc/passwd"],
    ...[
      "/%2fetc%2fpasswd",
      "/C:/outside.txt",
      "/file:///etc/passwd",
      "/assets/%",
      "/%E0%A4%A",
      "/api/../../outside.txt",
    ],
  ])("leads nowhere: %s", async (path) => {
    const answer = await bench.ask({ path });
    expect(answer.text).not.toMatch(/out of reach|root:/);
    expect([200, 400, 404]).toContain(answer.status);
    if (answer.status === 200) expect(answer.text).toBe("<!doctype html><title>The page</title>");
  });
});

describe("a body", () => {
  const post = (headers: object, bytes: string | Buffer) => {
    const sent = { host: `127.0.0.1:${port}`, origin: bench.origin, ...headers };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
    const head = Buffer.from(`POST /api/sign-in HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    return Buffer.concat([head, Buffer.from(bytes)]);
  };
  const json = { "content-type": "application/json" };

  it("is refused at once if it says that it is huge", async () => {
    const said = await bench.raw(post({ ...json, "content-length": 10 ** 12, connection: "close" }, "{"));
    expect(read(said)).toMatchObject({ status: 413, json: { error: { kind: "too_large" } } });
  });

  it("is refused once it is too large, if it does not say how large it is", async () => {
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const said = await bench.raw(post({ ...json, "transfer-encoding": "chunked" }, chunk.repeat(40)));
    expect(read(said).status).toBe(413);
    expect((await bench.ask()).status).toBe(200);
  });

  it("of 1 MiB is read", async () => {
    const { status, json: answer } = await signIn({ token: "x".repeat(1024 * 1024 - 20) });
    expect([status, answer.error.kind]).toEqual([401, "wrong_token"]);
  });

  it("that does not come is not waited for", async () => {
    const impatient = await ServerBench.start({ listen: { host: "127.0.0.1", port: 0, patience: 300 } }, bench.f);
    const there = { host: `127.0.0.1:${impatient.server.port}`, origin: impatient.origin };
    const slowBody = await impatient.raw(post({ ...json, ...there, "content-length": 100 }, "{"));
    const slowHead = await impatient.raw("POST /api/sign-in HTTP/1.1\r\nHost: ");
    expect([read(slowBody).status, read(slowHead).status]).toEqual([408, 408]);
    expect((await impatient.ask()).status).toBe(200);
  });

  it.each([
    [415, { "content-type": "text/plain" }, "{}"],
    [415, { "content-type": "application/x-www-form-urlencoded" }, "code=x"],
    [415, { "content-type": "multipart/form-data; boundary=x" }, "--x--"],
    [415, { "content-type": "application/json, text/plain" }, "{}"],
    [415, { "content-type": "" }, "{}"],
    [415, {}, "{}"],
    [400, json, "{"],
    [400, json, ""],
    [400, json, "[]"],
    [400, json, "null"],
    [400, json, '{"code": 1}'],
    [400, json, '{"code": {"$ne": ""}}'],
    [400, json, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    [401, { "content-type": "APPLICATION/JSON; charset=utf-8" }, '{"code": "x"}'],
    [401, json, '{"code": "x", "__proto__": {"token": "y"}}'],
  ])("is answered with %s: %o %s", async (status, headers, bytes) => {
    const sent = { ...headers, "content-length": bytes.length, connection: "close" };
    expect(read(await bench.raw(post(sent, bytes))).status).toBe(status);
  });

  it.each([
    ["two lengths", "content-length: 2\r\ncontent-length: 3"],
    ["a length and chunks", "content-length: 2\r\ntransfer-encoding: chunked"],
    ["an unknown encoding", "transfer-encoding: gzip, x"],
    ["a folded header", "x: a\r\n b"],
    ["a header with a bare line end", "x: a\norigin: http://evil.example"],
  ])("cannot hide a second request: %s", async (_, headers) => {
    const host = `127.0.0.1:${port}`;
    const line = `POST /api/sign-in HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${bench.origin}\r\n${headers}\r\n\r\n`;
    const said = await bench.raw(`${line}0\r\n\r\nGET /assets/app-1234.js HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(said).not.toContain("export {};");
    expect(read(said).status).toBe(400);
  });

  it("of a head that is too long is refused", async () => {
    expect((await bench.ask({ headers: { x: "y".repeat(20_000) } })).status).toBe(431);
    expect((await bench.ask({ path: `/${"y".repeat(20_000)}` })).status).toBe(431);
  });
});

describe("a method", () => {
  const paths = [...new Set(Object.values(ROUTES).map(({ path }) => path))];
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

  it("that an address does not take is refused before anything else is looked at", async () => {
    const cookie = await bench.signIn();
    const wrong: string[] = [];
    for (const path of paths) {
      const taken = (Object.values(ROUTES) as Route[]).filter((route) => route.path === path);
      for (const method of methods) {
        if (taken.some((route) => route.method === method)) continue;
        for (const asked of [path, path.replace("/api", "/%61pi")]) {
          const { status } = await bench.ask({ method, path: asked.replaceAll(":", "x"), cookie });
          if (status !== 405) wrong.push(`${method} ${asked}: ${status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("is not what a header says", async () => {
    const cookie = await bench.signIn();
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const overridden = { path: "/api/sign-out", cookie, headers: { [name]: "POST" } };
      expect((await bench.ask(overridden)).status).toBe(405);
      expect((await bench.ask({ ...overridden, path: "/api/sign-out?_method=POST" })).status).toBe(405);
    }
    expect((await bench.ask({ path: "/api/sessions", cookie })).status).toBe(200);
  });

  it("cannot upgrade or tunnel", async () => {
    const host = `Host: 127.0.0.1:${port}`;
    const upgrade = `GET / HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect(await Promise.race([bench.raw(upgrade), bench.ask().then(() => "")])).not.toContain("101 Switching");
    expect(await bench.raw(`CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n\r\n`)).not.toContain("200");
    expect(read(await bench.raw(`TRACE / HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)).status).toBe(405);
  });
});

describe("who guesses", () => {
  it("is stopped after ten attempts a minute, whatever the address it claims to have", async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const headers = { "x-forwarded-for": `10.0.0.${attempt}` };
      const guess = attempt % 2 ? { code: "guess" } : { token: `cst_0000000${attempt}_guess` };
      expect((await signIn(guess, headers)).status).toBe(401);
    }
    const stopped = await signIn({ code: "guess" });
    expect(stopped).toMatchObject({ status: 429, json: { error: { kind: "too_many_attempts" } } });
    expect(Number(stopped.headers["retry-after"])).toBeGreaterThan(0);
    bench.f.pass(1);
    expect((await signIn({ code: "guess" })).status).toBe(401);
  });

  it("keeps no person out who has a right code or token", async () => {
    for (let attempt = 0; attempt < 12; attempt++) await signIn({ code: "guess" });
    expect((await signIn({ code: "guess" })).status).toBe(429);
    expect((await signIn({ code: bench.code() })).status).toBe(200);
    expect((await signIn({ token: bench.token().secret })).status).toBe(200);
  });

  it("is stopped as well if it shows tokens with its requests, also to what needs none", async () => {
    const guess = (path: string) => bench.ask({ path, headers: { authorization: "Bearer cst_00000000_guess" } });
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await guess(attempt % 2 ? "/api/me" : "/api/plans")).status).toBe(401);
    }
    expect((await guess("/api/me")).status).toBe(429);
    expect((await signIn({ code: "guess" })).status).toBe(429);
    const { secret } = bench.token();
    const holder = { path: "/api/sessions", headers: { authorization: `Bearer ${secret}` } };
    expect((await bench.ask(holder)).status).toBe(200);
  });
});
