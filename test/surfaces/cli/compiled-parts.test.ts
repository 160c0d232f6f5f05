import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CompiledParts } from "../../../src/surfaces/cli/compiled-parts.ts";
import { Workbench } from "./workbench.ts";

const part = (body: string) => `(function (exports, require, module, __filename, __dirname) {${body}\n})`;
const saying = (word: string) => part(`exports.say = function () { return "${word}"; };`);

/** A bundle of parts with these texts, and a home that is the user's alone. */
function bundleOf(texts: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), "countersign-parts-"));
  const home = join(root, "home");
  mkdirSync(home, { mode: 0o700 });
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  for (const [name, text] of Object.entries(texts)) write(name, text);
  const open = (build = "1", command = "show") =>
    new CompiledParts({
      ...{ directory: root, build, home, command },
      require: (id) => `package ${id}`,
      import: async (id) => `module ${id}`,
    });
  /** Runs a part as a command does, and answers with what it says. */
  const run = (name: string, build?: string) => {
    const parts = open(build);
    const said = (parts.load(name) as { say(): string }).say();
    parts.keep();
    return said;
  };
  const kept = () => join(home, "compiled", `show-${process.version}-${process.arch}`);
  return { root, home, write, open, run, kept };
}

describe("the parts of the command line", () => {
  it("load each other, in a circle too, and get packages from Node", async () => {
    const { open } = bundleOf({
      "a.cjs": part(
        'exports.b = require("./b.cjs"); exports.name = "a"; exports.got = [require("a"), require.import("b")];',
      ),
      "b.cjs": part('const a = require("./a.cjs"); exports.say = () => a.name;'),
    });
    const a = open().load("a.cjs") as { b: { say(): string }; got: unknown[] };
    expect([a.b.say(), ...(await Promise.all(a.got))]).toEqual(["a", "package a", "module b"]);
  });

  it("are compiled once for each command: the next run finds them", () => {
    const { run, kept } = bundleOf({ "a.cjs": saying("one"), "b.cjs": saying("two") });
    run("a.cjs");
    const first = statSync(kept()).ino;
    run("a.cjs");
    expect(statSync(kept()).ino).toBe(first);
    run("b.cjs");
    const both = statSync(kept()).ino;
    expect(both).not.toBe(first);
    run("a.cjs");
    run("b.cjs");
    expect(statSync(kept()).ino).toBe(both);
  });

  it("hold the code of functions that ran, which is what takes the time", () => {
    const body = Array.from({ length: 200 }, (_, index) => `x = x * ${index} + ${index};`).join(" ");
    const { open, kept } = bundleOf({ "a.cjs": part(`exports.say = function (x) { ${body} return x; };`) });
    const parts = open();
    parts.load("a.cjs");
    parts.keep();
    const outside = statSync(kept()).size;
    const again = open("2");
    (again.load("a.cjs") as { say(x: number): number }).say(1);
    again.keep();
    expect(statSync(kept()).size).toBeGreaterThan(outside + 1000);
  });

  it("of another build are compiled afresh, even if their texts have the same length", () => {
    const { write, run } = bundleOf({ "a.cjs": saying("old") });
    run("a.cjs", "1");
    write("a.cjs", saying("new"));
    expect(run("a.cjs", "2")).toBe("new");
    expect(run("a.cjs", "2")).toBe("new");
  });

  it("run as they are if the kept code was cut, damaged, mixed up or is no code at all", () => {
    const { run, kept } = bundleOf({ "a.cjs": saying("one") });
    run("a.cjs");
    const whole = readFileSync(kept());
    const start = whole.indexOf("\n") + 1;
    const wrong = [
      Buffer.alloc(0),
      Buffer.from("no json\n"),
      Buffer.from("null\n"),
      whole.subarray(0, start + 10),
      whole.subarray(0, whole.length - 1),
      Buffer.concat([whole.subarray(0, start), Buffer.alloc(whole.length - start)]),
      // V8 would end the process.
      whole.map((byte, index) => (index > start + 100 && index % 7 === 0 ? byte ^ 77 : byte)),
      whole.map((byte, index) => (index === whole.length - 1 ? byte ^ 1 : byte)),
    ];
    for (const bytes of wrong) {
      writeFileSync(kept(), bytes);
      expect(run("a.cjs")).toBe("one");
    }
  });

  it("neither use nor keep code in a home that others can write to, or that is missing", () => {
    const { home, write, run, kept } = bundleOf({ "a.cjs": saying("bad") });
    run("a.cjs");
    // Now the kept code says something else than the part.
    write("a.cjs", saying("one"));
    expect(run("a.cjs")).toBe("bad");
    const planted = readFileSync(kept());
    for (const mode of [0o770, 0o702, 0o777]) {
      chmodSync(home, mode);
      // V8 remembers a text for as long as its process lives.
      write("a.cjs", saying(mode.toString(8)));
      expect(run("a.cjs")).toBe(mode.toString(8));
      expect(readFileSync(kept())).toEqual(planted);
    }
    rmSync(home, { recursive: true });
    expect(run("a.cjs")).toBe("777");
    expect(existsSync(home)).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)("neither use nor keep code in a home of another user", () => {
    const { home, write, run } = bundleOf({ "a.cjs": saying("bad") });
    run("a.cjs");
    write("a.cjs", saying("one"));
    chownSync(home, 65_534, 65_534);
    expect(run("a.cjs")).toBe("one");
  });
});

describe("the published program", () => {
  it("keeps compiled code in the user's own directory, and none where every user can write", () => {
    const bench = new Workbench();
    const TMPDIR = join(bench.root, "tmp");
    mkdirSync(TMPDIR);
    bench.run(["propose", "-"], { input: JSON.stringify({ title: "T", steps: [{ description: "D" }] }) });
    for (const words of [["plans"], ["plans"], ["help"]]) {
      expect(bench.run(words, { env: { TMPDIR, NODE_COMPILE_CACHE: undefined }, alone: true }).code).toBe(0);
    }
    const kept = readdirSync(join(bench.home, "compiled")).sort();
    expect(kept).toEqual([
      `help-${process.version}-${process.arch}`,
      "packages",
      `plans-${process.version}-${process.arch}`,
    ]);
    expect(statSync(join(bench.home, "compiled", kept[0] ?? "")).mode & 0o077).toBe(0);
    expect(readdirSync(TMPDIR)).toEqual([]);
    bench.remove();
  });
});
