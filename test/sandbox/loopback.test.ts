import { once } from "node:events";
import { mkdtempSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Loopback, openLoopback } from "../../src/sandbox/loopback.ts";
import { executingProfile } from "../../src/sandbox/profile.ts";
import { runInSandbox } from "../../src/sandbox/run.ts";
import type { WorkingSandbox } from "../../src/sandbox/sandbox.ts";
import { seatbeltProfile } from "../../src/sandbox/seatbelt.ts";
import { lacks } from "../system-programs.ts";
import { IMPLEMENTATIONS, isMissing, sandboxBy } from "./implementations.ts";

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "countersign-loopback-test-")));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

// A checkout may lie in a temp directory, and Node with it.
const reveal = [dirname(process.execPath)];
const profileWith = (loopback?: Loopback) =>
  executingProfile({ cwd: project, project, homes: [], secret: [], reveal, ...(loopback && { loopback }) });

const SERVER = `
require("node:http").createServer((_, answer) => answer.end("served")).listen(8123, "127.0.0.1", () => console.log("ready"));
require("node:net").createServer((socket) => socket.end("abstract")).listen("\\0countersign");
`;
const ASK = "exec 3<>/dev/tcp/127.0.0.1/8123 && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3";

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation) || lacks("unshare"))(`a shared loopback, by ${implementation}`, () => {
    let sandbox: WorkingSandbox;
    let loopback: Loopback;
    let close: () => void;
    beforeEach(async () => {
      sandbox = await sandboxBy(implementation);
      const opened = await openLoopback(process.env, project);
      if ("none" in opened) throw new Error(opened.none);
      ({ loopback, close } = opened);
    });
    afterEach(() => close());

    async function run(command: string, shared?: Loopback, how: { signal?: AbortSignal; hear?: () => void } = {}) {
      let out = "";
      const hear = (chunk: Buffer) => {
        out += chunk;
        how.hear?.();
      };
      const { code } = await runInSandbox(command, profileWith(shared), {
        ...{ sandbox, output: { stdout: hear, stderr: hear } },
        ...(how.signal && { signal: how.signal }),
      });
      return { code, out };
    }

    it("leads from one command to the server of another, and from no other command, nor from the machine", async () => {
      writeFileSync(join(project, "server.cjs"), SERVER);
      const stop = new AbortController();
      const ready = Promise.withResolvers<void>();
      const server = run(`'${process.execPath}' server.cjs`, loopback, { signal: stop.signal, hear: ready.resolve });
      await ready.promise;
      try {
        expect((await run(ASK, loopback)).out).toMatch(/served$/);
        expect(await run(ASK)).toMatchObject({ code: 1, out: expect.stringMatching(/refused|unreachable/) });
      } finally {
        stop.abort();
        await server;
      }
      expect(await run(ASK, loopback)).toMatchObject({ code: 1, out: expect.stringMatching(/refused|unreachable/) });
    });

    it("is no way out: no server of the machine, no other network, no rights over it", async () => {
      const machine = createServer((socket) => socket.end("machine")).listen(0, "127.0.0.1");
      await once(machine, "listening");
      const { port } = machine.address() as AddressInfo;
      try {
        const { out } = await run(
          `readlink /proc/self/ns/net; grep -E 'Cap(Eff|Prm|Bnd|Amb)' /proc/self/status | grep -v 0000000000000000; cat </dev/tcp/127.0.0.1/${port}; nsenter --net=/proc/1/ns/net true && echo entered; cat /proc/net/dev | grep -c :; ip link set lo down && echo lowered; ip link add dummy0 type dummy && echo added; true`,
          loopback,
        );
        expect(out).toMatch(/^net:/);
        expect(out.split("\n")[0]).not.toBe(readlinkSync("/proc/self/ns/net"));
        expect(out).not.toMatch(/Cap|^machine|entered|lowered|added/m);
        // One network device: the loopback.
        expect(out).toMatch(/^1$/m);
      } finally {
        machine.close();
      }
    });

    it("is the same for all, and a new one for each that is opened", async () => {
      const [one, other] = [
        await run("readlink /proc/self/ns/net", loopback),
        await run("readlink /proc/self/ns/net", loopback),
      ];
      expect(one).toEqual(other);
      const another = await openLoopback(process.env, project);
      if ("none" in another) throw new Error(another.none);
      try {
        expect(await run("readlink /proc/self/ns/net", another.loopback)).not.toEqual(one);
      } finally {
        another.close();
      }
    });
  });

describe("a shared loopback", () => {
  it("needs programs, and names those that are missing", async () => {
    if (process.platform !== "linux") return;
    const without = (...missing: string[]) =>
      openLoopback(process.env, project, (name) => (missing.includes(name) ? undefined : `/usr/bin/${name}`));
    expect(await without("nsenter")).toEqual({ none: expect.stringContaining("nsenter") });
    expect(await without("perl", "ip")).toEqual({ none: expect.stringContaining("perl nor ip") });
  });

  it("is the machine's own on macOS, and nothing of its network", () => {
    const rules = seatbeltProfile(profileWith("machine"), "/private/tmp/x");
    expect(rules).toContain('(allow network-outbound (remote ip "localhost:*"))');
    expect(rules).not.toContain('"*:*"');
    expect(seatbeltProfile(profileWith(), "/private/tmp/x")).not.toContain("network-outbound");
  });

  it("does not matter where the network is open", () => {
    expect(
      executingProfile({ cwd: project, project, homes: [], secret: [], network: true, loopback: "machine" }),
    ).not.toHaveProperty("loopback");
  });
});
