import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { diffOfCall } from "../../src/desk/diff-of-call.ts";

const project = mkdtempSync(join(tmpdir(), "countersign-diff-"));
mkdirSync(join(project, "src"));
writeFileSync(join(project, "src", "a.txt"), "one\n");
const head = (path: string) =>
  diffOfCall(project, project, { tool: "write", input: { path, content: "two\n" } })?.split("\n");

it("compares with the file as it is", () => {
  expect(head("src/a.txt")).toEqual(["*** src/a.txt", "@@ line 1 @@", "-one", "+two"]);
  expect(head("src/b.txt")?.[0]).toBe("*** src/b.txt (a new file)");
});

it.each([
  "@src/a.txt",
  "file:src/a.txt",
  "~/a.txt",
  "src/a\u00A0b.txt",
])("calls no file new whose path the tool may read in another way: %j", (path) => {
  expect(head(path)?.[0]).not.toContain("a new file");
  expect(head(path)?.slice(1)).toEqual([
    "@@ all of the file; its present text is not shown: its path can be read in several ways @@",
    "+two",
  ]);
});
