import { describe, expect, it } from "vitest";
import { callDiff, type ReadText } from "../../src/policy/call-diff.ts";

const FILE = Array.from({ length: 20 }, (_, n) => `line ${n + 1}`).join("\n");
const file: ReadText = (path) => (path === "a.txt" ? { text: `${FILE}\n` } : undefined);
const diff = (tool: string, input: Record<string, unknown>, read = file) =>
  callDiff({ tool, input }, read)?.split("\n");

describe("a call that edits a file", () => {
  it.each([
    { path: "a.txt", edits: [{ oldText: "line 10\n", newText: "line ten\nand more\n" }] },
    { file_path: "a.txt", old_string: "line 10\n", new_string: "line ten\nand more\n" },
  ])("is a diff with the lines around it: %j", (input) => {
    expect(diff("edit", input)).toEqual([
      "*** a.txt",
      "@@ line 8 @@",
      " line 8",
      " line 9",
      "-line 10",
      "+line ten",
      "+and more",
      " line 11",
      " line 12",
    ]);
  });

  it("has a hunk for each place", () => {
    const edits = [
      { oldText: "line 2\n", newText: "" },
      { oldText: "line 19", newText: "line nineteen" },
    ];
    const lines = diff("edit", { path: "a.txt", edits });
    expect(lines?.filter((line) => line.startsWith("@@"))).toEqual(["@@ line 1 @@", "@@ line 17 @@"]);
    expect(lines?.filter((line) => /^[-+][^-+]/.test(line))).toEqual(["-line 2", "-line 19", "+line nineteen"]);
  });

  it("shows what it replaces where the file has no such text, or more than one of it", () => {
    for (const oldText of ["no such line", "line 1"]) {
      expect(diff("edit", { path: "a.txt", edits: [{ oldText, newText: "x" }] })).toEqual([
        "*** a.txt",
        "@@ the file does not have this text exactly once @@",
        `-${oldText}`,
        "+x",
      ]);
    }
    const all = diff("Edit", { file_path: "a.txt", old_string: "line 1", new_string: "x", replace_all: true });
    expect(all?.filter((line) => /^\+[^+]/.test(line))).toHaveLength(11);
    expect(all?.at(-1)).toBe("replace_all: true");
  });

  it("shows each edit where one could replace what another has put in", () => {
    const edits = [
      { oldText: "line 3\n", newText: "line 7\n" },
      { oldText: "line 7\n", newText: "harmless\n" },
    ];
    expect(diff("edit", { path: "a.txt", edits, replace_all: true })).toContain("+line 7");
  });

  it("is all of a new file, and of another file only its changes", () => {
    expect(diff("write", { path: "new.txt", content: "one\n\ttwo  \n" })).toEqual([
      "*** new.txt (a new file)",
      "@@ line 1 @@",
      "+one",
      "+⇥   two␣␣",
    ]);
    expect(diff("write", { path: "a.txt", content: FILE.replace("line 3", "three") })?.slice(1)).toEqual([
      ...["@@ line 1 @@", " line 1", " line 2", "-line 3", "+three", " line 4", " line 5"],
      "\\ The last line has no line end",
    ]);
  });

  it("spells out what is hidden, so that nothing passes for a line of another kind", () => {
    const content = "a\u202eb\r\n+c\n@@ d";
    expect(diff("write", { path: "x\n+++ y", content })).toEqual([
      "*** x‹U+000A›+++ y (a new file)",
      "@@ line 1 @@",
      "+a‹U+202E›b‹U+000D›",
      "++c",
      "+@@ d",
      "\\ The last line has no line end",
    ]);
  });

  it("says why the present text is not shown", () => {
    const read: ReadText = () => ({ because: "it may hold a secret" });
    const input = { path: ".env", edits: [{ oldText: "A=1", newText: "A=2" }] };
    expect(diff("edit", input, read)).toContain("@@ it may hold a secret @@");
    expect(diff("write", { path: ".env", content: "A=2\n" }, read)?.slice(1)).toEqual([
      "@@ all of the file; its present text is not shown: it may hold a secret @@",
      "+A=2",
    ]);
  });

  it("is its patch, if it has one", () => {
    const patch = "*** Begin Patch\n*** Update File: a.txt\n-line 1\n+one\n*** End Patch";
    expect(diff("apply_patch", { input: patch })).toEqual(patch.split("\n"));
  });

  it.each<[string, Record<string, unknown>]>([
    ["bash", { command: "cat a.txt" }],
    ["send_mail", { path: "a.txt", content: "hello" }],
    ["edit", { path: "a.txt", edits: [{ oldText: "line 1", newText: "x", mode: "odd" }] }],
    ["edit", { path: "a.txt", edits: "all" }],
    ["edit", { path: 3, oldText: "a", newText: "b" }],
    ["apply_patch", { input: "no patch" }],
    ["write", { path: "a.txt", content: "x", diff: { hidden: "value" } }],
  ])("is shown to the letter instead where it is not understood: %s %j", (tool, input) => {
    expect(diff(tool, input)).toBeUndefined();
  });
});
