import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { detectSandbox } from "../../src/sandbox/detect.ts";
import { explainBubblewrap } from "../../src/sandbox/failure.ts";
import { installLine } from "../../src/sandbox/install-line.ts";
import { planningProfile } from "../../src/sandbox/profile.ts";
import { recall, remember } from "../../src/sandbox/remembered-sandbox.ts";
import { runInSandbox } from "../../src/sandbox/run.ts";
import { sandboxFact, type WorkingSandbox } from "../../src/sandbox/sandbox.ts";
import { lacks } from "../system-programs.ts";

const isMissing = lacks("bwrap");
const DETECT = fileURLToPath(new URL("detect.process.ts", import.meta.url));

let directory: string;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "countersign-detect-")));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Something that is called bwrap. */
function program(script: string): string {
  const path = join(directory, "bwrap");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe.skipIf(isMissing)("the sandbox of this machine", () => {
  it("is found by trying it, and works", async () => {
    expect(await detectSandbox()).toMatchObject({
      works: true,
      by: "bubblewrap",
      variant: { proc: "own", filter: true },
    });
  });

  it("does without a /proc of its own where parts of /proc are masked, and still nothing can be written", () => {
    const mask = ["--dev-bind", "/", "/", "--proc", "/proc", "--tmpfs", "/proc/fs"];
    const found = spawnSync("bwrap", [...mask, process.execPath, DETECT], { encoding: "utf8" });
    expect(JSON.parse(found.stdout)).toMatchObject({ works: true, variant: { proc: "host" } });
  });

  it("keeps outer processes out of reach without a /proc of its own, too", async () => {
    const found = await detectSandbox();
    if (!found.works || found.by !== "bubblewrap") throw new Error("no sandbox");
    const sandbox: WorkingSandbox = { ...found, variant: { proc: "host", filter: true } };
    let out = "";
    const { pid } = process;
    const attempts = [
      `touch /proc/${pid}/root${directory}/new`,
      `touch /proc/${pid}/cwd/new-by-a-test`,
      `head -c 1 /proc/${pid}/environ`,
      `kill -0 ${pid} && echo reached`,
      'v=$(cat /proc/sys/vm/swappiness) && echo "$v" > /proc/sys/vm/swappiness && echo wrote',
    ];
    await runInSandbox(
      `${attempts.join("\n")}\necho done`,
      planningProfile({ cwd: directory, homes: [], secret: [] }),
      {
        sandbox,
        output: {
          stdout: (chunk) => {
            out += chunk;
          },
          stderr: () => {},
        },
      },
    );
    expect(out).toBe("done\n");
    expect([join(directory, "new"), "new-by-a-test"].filter(existsSync)).toEqual([]);
  });

  it("is not found inside itself, and says why", async () => {
    const sandbox = await detectSandbox();
    if (!sandbox.works) throw new Error("no sandbox");
    let out = "";
    const reveal = [dirname(process.execPath), dirname(dirname(dirname(DETECT)))];
    await runInSandbox(
      `${process.execPath} ${DETECT}`,
      planningProfile({ cwd: directory, homes: [], secret: [], reveal }),
      {
        sandbox,
        output: {
          stdout: (chunk) => {
            out += chunk;
          },
          stderr: () => {},
        },
      },
    );
    expect(JSON.parse(out)).toMatchObject({ works: false, failure: { code: "no_namespaces" } });
  });
});

describe("a program that is called bwrap", () => {
  it("is not believed if a file can be written through it", async () => {
    const leaky = program('while [ "$1" != "--" ]; do [ "$1" = "--chdir" ] && cd "$2"; shift; done; shift; exec "$@"');
    expect(await detectSandbox({ program: leaky })).toMatchObject({ works: false, failure: { code: "leaks" } });
  });

  it("is not believed if it says nothing, or if the command in it does not speak", async () => {
    expect(await detectSandbox({ program: program("exit 0") })).toMatchObject({
      works: false,
      failure: { code: "silent" },
    });
  });

  it("is not looked for in the project, nor in a directory that is not absolute", async () => {
    const fake = program("exit 0");
    const found = await detectSandbox({ env: { PATH: `${directory}:.` }, project: directory });
    expect(found.works && found.by === "bubblewrap" && found.program).not.toBe(fake);
  });

  it("is missing where it is missing, and there is none at all on other systems", async () => {
    const gone = await detectSandbox({ program: join(directory, "gone") });
    expect(gone).toMatchObject({ works: false });
    expect(await detectSandbox({ platform: "win32" })).toMatchObject({ failure: { code: "no_platform" } });
  });
});

describe("the ways bubblewrap fails", () => {
  it.each([
    ["bwrap: No permissions to create new namespace", "no_namespaces"],
    ["bwrap: No permissions to creating new namespace, likely because the kernel does not allow", "no_namespaces"],
    [
      "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)",
      "namespaces_used_up",
    ],
    ["bwrap: setting up uid map: Operation not permitted", "outer_sandbox"],
    ["bwrap: setting up uid map: Permission denied", "apparmor"],
    ["bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", "apparmor"],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", "proc_masked"],
    ["bwrap: prctl(PR_SET_SECCOMP): Invalid argument", "no_filter"],
    ["bwrap: Unknown option --unshare-user", "too_old"],
    ["bwrap: something new", "unknown"],
    ["", "silent"],
  ])("are told apart: %s", (said, code) => {
    const failure = explainBubblewrap(said);
    expect(failure.code).toBe(code);
    expect(failure.reason.length).toBeGreaterThan(10);
    expect(failure.hint.length).toBeGreaterThan(10);
  });

  it("come with the line that installs what is missing", () => {
    const only = (name: string) => (program: string) => program === name;
    expect(installLine("bubblewrap", only("apt-get"), true)).toBe("apt-get install bubblewrap");
    expect(installLine("bubblewrap", only("dnf"), false)).toBe("sudo dnf install bubblewrap");
    expect(installLine("bubblewrap", only("pacman"), false)).toBe("sudo pacman -S bubblewrap");
    expect(installLine("bubblewrap", only("apk"), true)).toBe("apk add bubblewrap");
    expect(installLine("bubblewrap", only("none"), true)).toBe("Install the package bubblewrap.");
  });
});

describe("the setting", () => {
  const sandbox: WorkingSandbox = { works: true, by: "seatbelt", program: "/usr/bin/sandbox-exec" };
  const missing = { works: false, failure: { code: "no_program", reason: "it is not there", hint: "get it" } } as const;

  it("decides with what was found", () => {
    expect(sandboxFact("auto", sandbox)).toEqual({ sandbox: "on", with: sandbox });
    expect(sandboxFact("require", sandbox)).toEqual({ sandbox: "on", with: sandbox });
    expect(sandboxFact("off", sandbox).sandbox).toBe("off");
    expect(sandboxFact("auto", missing)).toEqual({ sandbox: "off", because: "it is not there", hint: "get it" });
    expect(sandboxFact("require", missing)).toMatchObject({ sandbox: "refuse", hint: "get it" });
  });
});

describe.skipIf(process.platform !== "linux")("what is remembered", () => {
  const now = 1_000_000_000;
  let sandbox: WorkingSandbox;
  let file: string;
  beforeEach(() => {
    sandbox = {
      works: true,
      by: "bubblewrap",
      program: program("exit 0"),
      version: "1",
      variant: { proc: "host", filter: false },
    };
    file = join(directory, "sandbox.json");
    remember(file, sandbox, now);
  });

  it("is believed for an hour", () => {
    const path = join(directory, "bwrap");
    expect(recall(file, path, now + 1000)).toEqual(sandbox);
    expect(recall(file, path, now + 3_600_001)).toBeUndefined();
    expect(recall(file, path, now - 1)).toBeUndefined();
  });

  it("is not believed of another program, or once the program has changed", () => {
    expect(recall(file, process.execPath, now)).toBeUndefined();
    const path = join(directory, "bwrap");
    utimesSync(path, 1, 1);
    expect(recall(file, path, now)).toBeUndefined();
  });

  it("is not believed if it is not whole", () => {
    for (const text of ["", "{}", "[]", "null", readFileSync(file, "utf8").replace('"host"', '"none"')]) {
      writeFileSync(file, text);
      expect(recall(file, join(directory, "bwrap"), now)).toBeUndefined();
    }
  });
});
