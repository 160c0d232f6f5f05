import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { createSignInCode } from "../../../src/desk/sign-in-codes.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { must } from "../../desk/fixture.ts";
import { hasSandbox } from "../../machine-sandbox.ts";
import { hasTmux, Terminal } from "../cli/terminal.ts";
import { Workbench } from "../cli/workbench.ts";
import { freePort, PROGRAM, type Served, ServeProcess } from "./serve-process.ts";
import { OpenStream } from "./server-bench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

const serve = (words: readonly string[] = [], directory = bench.project, env = {}) =>
  new ServeProcess(directory, { ...bench.env, ...env }, words);

const begun = async (words: readonly string[] = []) => serve([...words, "--port", String(await freePort())]);

const signIn = async ({ address }: Pick<Served, "address">, code = newCode()) => {
  const answer = await fetch(`${address}/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ code }),
  });
  return { status: answer.status, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
};
function newCode(): string {
  const desk = new Desk({ directory: bench.project, env: bench.env });
  const code = must(createSignInCode(desk.homeDatabase(), must(desk.authenticate({ via: "terminal" })), desk.at()));
  desk.close();
  return code;
}
const me = async ({ address }: Pick<Served, "address">, cookie: string) =>
  (await (await fetch(`${address}/api/me`, { headers: { cookie } })).json()) as { projects: { directory: string }[] };

describe("countersign serve", () => {
  it("runs until a signal, then ends its streams and leaves nothing behind", async () => {
    const server = await begun();
    const served = await server.served;
    expect(served).toMatchObject({
      address: `http://127.0.0.1:${served.port}`,
      projects: [bench.project],
      is_new: true,
    });
    // Without a person at a terminal there is no code.
    expect(served.open).toBeUndefined();
    const file = join(bench.home, "servers", `${served.port}.json`);
    expect([statSync(file).mode & 0o777, statSync(join(file, "..")).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ process: { pid: server.process.pid } });
    const { cookie } = await signIn(served);
    const stream = new OpenStream(served.port, cookie);
    expect(await stream.status).toBe(200);
    server.process.kill("SIGTERM");
    await stream.closed;
    expect(await server.exit).toEqual({ code: 0, err: "" });
    expect(() => statSync(file)).toThrow("ENOENT");
  });

  it("in another project adds that to the server that runs, and ends", async () => {
    const server = await begun();
    const served = await server.served;
    const { cookie } = await signIn(served);
    const other = join(bench.root, "other");
    mkdirSync(other);
    const second = serve([], other);
    expect(await second.served).toMatchObject({ port: served.port, projects: [other], is_new: false });
    expect((await second.exit).code).toBe(0);
    const { projects } = await me(served, cookie);
    expect(projects.map(({ directory }) => directory)).toEqual([bench.project, other]);
  });

  it("refuses to say otherwise where the server that runs can be reached", async () => {
    const { address } = await (await begun()).served;
    const proxied = ["--public", "https://plans.example", "--trusted-proxy", "127.0.0.1"];
    for (const words of [proxied, ["--host", "127.0.0.1"]]) {
      const { kind, message } = await serve(words).refused;
      expect([kind, message]).toEqual(["cannot_listen", expect.stringContaining(`runs already, at ${address}`)]);
    }
    expect(await serve(["--public", "https://plans.example"]).refused).toMatchObject({
      message: "A public dashboard needs TLS.",
    });
  });

  it("lists and stops servers; after a restart at the same port a browser goes on with its cookie", async () => {
    const server = await begun();
    const served = await server.served;
    const { cookie } = await signIn(served);
    expect(bench.run(["serve", "--list", "--json"], { alone: true }).json.servers).toMatchObject([
      { port: served.port },
    ]);
    const stopped = bench.run(["serve", "--stop", "--json"], { alone: true });
    expect(stopped).toMatchObject({ code: 0, json: { stopped: [served.address] } });
    expect((await server.exit).code).toBe(0);
    expect(bench.run(["serve", "--list"], { alone: true }).out).toContain("No dashboard runs.");
    await serve(["--port", String(served.port)]).served;
    expect((await me(served, cookie)).projects).toHaveLength(1);
  });

  it("does not believe the file of a server that was killed", async () => {
    const server = await begun();
    const { port } = await server.served;
    server.process.kill("SIGKILL");
    await server.exit;
    expect(await serve(["--port", String(port)]).served).toMatchObject({ port, is_new: true });
  });

  it("refuses a port that another program has, if it was asked for", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    afterTest(() => taken.close());
    const { port } = taken.address() as { port: number };
    const server = serve(["--port", String(port)]);
    expect(await server.refused).toEqual({
      kind: "cannot_listen",
      message: `Port ${port} is taken by another program.`,
      hint: expect.stringContaining("Leave out --port to use the next free one"),
    });
    expect((await server.exit).code).toBe(1);
  });

  it("says that a dashboard of another home has the port", async () => {
    const { port } = await (await begun()).served;
    const other = serve(["--port", String(port)], bench.project, { COUNTERSIGN_HOME: join(bench.root, "other-home") });
    const message = `Port ${port} is taken by a dashboard of another user, or of another COUNTERSIGN_HOME.`;
    expect(await other.refused).toMatchObject({ kind: "cannot_listen", message });
  });

  it("refuses a port that is none as wrong usage", async () => {
    const { refused, exit } = serve(["--port", "65536"]);
    expect((await exit).code).toBe(2);
    expect(await refused).toMatchObject({ kind: "usage", message: "--port needs a whole number from 1 to 65535." });
  });

  it("refuses an address that this machine does not have", async () => {
    // Of the addresses for documentation; TLS, so that nothing else is refused first.
    const open = ["--public", "https://plans.example", "--trusted-proxy", "127.0.0.1"];
    const server = serve(["--host", "192.0.2.7", ...open]);
    expect(await server.refused).toMatchObject({ message: "This machine has no address 192.0.2.7." });
  });

  it("does not start inside an agent's shell, and makes no code there", async () => {
    for (const words of [[], ["--open"], ["--list"], ["--stop"]]) {
      const server = serve(words, bench.project, { COUNTERSIGN_AGENT: "agent-1" });
      expect((await server.exit).code, words.join()).toBe(1);
    }
  });
});

describe.skipIf(!hasTmux)("countersign serve in a terminal", () => {
  it("prints an address that signs one browser in, once", async () => {
    const terminal = new Terminal(bench.project, bench.env);
    afterTest(() => terminal.close());
    const port = await freePort();
    terminal.type(`${process.execPath} ${PROGRAM} serve --port ${port}; echo ended: $?`);
    const screen = await terminal.see("once, within 60 seconds");
    const [, address = "", code = ""] = /(http:\/\/127\.0\.0\.1:\d+)\/#code=([\w-]+)/.exec(screen) ?? [];
    expect((await signIn({ address }, code)).status).toBe(200);
    expect((await signIn({ address }, code)).status).toBe(401);
    terminal.press("C-c");
    await terminal.see("ended: 0");
  });
});

describe("an agent that knows the server's address", () => {
  const secrets = (port: number) => [join(bench.home, "servers", `${port}.json`), join(bench.home, "home.db")];

  it("gets nothing from it without a cookie", async () => {
    const { address } = await (await begun()).served;
    const answers = ["/api/plans", "/api/inbox", "/api/sessions", "/api/live"].map((path) =>
      fetch(`${address}${path}`),
    );
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(401);
  });

  it("is not let by the policy: to read what signs in, or to ask the server for anything", async () => {
    const { address, port } = await (await begun()).served;
    const lines = [
      ...secrets(port).flatMap((file) => [`cat ${file}`, `cp ${file} x`, `grep -r . ${bench.home}`]),
      `sqlite3 ${bench.home}/home.db .dump`,
      `curl -X POST ${address}/api/sign-in -H 'content-type: application/json' -d '{}'`,
    ];
    for (const phase of ["planning", "executing"]) {
      for (const line of lines.slice(0, phase === "planning" ? undefined : -1)) {
        const judged = bench.run(["judge", "--phase", phase, "--sandbox", "off", "--json", "--", line]);
        expect([judged.code, line, phase]).toEqual([1, line, phase]);
      }
    }
  });

  it.skipIf(!hasSandbox)("finds in the sandbox neither the files nor the server", async () => {
    const { address, port } = await (await begun()).served;
    writeFileSync(join(bench.project, "seen"), "seen\n");
    for (const file of secrets(port)) {
      const read = bench.run(["sandbox", "--", `cat seen; cat ${file}`]);
      expect([read.out, read.code === 0], file).toEqual(["seen\n", false]);
      expect(statSync(file).size).toBeGreaterThan(0);
    }
    const node = `${process.execPath} -e 'fetch("${address}/api/me").then(() => console.log("answered"), () => console.log("no answer"))'`;
    expect(bench.run(["sandbox", "--", node]).out).toBe("no answer\n");
  });
});
