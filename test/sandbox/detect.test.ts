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
import type { Candidate } from "../../src/sandbox/candidate.ts";
import { detectSandbox } from "../../src/sandbox/detect.ts";
import { explainBubblewrap, explainUtilLinux, neither } from "../../src/sandbox/failure.ts";
import { installLine } from "../../src/sandbox/install-line.ts";
import { planningProfile } from "../../src/sandbox/profile.ts";
import { recall, remember } from "../../src/sandbox/remembered-sandbox.ts";
import { runInSandbox } from "../../src/sandbox/run.ts";
import { sandboxFact, type WorkingSandbox } from "../../src/sandbox/sandbox.ts";
import { hasFilter, IMPLEMENTATIONS, isMissing, sandboxBy } from "./implementations.ts";

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

/** Something that stands for bubblewrap. */
function candidate(program: string): Candidate {
  return { by: "bubblewrap", program };
}

describe.skipIf(isMissing("bubblewrap"))("the sandbox of a machine that has bubblewrap", () => {
  it("is found by trying it, and works", async () => {
    expect(await detectSandbox()).toMatchObject({
      works: true,
      by: "bubblewrap",
      variant: { proc: "own", filter: true },
    });
  });
});

describe.skipIf(isMissing("util-linux"))("the sandbox of a machine that has no bubblewrap", () => {
  /** What a process finds where bubblewrap cannot be run. */
  const bare = (hidden: string, ...words: string[]) => {
    const hide = `for file in ${hidden}; do [ ! -e "$file" ] || mount --bind /dev/null "$file"; done; exec "$@"`;
    const unshare = ["--user", "--map-root-user", "--mount", "sh", "-c", hide, "sh"];
    const found = spawnSync("unshare", [...unshare, process.execPath, DETECT, ...words], { encoding: "utf8" });
    return JSON.parse(found.stdout);
  };

  it("is made by util-linux, and with perl system calls are filtered", () => {
    expect(bare("/usr/bin/bwrap")).toMatchObject({
      ...{ works: true, by: "util-linux", version: expect.stringMatching(/^\d/) },
      variant: { proc: "own", filter: true },
    });
  });

  it("is made by util-linux alone where perl is missing, too", () => {
    const found = bare("/usr/bin/bwrap /usr/bin/perl");
    expect(found).toMatchObject({ works: true, by: "util-linux", variant: { proc: "own", filter: false } });
    expect(found.programs.perl).toBeUndefined();
  });

  it("is missing where a part of util-linux is missing, and the way out is bubblewrap", () => {
    const found = bare("/usr/bin/bwrap /usr/bin/setpriv");
    expect(found).toMatchObject({ works: false, failure: { code: "no_program" } });
    expect(found.failure.hint).toContain("bubblewrap");
  });

  it("is what stands in for a bubblewrap that does not work", () => {
    const broken = `for file in /usr/bin/bwrap; do mount --bind /usr/bin/false "$file"; done; exec "$@"`;
    const unshare = ["--user", "--map-root-user", "--mount", "sh", "-c", broken, "sh"];
    const found = spawnSync("unshare", [...unshare, process.execPath, DETECT], { encoding: "utf8" });
    expect(JSON.parse(found.stdout)).toMatchObject({ works: true, by: "util-linux" });
  });
});

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation))(`the sandbox by ${implementation}`, () => {
    const quiet = (heard: (text: string) => void) => ({
      stdout: (chunk: Buffer) => heard(String(chunk)),
      stderr: () => {},
    });

    it("does without a /proc of its own where parts of /proc are masked, and still nothing can be written", () => {
      const mask = 'mount -t tmpfs masked /proc/fs && exec "$@"';
      const around = [
        "--user",
        "--map-root-user",
        "--mount",
        "--pid",
        "--fork",
        "--mount-proc",
        "sh",
        "-c",
        mask,
        "sh",
      ];
      const by = implementation === "bubblewrap" ? "bubblewrap" : "util-linux";
      const found = spawnSync("unshare", [...around, process.execPath, DETECT, by], { encoding: "utf8" });
      expect(JSON.parse(found.stdout)).toMatchObject({ works: true, by, variant: { proc: "host" } });
    });

    it("keeps outer processes out of reach without a /proc of its own, too", async () => {
      const found = await sandboxBy(implementation);
      if (found.by === "seatbelt") throw new Error("no sandbox of Linux");
      const sandbox: WorkingSandbox = { ...found, variant: { ...found.variant, proc: "host" } };
      let out = "";
      const { pid } = process;
      const attempts = [
        `touch /proc/${pid}/root${directory}/new`,
        `touch /proc/${pid}/cwd/new-by-a-test`,
        `head -c 1 /proc/${pid}/environ`,
        `kill -0 ${pid} && echo reached`,
        'v=$(cat /proc/sys/vm/swappiness) && echo "$v" > /proc/sys/vm/swappiness && echo wrote',
      ];
      const profile = planningProfile({ cwd: directory, homes: [], secret: [] });
      const output = quiet((text) => {
        out += text;
      });
      await runInSandbox(`${attempts.join("\n")}\necho done`, profile, { sandbox, output });
      expect(out).toBe("done\n");
      expect([join(directory, "new"), "new-by-a-test"].filter(existsSync)).toEqual([]);
    });

    it("is not found inside itself, and says why", async () => {
      const sandbox = await sandboxBy(implementation);
      let out = "";
      const reveal = [dirname(process.execPath), dirname(dirname(dirname(DETECT)))];
      const profile = planningProfile({ cwd: directory, homes: [], secret: [], reveal });
      const output = quiet((text) => {
        out += text;
      });
      await runInSandbox(`${process.execPath} ${DETECT}`, profile, { sandbox, output });
      // Without a filter it is the limit that was set for it.
      const code = hasFilter(implementation) ? "no_namespaces" : "namespaces_used_up";
      expect(JSON.parse(out)).toMatchObject({ works: false, failure: { code } });
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

  it.each([
    ["unshare: unshare failed: Operation not permitted", "no_namespaces"],
    ["unshare: unshare failed: Invalid argument", "no_namespaces"],
    ["unshare: unshare failed: No space left on device", "namespaces_used_up"],
    ["unshare: write failed /proc/self/uid_map: Operation not permitted", "outer_sandbox"],
    ["mount: /proc: permission denied.", "proc_masked"],
    ["countersign: seccomp: Invalid argument", "no_filter"],
    ["unshare: unrecognized option '--map-current-user'", "too_old"],
    ["countersign: /data stays writable", "unknown"],
    ["", "silent"],
  ])("are told apart, of util-linux: %s", (said, code) => {
    expect(explainUtilLinux(said, false).code).toBe(code);
  });

  it("are laid to AppArmor where the kernel says that it is in force", () => {
    const said = "unshare: write failed /proc/self/uid_map: Operation not permitted";
    expect(explainUtilLinux(said, true)).toMatchObject({ code: "apparmor", hint: expect.stringContaining("sysctl") });
    expect(explainUtilLinux("unshare: unrecognized option '--keep-caps'", true).code).toBe("too_old");
  });

  it("of util-linux say what helps: bubblewrap, where that would get around it", () => {
    const old = neither(explainUtilLinux("unshare: unrecognized option '--keep-caps'", false));
    expect(old.hint).toContain("bubblewrap");
    const forbidden = neither(explainUtilLinux("unshare: unshare failed: Operation not permitted", false));
    expect(forbidden.reason).toContain("bubblewrap is not installed");
    expect(forbidden.hint).toContain("--security-opt");
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
    remember(file, sandbox, [candidate(join(directory, "bwrap"))], now);
  });

  it("is believed for an hour", () => {
    const path = join(directory, "bwrap");
    expect(recall(file, [candidate(path)], now + 1000)).toEqual(sandbox);
    expect(recall(file, [candidate(path)], now + 3_600_001)).toBeUndefined();
    expect(recall(file, [candidate(path)], now - 1)).toBeUndefined();
  });

  it("is not believed of another program, or once the program has changed", () => {
    expect(recall(file, [candidate(process.execPath)], now)).toBeUndefined();
    const path = join(directory, "bwrap");
    utimesSync(path, 1, 1);
    expect(recall(file, [candidate(path)], now)).toBeUndefined();
  });

  it("is not believed if it is not whole", () => {
    for (const text of ["", "{}", "[]", "null", readFileSync(file, "utf8").replace('"host"', '"none"')]) {
      writeFileSync(file, text);
      expect(recall(file, [candidate(join(directory, "bwrap"))], now)).toBeUndefined();
    }
  });
});
