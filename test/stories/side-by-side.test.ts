import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { calls } from "../agent/bench/model.ts";
import type { Project } from "../agent/bench/project.ts";
import { finish } from "../agent/step-runner/stand.ts";
import { must } from "../desk/fixture.ts";
import { hasSandbox } from "../machine-sandbox.ts";
import { Story } from "./run-bench.ts";

const command = (id: string, run: string, more: object = {}) => ({ id, title: id, run, ...more });

/** Named pipes: a command that writes to one waits for a command that reads it. One after the other they never end. */
function makePipes({ cwd }: Project): void {
  mkdirSync(join(cwd, "pipes"));
  execFileSync(
    "mkfifo",
    ["there", "back"].map((name) => join(cwd, "pipes", name)),
  );
}
const FIRST = "echo x > pipes/there; read -r _ < pipes/back";
const SECOND = "read -r _ < pipes/there; echo x > pipes/back";

const settings = { max_parallel_steps: 2 };

describe("two steps that have no file in common", () => {
  it("run at the same time in one directory, each with its own files", async () => {
    const story = await Story.signed({
      plan: {
        steps: [
          command("a", `${FIRST}; sed -i s/old/new/ out/a; ls out`, {
            files: ["out/a"],
            verify: "grep -qx 'new a' out/a",
          }),
          command("b", `${SECOND}; echo 'new b' > out/b; ls out`, {
            files: ["out/b"],
            verify: "grep -qx 'new b' out/b",
          }),
        ],
      },
      files: { "out/a": "old a\n" },
      settings,
      prepare: makePipes,
    });
    expect(must(await story.run())).toMatchObject({ how: "completed" });
    expect([story.project.read("out/a"), story.project.read("out/b")]).toEqual(["new a\n", "new b\n"]);
    const { run } = await story.plan();
    expect(["a", "b"].map((id) => run?.steps.get(id)?.result)).toMatchObject([
      { artifacts: [{ path: "out/a", how: "changed" }] },
      { artifacts: [{ path: "out/b", how: "added" }] },
    ]);
    expect(run?.steps.get("a")?.result?.drift).toBeUndefined();
  });

  it("run at the same time, one with a file in the root and one with a directory", async () => {
    const story = await Story.signed({
      plan: {
        steps: [
          command("readme", `${FIRST}; echo two > README.md`, { files: ["README.md"] }),
          command("src", `${SECOND}; mkdir -p src/deep; echo x > src/deep/x`, { files: ["src/**"] }),
        ],
      },
      files: { "README.md": "one\n" },
      settings,
      prepare: makePipes,
    });
    expect(must(await story.run())).toMatchObject({ how: "completed" });
    expect([story.project.read("README.md"), story.project.read("src/deep/x")]).toEqual(["two\n", "x\n"]);
  });

  it.skipIf(!hasSandbox)(
    "cannot write each other's files, and what is of neither is not kept and reported",
    async () => {
      const story = await Story.signed({
        plan: {
          steps: [
            { id: "a", title: "a", tools: ["bash"], files: ["out/a"] },
            command("b", `${SECOND}; echo b > out/b; echo c > out/b2; echo a > out/a; true`, { files: ["out/b"] }),
          ],
        },
        responses: [
          calls(["bash", { command: `${FIRST}; echo a > out/a; echo mine > out/b; echo more > out/c; true` }]),
          calls(finish()),
        ],
        files: { "out/a": "old\n", "out/b": "old\n" },
        settings,
        prepare: makePipes,
      });
      expect(must(await story.run())).toMatchObject({ how: "completed" });
      expect(["a", "b"].map((name) => story.project.read(`out/${name}`))).toEqual(["a\n", "b\n"]);
      expect(readdirSync(join(story.project.cwd, "out")).sort()).toEqual(["a", "b"]);
      const { run } = await story.plan();
      expect(["a", "b"].map((id) => run?.steps.get(id)?.result?.artifacts)).toEqual([
        [{ path: "out/a", how: "changed" }],
        [{ path: "out/b", how: "changed" }],
      ]);
      const drift = ["a", "b"].map((id) => run?.steps.get(id)?.result?.drift);
      expect(drift).toEqual([
        ["out/c was created, outside of its files, and is not kept"],
        ["out/b2 was created, outside of its files, and is not kept"],
      ]);
      const words = "Not kept, because other steps write in the same directory: out/";
      expect(story.model.saw.results[0]?.[2]).toContain(`${words}c.`);
      expect(run?.steps.get("b")?.result?.output).toContain(`${words}b2.`);
      expect(readdirSync(join(story.project.cwd, ".pi/plans/.state/apart"))).toEqual([]);
    },
  );

  it.skipIf(!hasSandbox)("lose nothing that a person saves while a command of one of them runs", async () => {
    const story = await Story.signed({
      plan: {
        steps: [
          command("a", `${FIRST}; sed -i s/old/new/ out/a; echo new > out/a2`, { files: ["out/a", "out/a2"] }),
          command("b", "echo new > out/b", { files: ["out/b"] }),
        ],
      },
      files: { "out/a": "old\n", "out/b": "old\n" },
      settings,
      prepare: makePipes,
    });
    // As an editor saves: a new file in the place of the old one.
    const saves =
      "read -r _ < pipes/there; for f in a a2; do echo old, mine > out/p; mv out/p out/$f; done; echo x > pipes/back";
    const [ended] = await Promise.all([
      story.run(),
      promisify(execFile)("bash", ["-c", saves], { cwd: story.project.cwd }),
    ]);
    expect(must(ended)).toMatchObject({ how: "completed" });
    expect(["a", "a2", "b"].map((name) => story.project.read(`out/${name}`))).toEqual([
      "old, mine\n",
      "old, mine\n",
      "new\n",
    ]);
    const result = (await story.plan()).run?.steps.get("a")?.result;
    expect(result?.output).toContain("Not kept, because other steps write in the same directory: out/a, out/a2.");
    expect(result?.drift).toEqual([
      "out/a was written by a command, which is not kept: see its output",
      "out/a2 was written by a command, which is not kept: see its output",
    ]);
  });
});
