import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import type { Step } from "../../src/plan/plan.ts";
import { StepFileTracker } from "../../src/run/step-file-tracker.ts";
import type { Assignment } from "../../src/run/step-runner.ts";

/** A world of files, and an eye that sees all of it. */
function world() {
  const files = new Map<string, string>();
  let last: Map<string, string> | undefined;
  const look = async () => {
    last = new Map(files);
    return last;
  };
  const isSame = (one: Map<string, string>, other: Map<string, string>) => isDeepStrictEqual(one, other);
  const eye = {
    look,
    lookAgain: async () => (last && isSame(last, files) ? last : look()),
    isSame,
    compare: async (from: Map<string, string>, to: Map<string, string>) => {
      const paths = [...new Set([...from.keys(), ...to.keys()])].sort();
      return paths
        .filter((path) => from.get(path) !== to.get(path))
        .map((path) => ({ path, how: from.has(path) ? (to.has(path) ? "changed" : "removed") : "added" }) as const);
    },
    idOf: () => undefined,
  };
  return { files, eye };
}

const step = (id: string, more: Partial<Step> = {}) =>
  ({ step: { id, title: id, ...more }, attempt: 1 }) as unknown as Assignment;

describe("what a step did to the files", () => {
  it("is what changed while it ran", async () => {
    const { files, eye } = world();
    const witness = new StepFileTracker(eye);
    const one = await witness.before(step("a"));
    files.set("x", "1");
    expect(await one.after()).toEqual({ artifacts: [{ path: "x", how: "added" }], drift: [] });
    const two = await witness.before(step("b"));
    files.set("x", "2");
    expect(await two.after()).toEqual({ artifacts: [{ path: "x", how: "changed" }], drift: [] });
  });

  it("says once what is in no picture", async () => {
    const { eye } = world();
    const left = [{ path: "big", because: "it is large" }];
    const witness = new StepFileTracker({ ...eye, leftOut: () => [...left] });
    expect(await (await witness.before(step("a"))).after()).toMatchObject({ left_out: left });
    left.push({ path: "other", because: "it is large" });
    expect(await (await witness.before(step("b"))).after()).toMatchObject({ left_out: left.slice(1) });
    expect(await (await witness.before(step("c"))).after()).not.toHaveProperty("left_out");
  });

  it("is not what somebody did while nothing ran for a while", async () => {
    const { files, eye } = world();
    let now = 0;
    const witness = new StepFileTracker(eye, { now: () => now });
    await (await witness.before(step("a"))).after();
    now = 60_000;
    files.set("mine", "by hand");
    const later = await witness.before(step("b"));
    files.set("x", "1");
    expect(await later.after()).toMatchObject({ artifacts: [{ path: "x" }] });
  });

  it("is not what somebody did while the run, or the step, waited for a person", async () => {
    const { files, eye } = world();
    const witness = new StepFileTracker({ ...eye, idOf: (picture) => JSON.stringify([...picture]) });
    witness.idle();
    files.set("before", "by hand");
    const one = await witness.before(step("a"));
    files.set("x", "1");
    const answer = await witness.duringWait("a", async () => {
      files.set("during", "by hand");
      files.set("x", "by hand");
      return "yes";
    });
    files.set("y", "2");
    const { artifacts, gaps } = await one.after();
    expect(answer).toBe("yes");
    expect(artifacts?.map(({ path }) => path)).toEqual(["x", "y"]);
    expect(gaps).toHaveLength(2);
  });

  it("is not what lies in the files of a step beside it", async () => {
    const { files, eye } = world();
    const witness = new StepFileTracker(eye);
    const one = await witness.before(step("a", { files: ["a/*"] }));
    const two = await witness.before(step("b", { files: ["b/*"] }));
    files.set("a/x", "1");
    files.set("b/y", "1");
    expect(await one.after()).toMatchObject({ artifacts: [{ path: "a/x" }], drift: [] });
    expect(await two.after()).toMatchObject({ artifacts: [{ path: "b/y" }], drift: [] });
  });

  it("is not what a step did that came and went beside it", async () => {
    const { files, eye } = world();
    const witness = new StepFileTracker(eye);
    const long = await witness.before(step("a", { files: ["a/*"] }));
    const short = await witness.before(step("b", { files: ["b/*"] }));
    files.set("b/y", "1");
    await short.after();
    files.set("a/x", "1");
    expect(await long.after()).toMatchObject({ artifacts: [{ path: "a/x" }], drift: [] });
  });

  it("drifts where it is outside of its files, where it should change nothing, and where it changed nothing", async () => {
    const { files, eye } = world();
    const witness = new StepFileTracker(eye);
    const one = await witness.before(step("a", { files: ["a/*"] }));
    files.set("elsewhere", "1");
    expect((await one.after()).drift).toEqual(["elsewhere was added, outside of its files"]);
    const two = await witness.before(step("b", { mode: "research" }));
    files.set("x", "1");
    expect((await two.after()).drift).toEqual(["x was added by a step that changes nothing"]);
    const three = await witness.before(step("c", { files: ["c/*"] }));
    expect((await three.after()).drift).toEqual(["it changed none of its files"]);
  });
});
