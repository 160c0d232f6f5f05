import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Step } from "../../src/plan/plan.ts";
import { overlap } from "../../src/run/overlap.ts";
import { StepsApart, scratchDirectory } from "../../src/run/steps-apart.ts";
import { PROCESS_MARK } from "../../src/sandbox/process-mark.ts";
import { type SandboxFact, SWITCHED_OFF } from "../../src/sandbox/sandbox.ts";
import { type Act, DONE, RunBench, step } from "./bench.ts";

const LINUX: SandboxFact = {
  sandbox: "on",
  with: { works: true, by: "bubblewrap", program: "bwrap", version: "0.8.0", variant: { proc: "own", filter: true } },
};
const MACOS: SandboxFact = { sandbox: "on", with: { works: true, by: "seatbelt", program: "sandbox-exec" } };

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "countersign-apart-")));
  mkdirSync(join(project, ".pi/plans/.state"), { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const a = step("a", { files: ["out/a"] });
const b = step("b", { files: ["out/b"] });
const waits = (sandbox: SandboxFact, one: Step = a, other: Step = b) =>
  overlap(one, other, new StepsApart(project, sandbox, 8).inseparable);

describe("two steps that write different files in one directory", () => {
  it("run at the same time, also where the directory is missing, and leave nothing behind for that", () => {
    expect([waits(LINUX), waits(LINUX, b, a)]).toEqual([undefined, undefined]);
    mkdirSync(join(project, "out"));
    writeFileSync(join(project, "out/a"), "");
    expect(waits(LINUX)).toBeUndefined();
    expect(readdirSync(scratchDirectory(project))).toEqual([]);
  });

  it("run at the same time without a sandbox: nothing there is enforced", () => {
    expect([waits(SWITCHED_OFF), waits({ sandbox: "refuse", because: "", hint: "" })]).toEqual([undefined, undefined]);
  });

  it("wait for each other where the directory has too many other files, and say so", () => {
    mkdirSync(join(project, "out"));
    for (let at = 0; at < 500; at++) writeFileSync(join(project, `out/${at}`), "");
    expect(waits(LINUX)).toBeUndefined();
    writeFileSync(join(project, "out/501"), "");
    expect(waits(LINUX)).toBe("both write in out, and out has too many entries to keep them apart");
    // The directory of one is whole, that of the other has few entries.
    expect(waits(LINUX, step("a", { files: ["out/**"] }), step("b", { files: ["README.md"] }))).toBeUndefined();
  });

  it("wait for each other where a link leads to the directory, and on macOS", () => {
    mkdirSync(join(project, "real"));
    symlinkSync("real", join(project, "out"));
    expect(waits(LINUX)).toBe("both write in out, and a link leads to real");
    expect(waits(MACOS)).toBe("both write in out, and the sandbox of macOS opens whole directories");
  });

  it("wait for each other where a link leads one of them to a directory that may be the other's", () => {
    mkdirSync(join(project, "out"));
    symlinkSync("out", join(project, "link"));
    const linked = step("linked", { files: ["link/b"] });
    for (const fact of [LINUX, MACOS, SWITCHED_OFF])
      expect([waits(fact, linked, b), waits(fact, b, linked)]).toEqual([
        "a link leads linked to out",
        "a link leads linked to out",
      ]);
    expect(waits(LINUX, step("elsewhere", { files: ["src/b"] }))).toBeUndefined();
  });

  it("wait for each other where one keeps a process, which sees the whole directory: neither is beside the other", () => {
    const keeper = step("server", { files: ["out/log"], run: "serve", keeps: "web" });
    const why = "both write in out, and web starts with the whole directory";
    expect([waits(LINUX, keeper, a), waits(LINUX, a, keeper)]).toEqual([why, why]);
    expect(waits(LINUX, keeper, step("c", { files: ["else/c"] }))).toBeUndefined();
    const apart = new StepsApart(project, LINUX, 8);
    const steps = [keeper, a, b];
    expect(steps.map((one) => apart.beside({ steps }, one))).toEqual([[], [b.files], [a.files]]);
  });

  it("are found to be inseparable once for a whole run", () => {
    const apart = new StepsApart(project, LINUX, 8);
    expect(overlap(a, b, apart.inseparable)).toBeUndefined();
    mkdirSync(join(project, "out"));
    for (let at = 0; at < 501; at++) writeFileSync(join(project, `out/${at}`), "");
    expect(overlap(a, b, apart.inseparable)).toBeUndefined();
    expect(new StepsApart(project, LINUX, 8).beside({ steps: [a, b] }, a)).toEqual([]);
  });
});

describe("the steps beside a step", () => {
  const steps = [
    step("before", { files: ["out/before"] }),
    step("a", { files: ["out/a"], depends_on: ["before"] }),
    step("b", { files: ["out/b"] }),
    step("look", { files: ["out/look"], mode: "research" }),
    step("all"),
    step("same", { files: ["out/*"] }),
    step("after", { files: ["out/after"], depends_on: ["a"] }),
  ];
  const beside = (most: number, sandbox: SandboxFact = LINUX) =>
    new StepsApart(project, sandbox, most).beside({ steps }, steps[1] ?? a);

  it("are those that write other files and neither wait for it nor it for them", () => {
    expect(beside(8)).toEqual([["out/b"]]);
  });

  it("are none where one step runs at a time, or without a sandbox", () => {
    expect([beside(1), beside(8, SWITCHED_OFF)]).toEqual([[], []]);
  });
});

describe("a run", () => {
  it("has steps of 60 diamonds at work at the same time, all in one directory", async () => {
    const diamonds = Array.from({ length: 60 }, (_, at) => [
      step(`top${at}`, { files: [`out/top${at}`] }),
      step(`left${at}`, { files: [`out/left${at}`], depends_on: [`top${at}`] }),
      step(`right${at}`, { files: [`out/right${at}`], depends_on: [`top${at}`] }),
      step(`bottom${at}`, { files: [`out/bottom${at}`], depends_on: [`left${at}`, `right${at}`] }),
    ]);
    const steps = diamonds.flat();
    const bench = await RunBench.signed({ title: "Diamonds", steps });
    // Both sides of a diamond wait for each other: one after the other they would never end.
    const meetings = new Map(
      diamonds.map((_, at) => [at, [Promise.withResolvers<void>(), Promise.withResolvers<void>()]]),
    );
    const meet: Act = async ({ step: { id } }) => {
      const [side, at = ""] = id.split(/(?<=\D)(?=\d)/);
      const [left, right] = meetings.get(Number(at)) ?? [];
      (side === "left" ? left : right)?.resolve();
      await (side === "left" ? right : left)?.promise;
      return DONE;
    };
    const acts = Object.fromEntries(steps.filter(({ id }) => /left|right/.test(id)).map(({ id }) => [id, meet]));
    const apart = new StepsApart(bench.f.project, LINUX, 8);
    const end = await bench.carryOut({ acts, settings: { max_parallel_steps: 8 }, apart });
    expect(end).toMatchObject({ how: "completed" });
    expect(mostAtOnce(bench.seen)).toBe(8);
  });

  it("does not, where nothing keeps their commands apart", async () => {
    const bench = await RunBench.signed({ title: "Two", steps: [a, b] });
    expect(await bench.carryOut({ settings: { max_parallel_steps: 8 } })).toMatchObject({ how: "completed" });
    expect(bench.seen).toEqual(["a starts", "a completed", "b starts", "b completed"]);
  });

  it("tells each step which files the others write", async () => {
    const bench = await RunBench.signed({ title: "Two", steps: [a, b] });
    const beside: unknown[] = [];
    const act: Act = (assignment) => {
      beside.push(assignment.beside);
      return DONE;
    };
    const apart = new StepsApart(bench.f.project, LINUX, 2);
    await bench.carryOut({ acts: { a: act, b: act }, settings: { max_parallel_steps: 2 }, apart });
    expect(beside).toEqual([[["out/b"]], [["out/a"]]]);
  });

  it("removes private directories that a killed process left", () => {
    const apart = scratchDirectory(project);
    const mine = `${PROCESS_MARK}-mine`;
    mkdirSync(join(apart, mine, "tree"), { recursive: true });
    const dead = mine.replace(/-\d+-\d+/, "-4194303-1");
    mkdirSync(join(apart, dead, "tree", "closed"), { recursive: true, mode: 0o500 });
    new StepsApart(project, LINUX, 8).clear();
    expect([existsSync(join(apart, dead)), existsSync(join(apart, mine))]).toEqual([false, true]);
  });
});

function mostAtOnce(seen: readonly string[]): number {
  let [now, most] = [0, 0];
  for (const line of seen) {
    now += line.endsWith("starts") ? 1 : -1;
    most = Math.max(most, now);
  }
  return most;
}
