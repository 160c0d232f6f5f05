import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { prepareRollBack } from "../../src/acts/prepare-roll-back.ts";
import { failureReport } from "../../src/run/failure-report.ts";
import { failureReportText } from "../../src/run/failure-report-text.ts";
import { openPlanSnapshots, patchOf } from "../../src/run/open-plan-snapshots.ts";
import { calls } from "../agent/bench/model.ts";
import { finish } from "../agent/step-runner/stand.ts";
import { must, refusalOf } from "../desk/fixture.ts";
import { hasSandbox } from "../machine-sandbox.ts";
import { Story, type StoryOptions } from "./run-bench.ts";

const FILES = { "a.txt": "one\n", "kept.txt": "kept\n", "gone.txt": "gone\n", "b.txt": "b\n" };
const STEP = { id: "write", title: "Say two", tools: ["read", "write", "bash"], files: ["a.txt", "b.txt"] };
const writes = (path: string, content: string) => calls(["write", { path, content }]);

type Response = NonNullable<StoryOptions["responses"]>[number];

/** The model answers this after a person has worked: the answer has begun by then. */
function meanwhile(work: () => void, response: Response): Response {
  return () => {
    work();
    return response as never;
  };
}

/** A step whose model follows a script, and a person who changes files of the project. */
async function told(script: (person: Person) => Response[], more: Partial<StoryOptions> = {}) {
  let root = "";
  const person: Person = {
    writes: (path, text) => writeFileSync(join(root, path), text),
    removes: (path) => rmSync(join(root, path)),
  };
  const story = await Story.signed({ plan: { steps: [STEP] }, files: FILES, responses: script(person), ...more });
  root = story.project.cwd;
  const env = { ...process.env, ...story.project.env };
  return {
    story,
    has: (path: string) => story.project.read(path),
    result: async (id = "write") => (await story.plan()).run?.steps.get(id)?.result,
    report: async () => {
      const report = failureReport(await story.plan());
      return report === undefined ? "" : failureReportText(report);
    },
    diff: async (step?: string) => {
      const opened = must(await openPlanSnapshots(story.desk, await story.plan(), env));
      return must(await patchOf(opened, step));
    },
    rollBack: async (step?: string) => {
      const prepared = await prepareRollBack({ desk: story.desk }, story.id, { env, step });
      return prepared.ok ? prepared.value.confirm(story.person) : prepared;
    },
  };
}

interface Person {
  writes(path: string, text: string): void;
  removes(path: string): void;
}

describe("what a person changes while the model of a step thinks", () => {
  it.skipIf(!hasSandbox)("is not the step's: in its result, in the report, in the diff and at a rollback", async () => {
    const here = await told((person) => [
      meanwhile(() => person.writes("early.txt", "mine\n"), writes("a.txt", "two\n")),
      meanwhile(
        () => {
          person.writes("kept.txt", "changed by me\n");
          person.writes("mine.txt", "mine\n");
          person.removes("gone.txt");
        },
        calls(["bash", { command: "echo more >> b.txt" }]),
      ),
      meanwhile(() => person.writes("late.txt", "mine\n"), calls(finish("done", "It says two."))),
    ]);
    expect(must(await here.story.run())).toMatchObject({ how: "completed" });
    expect(await here.result()).toMatchObject({
      artifacts: [
        { path: "a.txt", how: "changed" },
        { path: "b.txt", how: "changed" },
      ],
      others: [
        { path: "gone.txt", how: "removed" },
        { path: "kept.txt", how: "changed" },
        { path: "mine.txt", how: "added" },
        { path: "late.txt", how: "added" },
      ],
    });
    expect((await here.result())?.drift).toBeUndefined();
    const report = await here.report();
    expect(report).toContain("~ a.txt (changed by write)");
    expect(report).toMatch(/\? kept\.txt was changed during write, but not by it/);
    expect(report).not.toContain("(added by");
    expect((await here.diff()).files.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
    must(await here.rollBack());
    expect([here.has("a.txt"), here.has("b.txt")]).toEqual(["one\n", "b\n"]);
    expect([here.has("kept.txt"), here.has("mine.txt"), here.has("late.txt"), here.has("early.txt")]).toEqual([
      "changed by me\n",
      "mine\n",
      "mine\n",
      "mine\n",
    ]);
    expect(() => here.has("gone.txt")).toThrow();
  });

  it.skipIf(!hasSandbox)("on a file that the step changes later is named, and nothing is rolled back", async () => {
    const here = await told((person) => [
      writes("b.txt", "two\n"),
      meanwhile(() => person.writes("a.txt", "one\nmine\n"), calls(["bash", { command: "echo two >> a.txt" }])),
      calls(finish("done", "It says two.")),
    ]);
    must(await here.story.run());
    expect(refusalOf(await here.rollBack())).toMatchObject({
      kind: "changed_since",
      facts: { conflicts: [{ path: "a.txt" }] },
    });
    expect(refusalOf(await here.rollBack("write"))).toMatchObject({ facts: { conflicts: [{ path: "a.txt" }] } });
    expect([here.has("a.txt"), here.has("b.txt")]).toEqual(["one\nmine\ntwo\n", "two\n"]);
  });

  it("on a file that the step has changed before is named, and nothing is rolled back", async () => {
    const here = await told((person) => [
      writes("a.txt", "two\n"),
      meanwhile(() => person.writes("a.txt", "two\nmine\n"), calls(finish("done", "It says two."))),
    ]);
    must(await here.story.run());
    expect(refusalOf(await here.rollBack())).toMatchObject({ facts: { conflicts: [{ path: "a.txt" }] } });
    expect(here.has("a.txt")).toBe("two\nmine\n");
  });

  it.skipIf(!hasSandbox)(
    "before the step did anything stays at a rollback of the step, also in a file that it changed",
    async () => {
      const here = await told((person) => [
        meanwhile(() => person.writes("a.txt", "mine\n"), calls(["bash", { command: "echo two >> a.txt" }])),
        calls(finish("done", "It says two.")),
      ]);
      must(await here.story.run());
      expect((await here.diff("write")).patch).toMatch(/^ mine\n\+two$/m);
      must(await here.rollBack("write"));
      expect(here.has("a.txt")).toBe("mine\n");
    },
  );

  it("while it only reads is not its own, and no snapshot is taken for that", async () => {
    const here = await told((person) => [
      calls(["read", { path: "a.txt" }]),
      meanwhile(() => person.writes("mine.txt", "mine\n"), calls(["read", { path: "b.txt" }])),
      calls(finish("done", "Looked.")),
    ]);
    must(await here.story.run());
    expect(await here.result()).toMatchObject({ artifacts: [], drift: ["it changed none of its files"] });
  });

  it.skipIf(!hasSandbox)("is not the step's outside of git either", async () => {
    const here = await told(
      (person) => [
        writes("a.txt", "two\n"),
        meanwhile(() => person.writes("mine.txt", "mine\n"), calls(["bash", { command: "echo more >> b.txt" }])),
        calls(finish("done", "It says two.")),
      ],
      { prepare: (project) => rmSync(join(project.cwd, ".git"), { recursive: true }) },
    );
    must(await here.story.run());
    expect(await here.result()).toMatchObject({
      artifacts: [{ path: "a.txt" }, { path: "b.txt" }],
      others: [{ path: "mine.txt", how: "added" }],
    });
  });
});

describe("what a step changes", () => {
  it("through a process that it left running is its own, also while its model thinks", async () => {
    const here = await told(
      (person) => [
        calls(["bash", { command: "(sleep 0.2; echo late > b.txt; touch ready; sleep 60) >/dev/null 2>&1 & echo" }]),
        meanwhile(
          () => person.writes("mine.txt", "mine\n"),
          calls(["bash", { command: "while ! test -e ready; do sleep 0.05; done" }]),
        ),
        calls(finish("done", "It says two.")),
      ],
      { settings: { sandbox: "off", yolo: true }, plan: { steps: [{ ...STEP, files: undefined } as never] } },
    );
    must(await here.story.run());
    expect((await here.result())?.artifacts?.map(({ path }) => path)).toContain("b.txt");
  });

  it("while the model of a step beside it thinks is its own, and no person's", async () => {
    const twoIsDone = async () => {
      await here.story.until(async () => (await here.story.steps())["two"] === "completed");
      return calls(finish("done", "One.")) as never;
    };
    const waits = "while ! grep -q two one/a.txt; do sleep 0.05; done";
    const here = await told(() => [writes("one/a.txt", "two\n"), twoIsDone], {
      settings: { max_parallel_steps: 2 },
      files: { "one/a.txt": "one\n", "two/b.txt": "b\n" },
      plan: {
        steps: [
          { ...STEP, id: "one", files: ["one/**"] },
          { id: "two", title: "Two", run: `${waits}; echo two > two/b.txt`, files: ["two/**"] },
        ],
      },
    });
    must(await here.story.run());
    expect(await here.result("one")).toMatchObject({ artifacts: [{ path: "one/a.txt" }] });
    expect((await here.result("one"))?.others).toBeUndefined();
    expect(await here.result("two")).toMatchObject({ artifacts: [{ path: "two/b.txt" }] });
    must(await here.rollBack());
    expect([here.has("one/a.txt"), here.has("two/b.txt")]).toEqual(["one\n", "b\n"]);
  });
});
