import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bubblewrapArguments } from "../../src/sandbox/bubblewrap.ts";
import { planningProfile, type SandboxProfile } from "../../src/sandbox/profile.ts";
import { runInSandbox } from "../../src/sandbox/run.ts";
import { systemCallFilter } from "../../src/sandbox/system-call-filter.ts";
import { shellLine, wrapCommand } from "../../src/sandbox/wrap.ts";
import { lacks } from "../system-programs.ts";
import { hasFilter, IMPLEMENTATIONS, isMissing, sandboxBy } from "./implementations.ts";

let directory: string;
let profile: SandboxProfile;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "countersign it's ü-")));
  profile = planningProfile({ cwd: directory, homes: [], secret: [] });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe("the arguments of bubblewrap", () => {
  const layout = {
    mounts: [{ is: "empty-directory", path: "/run" }] as const,
    held: [],
    swept: [],
    moved: [],
    temp: "/tmp",
  };
  const none: SandboxProfile = {
    ...{ kind: "planning", cwd: "/p", network: false, unixSockets: "none" },
    ...{ writable: [], protected: [], hidden: [], secret: [], visible: [] },
  };

  it("are exactly these, and nothing after them is an option", () => {
    expect(bubblewrapArguments(none, layout, { proc: "own", filter: true }).join(" ")).toBe(
      "--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-net --ro-bind / / --dev /dev --proc /proc --remount-ro /proc --tmpfs /run --remount-ro /run --cap-drop ALL --die-with-parent --new-session --seccomp 3 --chdir /p --",
    );
  });

  it("differ where the network is open, where /proc is the machine's, and where nothing filters", () => {
    const args = bubblewrapArguments({ ...none, network: true }, layout, { proc: "host", filter: false }).join(" ");
    expect(args).not.toMatch(/unshare-net|seccomp|--proc /);
    expect(args).toContain("--unshare-pid");
    expect(args).toContain("--ro-bind /proc /proc");
  });
});

describe.skipIf(isMissing("util-linux"))("the script for util-linux", () => {
  it.each(["mount", "umount"] as const)("runs nothing where %s fails", async (name) => {
    const found = await sandboxBy("util-linux");
    if (found.by !== "util-linux") throw new Error("not util-linux");
    const sandbox = { ...found, programs: { ...found.programs, [name]: "/bin/false" } };
    let out = "";
    const hear = (chunk: Buffer) => {
      out += chunk;
    };
    const ran = await runInSandbox("echo ran", profile, { sandbox, output: { stdout: hear, stderr: () => {} } });
    expect([out, ran.code]).toEqual(["", 1]);
  });
});

describe("the filter of system calls", () => {
  it("is a program of whole instructions whose jumps stay inside, for the processors we know", () => {
    for (const processor of ["x64", "arm64"]) {
      const bytes = systemCallFilter({ unixSockets: "none" }, processor) ?? new Uint8Array();
      const view = new DataView(bytes.buffer);
      const length = bytes.length / 8;
      expect(Number.isInteger(length) && length > 30).toBe(true);
      for (let at = 0; at < length; at++) {
        const furthest = Math.max(view.getUint8(at * 8 + 2), view.getUint8(at * 8 + 3));
        expect(at + 1 + furthest).toBeLessThanOrEqual(length - 1 + Number(furthest === 0));
      }
      expect(view.getUint16((length - 1) * 8, true)).toBe(0x06);
    }
    expect(systemCallFilter({ unixSockets: "none" }, "mips")).toBeUndefined();
  });
});

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation) || lacks("script", "perl"))(
    `a wrapped command, by ${implementation}`,
    () => {
      it("can be started as one line of bash, with quotes and line breaks in it", async () => {
        writeFileSync(join(directory, "file"), "inside\n");
        const command = `cat file; echo 'it'"'"'s'\necho x > file; grep Seccomp: /proc/self/status; echo $TMPDIR`;
        const wrapped = wrapCommand(["/bin/bash", "-c", command], profile, await sandboxBy(implementation));
        const { stdout } = spawnSync("/bin/bash", ["--norc", "-c", shellLine(wrapped)], { encoding: "utf8" });
        expect(stdout).toBe(`inside\nit's\nSeccomp:\t${hasFilter(implementation) ? 2 : 0}\n/tmp\n`);
        expect(wrapped.release()).toEqual({ trespassed: [], unkept: [] });
      });

      it("cannot type into the terminal it was started from", async () => {
        const program = `open T, "<", "/dev/tty" or print "none\\n"; my $x = "x"; print ioctl(STDOUT, 0x5412, $x) ? "typed\\n" : "refused\\n"`;
        const wrapped = wrapCommand(["/usr/bin/perl", "-e", program], profile, await sandboxBy(implementation));
        const { stdout } = spawnSync("script", ["-qec", shellLine(wrapped), "/dev/null"], {
          encoding: "utf8",
          env: { PATH: process.env["PATH"], SHELL: "/bin/bash" },
        });
        expect(stdout.replaceAll("\r", "")).toBe("none\nrefused\n");
      });

      if (hasFilter(implementation))
        it("cannot make sockets of other kinds, key rings or namespaces, and goes on without", async () => {
          const socket = (family: number) =>
            `socket(my $s, ${family}, 1, 0) ? "open" : $!{EPERM} ? "refused" : "other"`;
          const program = `use Errno; print join(" ", ${socket(1)}, ${socket(40)}, ${socket(38)}, ${socket(2)}, syscall(${process.arch === "x64" ? 250 : 219}, 0, 0))`;
          let out = "";
          await runInSandbox(["/usr/bin/perl", "-e", program], profile, {
            sandbox: await sandboxBy(implementation),
            output: {
              stdout: (chunk) => {
                out += chunk;
              },
              stderr: () => {},
            },
          });
          expect(out).toBe("refused refused refused open -1");
        });
    },
  );

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation))(`a command that takes too long, by ${implementation}`, () => {
    const silent = { stdout: () => {}, stderr: () => {} };
    const forever = "trap '' TERM INT HUP; (setsid sleep 86400 &); sleep 86400";

    it("is killed with everything it started, by time", async () => {
      const ran = await runInSandbox(forever, profile, {
        sandbox: await sandboxBy(implementation),
        timeout: 300,
        output: silent,
      });
      expect(ran).toMatchObject({ ended: "timed out", signal: "SIGKILL", code: null });
    });

    it("is killed with everything it started, by whoever waits for it", async () => {
      const abort = new AbortController();
      const speaking = { stdout: vi.fn(() => abort.abort()), stderr: () => {} };
      const options = { sandbox: await sandboxBy(implementation), signal: abort.signal, output: speaking };
      expect(await runInSandbox(`echo started; ${forever}`, profile, options)).toMatchObject({ ended: "aborted" });
      expect(speaking.stdout).toHaveBeenCalled();
    });

    it("leaves nothing behind, however early it is aborted", async () => {
      const sandbox = await sandboxBy(implementation);
      for (let round = 0; round < 40; round++) {
        const abort = new AbortController();
        const ran = runInSandbox(forever, profile, { sandbox, signal: abort.signal, output: silent });
        setTimeout(() => abort.abort(), round / 4);
        expect(await ran).toMatchObject({ ended: "aborted" });
      }
    });

    it("does not start where it was aborted before", async () => {
      const signal = AbortSignal.abort();
      expect(
        await runInSandbox(forever, profile, { sandbox: await sandboxBy(implementation), signal, output: silent }),
      ).toMatchObject({
        ended: "aborted",
      });
    });
  });
