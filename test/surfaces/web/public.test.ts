import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TrustedProxies } from "../../../src/surfaces/web/guard/client-address.ts";
import { listenOptions } from "../../../src/surfaces/web/listen-options.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { must, refusalOf } from "../../desk/fixture.ts";
import { lacks } from "../../system-programs.ts";
import { ServerBench } from "./server-bench.ts";

const PROXIES = { proxies: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"], publicAddress: new URL("https://plans.example") };
const BY_PROXY = { host: "plans.example", "x-forwarded-proto": "https", origin: "https://plans.example" };

describe("a server behind a trusted proxy", () => {
  it("answers to its public name, with a cookie for TLS only, and knows the browser's address", async () => {
    const bench = await ServerBench.start(PROXIES);
    const body = { code: bench.code() };
    const headers = { ...BY_PROXY, "x-forwarded-for": "192.0.2.9, 203.0.113.7, 10.1.2.3" };
    const answer = await bench.ask({ method: "POST", path: "/api/sign-in", body, headers });
    expect(answer.headers["set-cookie"]).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
    expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
    const cookie = answer.headers["set-cookie"]?.split(";")[0] ?? "";
    const { sessions } = (await bench.ask({ path: "/api/sessions", cookie, headers: BY_PROXY })).json;
    // The first address of the list is the browser's own word.
    expect(sessions).toMatchObject([{ address: "203.0.113.7" }]);
    expect(bench.server.address).toBe("https://plans.example");
  });

  it("takes the cookie of TLS by a name that no other site under its domain can set, and no plain one", async () => {
    const bench = await ServerBench.start(PROXIES);
    const port = bench.server.port;
    const signIn = async (headers: object) => {
      const asked = { method: "POST", path: "/api/sign-in", body: { code: bench.code() }, headers: { ...headers } };
      return (await bench.ask(asked)).headers["set-cookie"] ?? "";
    };
    const [tls, plain] = [await signIn(BY_PROXY), await signIn({})];
    expect(tls).toMatch(new RegExp(`^__Host-countersign_${port}=csw_[^;]+; Path=/; (?!.*Domain).*Secure$`));
    expect(plain).toMatch(new RegExp(`^countersign_${port}=csw_(?!.*Secure)`));
    const [own = "", local = ""] = [tls, plain].map((header) => header.split(";")[0]);
    const sessions = (cookie: string, headers: object) =>
      bench.ask({ path: "/api/sessions", cookie, headers: { ...headers } }).then(({ status }) => status);
    expect([await sessions(own, BY_PROXY), await sessions(local, {})]).toEqual([200, 200]);
    // Another site under the domain may have set it: with a session of its own, or to keep this one out.
    expect([await sessions(local, BY_PROXY), await sessions(`${own}; ${local}`, BY_PROXY)]).toEqual([401, 200]);
    expect(await sessions(own, {})).toBe(401);
    const out = { method: "POST", path: "/api/sign-out", cookie: own, body: {}, headers: BY_PROXY };
    expect((await bench.ask(out)).headers["set-cookie"]).toMatch(
      /^__Host-countersign_\d+=; Path=\/; Max-Age=0;.*Secure$/,
    );
  });

  it.each([
    ["the proxy took it without TLS", { ...BY_PROXY, "x-forwarded-proto": "http" }, 403],
    ["the proxy does not say", { ...BY_PROXY, "x-forwarded-proto": undefined }, 403],
    ["another public name", { ...BY_PROXY, host: "other.example" }, 421],
    ["another origin", { ...BY_PROXY, origin: "http://plans.example" }, 403],
  ])("refuses a request if %s", async (_, headers, status) => {
    const bench = await ServerBench.start(PROXIES);
    const asked = { method: "POST", path: "/api/sign-in", body: { code: bench.code() }, headers };
    expect((await bench.ask(asked)).status).toBe(status);
  });

  it("takes a proxy's own password for no token", async () => {
    const bench = await ServerBench.start(PROXIES);
    const headers = { ...BY_PROXY, authorization: "Basic YW5hOmFuYQ==" };
    const asked = { method: "POST", path: "/api/sign-in", body: { code: bench.code() }, headers };
    const cookie = (await bench.ask(asked)).headers["set-cookie"]?.split(";")[0] ?? "";
    expect((await bench.ask({ path: "/api/sessions", cookie, headers })).status).toBe(200);
    expect((await bench.ask({ path: "/api/sessions", headers })).status).toBe(401);
    // A token is what it is, however it is written.
    for (const authorization of ["Bearer", "bearer ", "Bearer x y", `Bearer ${bench.token().secret}x`]) {
      expect((await bench.ask({ path: "/api/sessions", cookie, headers: { ...headers, authorization } })).status).toBe(
        401,
      );
    }
  });

  it("refuses what it took without TLS, also where it does not keep the name that was asked for", async () => {
    const bench = await ServerBench.start(PROXIES);
    const asked = { path: "/api/me", headers: { "x-forwarded-proto": "http" } };
    expect((await bench.ask(asked)).json).toMatchObject({ error: { kind: "no_tls" } });
    // A browser on this machine, without the proxy.
    expect((await bench.ask({ path: "/api/me" })).status).toBe(200);
  });

  it("refuses what did not come through it, whatever it claims", async () => {
    const bench = await ServerBench.start({ ...PROXIES, proxies: ["10.0.0.0/8"] });
    expect((await bench.ask({ headers: BY_PROXY })).json).toMatchObject({ error: { kind: "no_tls" } });
    expect((await bench.ask()).status).toBe(200);
  });

  it("counts attempts to sign in by the browser's address", async () => {
    const bench = await ServerBench.start(PROXIES);
    const guess = (address: string) => {
      const headers = { ...BY_PROXY, "x-forwarded-for": address };
      return bench.ask({ method: "POST", path: "/api/sign-in", body: { code: "guess" }, headers });
    };
    for (let attempt = 0; attempt < 10; attempt++) await guess("203.0.113.7");
    expect((await guess("203.0.113.7")).status).toBe(429);
    expect((await guess("203.0.113.8")).status).toBe(401);
  });
});

describe("the address of a client", () => {
  const proxies = new TrustedProxies(["10.0.0.0/8", "::1"]);

  it.each([
    ["192.0.2.1", undefined, "192.0.2.1"],
    ["192.0.2.1", "203.0.113.7", "192.0.2.1"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["::1", "2001:db8::1", "2001:db8::1"],
    ["10.0.0.1", "198.51.100.1, 203.0.113.7, 10.9.9.9", "203.0.113.7"],
    ["10.0.0.1", "10.0.0.2", "10.0.0.2"],
    ["10.0.0.1", "nonsense", "10.0.0.1"],
    ["10.0.0.1", "203.0.113.7, nonsense", "10.0.0.1"],
  ])("at %s with %s is %s", (connection, forwarded, client) => {
    expect(proxies.clientOf(connection, forwarded)).toBe(client);
  });

  it.each(["x", "10.0.0.0/33", "::/129", "10.0.0.0/x", "10.0.0/8", ""])("has no network %j", (network) => {
    expect(() => new TrustedProxies([network])).toThrow("is not a network");
  });
});

describe("where a server may listen", () => {
  it.each([
    [{ host: "0.0.0.0" }, "can be reached from other machines"],
    [{ host: "192.0.2.1" }, "can be reached from other machines"],
    [{ host: "::" }, "can be reached from other machines"],
    [{ public: "https://plans.example" }, "needs TLS"],
    [{ public: "https://plans.example", host: "0.0.0.0" }, "needs TLS"],
    [{ public: "https://plans.example", cert: "x.pem" }, "needs its key"],
    [{ public: "http://plans.example", proxies: ["10.0.0.0/8"] }, "no public address"],
    [{ public: "https://plans.example/path", proxies: ["10.0.0.0/8"] }, "no public address"],
    [{ public: "https://a:b@plans.example", proxies: ["10.0.0.0/8"] }, "no public address"],
    [{ public: "plans.example", proxies: ["10.0.0.0/8"] }, "no public address"],
    [{ public: "https://plans.example", proxies: ["everything"] }, "is not a network"],
    [{ public: "https://plans.example", cert: "/none.pem", key: "/none.pem" }, "cannot be read"],
  ])("is not %o", (flags, why) => {
    expect(refusalOf(listenOptions({ proxies: [], ...flags })).message).toContain(why);
  });

  it("is this machine, at a port of its own or the next free one; a port that was asked for is that one", () => {
    expect(must(listenOptions({ proxies: [] })).listen).toEqual({ host: "127.0.0.1", port: 7435, further: 50 });
    expect(must(listenOptions({ proxies: [], port: 80 })).listen).toEqual({ host: "127.0.0.1", port: 80, further: 0 });
    const shared = { public: "https://plans.example", host: "0.0.0.0", proxies: ["10.0.0.0/8"] };
    expect(must(listenOptions(shared)).publicAddress?.origin).toBe("https://plans.example");
  });
});

describe.skipIf(lacks("openssl"))("a server with a certificate", () => {
  it("answers over TLS, and not without", async () => {
    const directory = mkdtempSync(join(tmpdir(), "countersign-tls-"));
    afterTest(() => rmSync(directory, { recursive: true }));
    const [key, cert] = [join(directory, "key.pem"), join(directory, "cert.pem")];
    writeFileSync(key, "");
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
    execFileSync("openssl", [...made, ...names, "-keyout", key, "-out", cert], { stdio: "ignore" });
    const tls = { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
    const bench = await ServerBench.start({ listen: { host: "127.0.0.1", port: 0, tls } });
    expect(bench.server.address).toBe(`https://127.0.0.1:${bench.server.port}`);
    const answered = await new Promise<[number | undefined, unknown, unknown]>((resolve, reject) => {
      const asked = request(`${bench.server.address}/api/sign-in`, {
        ...{ method: "POST", ca: tls.cert, agent: false },
        headers: { origin: bench.server.address, "content-type": "application/json" },
      });
      asked.on("error", reject).on("response", ({ statusCode, headers }) => {
        resolve([statusCode, headers["set-cookie"]?.[0], headers["strict-transport-security"]]);
      });
      asked.end(JSON.stringify({ code: bench.code() }));
    });
    expect(answered).toEqual([200, expect.stringMatching(/; Secure$/), "max-age=31536000"]);
    expect((await bench.ask()).status).toBeNaN();
  });
});
