import { describe, expect, it } from "vitest";
import { patchLines } from "../../../../../src/surfaces/web/page/run/patch-lines.ts";

const PATCH = `diff --git a/a.sql b/a.sql
index 1..2 100644
--- a/a.sql
+++ b/a.sql
@@ -4,3 +4,3 @@ create
 same
--- a comment that goes
+-- a comment that comes
 last
\\ No newline at end of file
`;

describe("the lines of a patch", () => {
  it("have a sign and their numbers, and leave out the names of the file", () => {
    expect(patchLines(PATCH).map(({ as, sign, text, before, after }) => [as, sign, text, before, after])).toEqual([
      ["place", "", "@@ -4,3 +4,3 @@ create", undefined, undefined],
      ["same", " ", "same", 4, 4],
      ["removed", "−", "-- a comment that goes", 5, undefined],
      ["added", "+", "-- a comment that comes", undefined, 5],
      ["same", " ", "last", 6, 6],
      ["place", "", "No newline at end of file", undefined, undefined],
    ]);
  });

  it("tell of a new file only its lines, and of a mode what changed", () => {
    const added =
      "diff --git a/a b/a\nnew file mode 100644\nindex 0000000..5626abf\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+one\n";
    expect(patchLines(added).map(({ as, text }) => [as, text])).toEqual([
      ["place", "@@ -0,0 +1 @@"],
      ["added", "one"],
    ]);
    const mode = "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n";
    expect(patchLines(mode).map(({ text }) => text)).toEqual(["old mode 100644", "new mode 100755"]);
  });

  it("spell out what hides in them", () => {
    expect(patchLines("@@ -1 +1 @@\n+if (admin\u202e) {\n").at(-1)?.text).toBe("if (admin‹U+202E›) {");
  });
});
