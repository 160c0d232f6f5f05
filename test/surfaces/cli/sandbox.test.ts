import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../machine-sandbox.ts";
import { lacks } from "../../system-programs.ts";
import { Workbench } from "./workbench.ts";

const isMissing = !hasSandbox;

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
  bench.write("file", "inside\n");
});
afterEach(() => bench.remove());

describe.skipIf(isMissing)("sandbox", () => {
  it("runs a command line that can read and change nothing, and hands on its output and exit code", () => {
    const ran = bench.run(["sandbox", "--", "cat file; echo x > file; echo no >&2; exit 7"]);
    expect(ran).toMatchObject({ code: 7, out: "inside\n" });
    expect(ran.err).toMatch(/Read-only file system\nno\n$/);
    expect(readFileSync(join(bench.project, "file"), "utf8")).toBe("inside\n");
  });

  it("takes several words as they stand, and options after -- as the command's", () => {
    expect(bench.run(["sandbox", "--", "echo", "$HOME", "it's", "--dir", "-n"]).out).toBe("$HOME it's --dir -n\n");
  });

  it("answers programs in JSON, wherever --json stands before the command", () => {
    for (const args of [
      ["--json", "sandbox", "--", "echo out; exit 3"],
      ["sandbox", "--json", "--", "echo out; exit 3"],
    ]) {
      expect(bench.run(args)).toMatchObject({ code: 3, json: { stdout: "out\n", stderr: "", code: 3 } });
    }
  });

  it("does not show our own home, wherever the command runs", () => {
    mkdirSync(bench.home, { recursive: true });
    writeFileSync(join(bench.home, "key"), "the key");
    expect(bench.run(["sandbox", "--dir", bench.root, "--", "cat home/key; ls home"]).out).toBe("");
    const inside = bench.run(["sandbox", "--json", "--dir", bench.home, "--", "ls"]);
    expect(inside).toMatchObject({ code: 1, json: { error: { kind: "inside_home" } } });
  });

  it("opens the network and reveals files only where the user's own settings say so", () => {
    writeFileSync(join(bench.root, ".npmrc"), "mine\n");
    const command = [
      "sandbox",
      "--dir",
      bench.root,
      "--",
      "cat .npmrc; ls /sys/class/net | wc -l; readlink /proc/self/ns/net",
    ];
    const closed = bench.run(command);
    expect(closed.out).not.toContain("mine");
    expect(closed.out).not.toContain(readNet());
    mkdirSync(bench.home, { recursive: true });
    writeFileSync(join(bench.home, "plans.json"), '{"planning": {"network": true, "reveal": ["~/.npmrc"]}}');
    const open = bench.run(command).out;
    expect(open).toContain("mine");
    expect(open).toContain(readNet());
  });

  it("remembers in the user's own directory what works", () => {
    mkdirSync(bench.home, { recursive: true });
    bench.run(["sandbox", "true"]);
    expect(existsSync(join(bench.home, "sandbox.json"))).toBe(true);
  });

  it("says what is there in doctor, for people and programs", () => {
    const { checks, sandbox } = bench.run(["doctor", "--json"]).json;
    const by = lacks("bwrap") ? "util-linux" : "bubblewrap";
    expect(sandbox).toMatchObject({ works: true, by });
    const told = checks.map(({ result, what }: { result: string; what: string }) => `${result} ${what}`);
    expect(told).toContainEqual(expect.stringMatching(new RegExp(`^good sandbox: ${by} [\\d.]+ \\(`)));
    expect(told).toContainEqual(expect.stringMatching(/^good bash \(/));
    expect(told).toContainEqual(expect.stringMatching(/^good git \(/));
  });
});

describe.skipIf(isMissing)("where there is no sandbox", () => {
  // Inside one, no other can be made.
  const inside = (...args: string[]) => {
    const line = [process.execPath, join(import.meta.dirname, "../../../bin/countersign.js"), ...args];
    mkdirSync(bench.home, { recursive: true });
    writeFileSync(
      join(bench.home, "plans.json"),
      JSON.stringify({ planning: { reveal: [process.execPath, join(import.meta.dirname, "../../..")] } }),
    );
    return bench.run(["sandbox", "--", ...line]);
  };

  it("runs nothing, says why and how to get one", () => {
    const refused = inside("sandbox", "--", "echo ran");
    expect(refused.code).toBe(1);
    expect(refused.out).toBe("");
    expect(refused.err).toMatch(/There is no sandbox: .*user namespaces (?:are not allowed|may be made) here/);
    expect(refused.err).toMatch(/--security-opt|sysctl/);
  });
});

// Where it is installed it is found, whatever PATH says.
if (lacks("bwrap") && lacks("unshare", "setpriv"))
  it("runs nothing without bubblewrap and util-linux, and says how to install the former", () => {
    const refused = bench.run(["sandbox", "--", "echo ran"]);
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toMatch(/[Ii]nstall (the package )?bubblewrap|apk add bubblewrap|pacman -S bubblewrap/);
  });

/** The network of this process. */
function readNet(): string {
  return readlinkSync("/proc/self/ns/net");
}
