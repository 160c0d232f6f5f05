import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { analyse } from "../../../src/policy/shell/analyse.ts";
import type { ShellFacts } from "../../../src/policy/shell/analysis.ts";
import { facts } from "./facts.ts";

const codes = (line: string, more: Partial<ShellFacts> = {}) => {
  const found = analyse(line, facts(more));
  return found.readOnly ? [] : found.findings.map(({ code }) => code);
};

describe("the environment of a process", () => {
  it.each([
    "cat /proc/self/environ",
    "cat /proc/1/task/1/mem",
    "cat /proc/*/environ",
    "cat /proc/$x/environ",
    "cat $x/environ",
    "cd /proc/self && cat environ",
    "cd /proc; ls | xargs cat",
    "grep -r KEY /proc",
    "cat /proc/*/root/home/*/keys/current",
    "cat /proc/$x/root/home/keys/current",
    "cat /proc/*/cwd/home.db",
    "cat /proc/*/fd/*",
    "cat /proc/*/fd/20",
    "cat /proc/1/fd/*",
    "cat /proc/*/task/*/fd/7",
    "cd /proc; cat */map_files/*",
    "diff -a /proc/self /proc/1",
    "diff -a environ /proc/[1]/",
    "cd /proc/1 && diff -a . ../self",
    "cat < /proc/1/environ",
    "python3 -c 'print(open(\"/proc/self/environ\").read())'",
    "ps eww",
    "ps -axe",
    "pgrep --env KEY",
  ])("is the reason, with no sandbox and whatever is to be kept secret besides: %s", (line) => {
    expect(codes(line)).toContain("process");
    expect(codes(line, { unreadable: [] })).toContain("process");
  });

  it.each([
    "cat /proc/*/status",
    'cat "/proc/$x/status"',
    "head -1 /proc/[0-9]*/stat",
    "cat /proc/self/fd/0",
    "cat /dev/stdin",
    "ls -l /proc/self/fd",
    "diff a.txt src",
    "diff <(ls) <(ls src)",
  ])("is not in %s", (line) => {
    expect(codes(line, { unreadable: [] })).not.toContain("process");
  });

  it.each([
    "cat /proc/*/environ",
    "grep -r KEY /proc",
    "ps eww",
    "xargs cat <<< /proc/1/environ",
  ])("is not there in the sandbox: %s", (line) => {
    expect(codes(line, { sandboxed: true })).toEqual([]);
  });

  it("costs no question about a word that leads elsewhere", () => {
    const asked: string[] = [];
    const { world } = facts();
    const resolve: ShellFacts["world"]["resolve"] = (path, from) => {
      asked.push(path);
      return world.resolve(path, from);
    };
    expect(codes("cat a.txt src/*.ts | grep -c x", { world: { ...world, resolve } })).toEqual([]);
    expect(asked.some((path) => path.includes("proc"))).toBe(false);
    expect(asked.length).toBeLessThanOrEqual(5);
  });
});

describe("ps", () => {
  const secret = randomBytes(8).toString("hex");
  const other = spawn("sleep", ["600"], { env: { ...process.env, SECRET: secret }, stdio: "ignore" });
  afterAll(() => other.kill());

  const words = "e -e -ef -eH -eT -eL -eo -axe -x ax xe -u nobody-here -p 1 -o args --forest -C sleep -t ww U k".split(
    " ",
  );
  const lines = words.flatMap((one) => words.map((two) => [one, two]));

  it("shows no environment in any of its uses that are allowed", () => {
    const allowed = lines.filter((line) => codes(`ps ${line.join(" ")}`).length === 0);
    expect(allowed.length).toBeGreaterThan(50);
    const telling = allowed.filter((line) => spawnSync("ps", line, { encoding: "utf8" }).stdout?.includes(secret));
    expect(telling).toEqual([]);
  });
});

describe("what goes on after the line has ended", () => {
  it.each([
    "sleep 9 &",
    "(sleep 9) &",
    "sleep 9 & ls; wait",
    "setsid sleep 9",
    ": <(sleep 9)",
    "bash -c 'sleep 9 &'",
  ])("is refused without a sandbox, and ends with it: %s", (line) => {
    expect(codes(line)).toEqual(["background"]);
    expect(codes(line, { sandboxed: true })).toEqual([]);
  });

  it("is told what to do instead", () => {
    expect(analyse("sleep 9 &", facts())).toMatchObject({
      findings: [{ hint: expect.stringContaining("foreground") }],
    });
  });

  it.each(["ls & wait", "ls & pwd & wait"])("is nothing if it is waited for: %s", (line) => {
    expect(codes(line)).toEqual([]);
  });
});
