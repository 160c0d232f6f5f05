import { describe, expect, it, vi } from "vitest";
import { afterTest } from "../../agent/bench/after-test.ts";
import { OpenStream, ServerBench } from "./server-bench.ts";

function counted(statuses: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function open(bench: ServerBench, cookie: string): OpenStream {
  const stream = new OpenStream(bench.server.port, cookie);
  afterTest(() => stream.end());
  return stream;
}

describe("event streams", () => {
  it("are so many for a session, of a thousand that ask at once, and the server answers on", async () => {
    const bench = await ServerBench.start();
    const cookie = await bench.signIn();
    const streams = Array.from({ length: 1_000 }, () => open(bench, cookie));
    expect(counted(await Promise.all(streams.map(({ status }) => status)))).toEqual({ 200: 16, 429: 984 });
    expect((await bench.ask({ path: "/api/sessions", cookie })).status).toBe(200);
    // A closed window makes room for another one.
    for (const stream of streams) stream.end();
    await vi.waitFor(async () => expect(await open(bench, cookie).status).toBe(200));
  });

  it("are so many in all, of a thousand of many sessions, and other requests are answered", async () => {
    const bench = await ServerBench.start();
    const cookies: string[] = [];
    while (cookies.length < 63) cookies.push(await bench.signIn());
    const streams = Array.from({ length: 1_000 }, (_, index) => open(bench, cookies[index % 63] ?? ""));
    expect(counted(await Promise.all(streams.map(({ status }) => status)))).toEqual({ 200: 512, 503: 488 });
    expect((await bench.ask({ path: "/api/sessions", cookie: cookies[0] ?? "" })).status).toBe(200);
  }, 60_000);

  it("are none for a browser that is signed out", async () => {
    const bench = await ServerBench.start();
    const streams = Array.from({ length: 100 }, () => open(bench, "countersign=x"));
    expect(counted(await Promise.all(streams.map(({ status }) => status)))).toEqual({ 401: 100 });
  });

  it("end when their token is revoked, and only those: also if the same person has another token", async () => {
    const bench = await ServerBench.start();
    const admin = await bench.signIn();
    const [kept, lost] = [bench.token(), bench.token()];
    const openBy = ({ secret }: { secret: string }) => {
      const stream = new OpenStream(bench.server.port, "", `Authorization: Bearer ${secret}`);
      afterTest(() => stream.end());
      return stream;
    };
    const first = openBy(kept);
    expect(await first.status).toBe(200);
    const second = openBy(lost);
    expect(await second.status).toBe(200);
    await bench.ask({ method: "DELETE", path: `/api/tokens/${lost.id}`, cookie: admin });
    expect(await second.closed).toContain('"signed_out"');
    await bench.ask({ method: "DELETE", path: `/api/tokens/${kept.id}`, cookie: admin });
    expect(await first.closed).toContain('"signed_out"');
  });

  it("end when their session does, where no project of the server can be used", async () => {
    const bench = await ServerBench.start({ projects: [] });
    const cookie = await bench.signIn();
    const stream = open(bench, cookie);
    expect(await stream.status).toBe(200);
    // Another process ends it.
    const { access } = bench.f.desk.homeDatabase();
    access.run("UPDATE web_sessions SET revoked_at = ?", bench.f.desk.at());
    expect(await stream.closed).toContain('"signed_out"');
  });

  it("end when their session does, and with the server", async () => {
    const bench = await ServerBench.start();
    const [one, other] = [await bench.signIn(), await bench.signIn()];
    const [first, second] = [open(bench, one), open(bench, other)];
    expect([await first.status, await second.status]).toEqual([200, 200]);
    await bench.ask({ method: "POST", path: "/api/sign-out", cookie: one, body: {} });
    expect(await first.closed).toContain('"signed_out"');
    const closing = bench.server.close();
    expect(await second.closed).not.toContain('"signed_out"');
    await closing;
  });
});
