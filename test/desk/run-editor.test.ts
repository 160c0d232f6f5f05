import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runEditor } from "../../src/desk/run-editor.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { fixture } from "./fixture.ts";

describe("a person's editor", () => {
  it("is looked for on PATH, but not in the project", () => {
    const { root, project } = fixture();
    const editorIn = (directory: string, word: string) => {
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, "my-editor"), `#!/bin/sh\necho ${word} > "$1"\n`, { mode: 0o755 });
      return directory;
    };
    const [planted, own] = [editorIn(join(project, "bin"), "planted"), editorIn(join(root, "outside"), "own")];
    const before = process.env["PATH"];
    afterTest(() => {
      process.env["PATH"] = before;
    });
    const file = join(root, "text");
    process.env["PATH"] = [planted, before].join(delimiter);
    expect(runEditor("my-editor 2>/dev/null", file, project)).toBe(false);
    process.env["PATH"] = [planted, own, before].join(delimiter);
    expect(runEditor("my-editor", file, project)).toBe(true);
    expect(readFileSync(file, "utf8")).toBe("own\n");
  });
});
