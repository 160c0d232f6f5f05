import { chmodSync, lstatSync, rmSync, symlinkSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Entry, isSameEntry } from "../../src/run/snapshot/entry.ts";
import { planRollback } from "../../src/run/snapshot/plan-rollback.ts";
import { runs } from "../runs.ts";
import { Ground } from "./snapshot-fixture.ts";

const RUNS = Number(process.env["SNAPSHOT_RUNS"] ?? runs(8));

const names = ["a", "b", "ä b", 'q"\\', "x\ny", "a.ts", "A"];
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join("/"))
  .filter((found) => found !== "");
const edit = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant("write" as const), path, text: fc.string({ maxLength: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove" as const), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("run" as const), path }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("link" as const), path, to: fc.constantFrom("a", "..", "/etc") }),
  },
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

describe("for random trees and edits", () => {
  it(
    "a rollback brings back the identical tree, and keeps everything of git's",
    async () => {
      const lists = { tracked: fc.array(edit, { maxLength: 12 }), fresh: fc.array(edit, { maxLength: 6 }) };
      const steps = fc.array(fc.array(edit, { maxLength: 10 }), { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(fc.record({ ...lists, steps }), async ({ tracked, fresh, steps }) => {
          const ground = new Ground();
          try {
            for (const one of tracked) apply(ground, one);
            ground.git("add", "-A");
            for (const one of fresh) apply(ground, one);
            const [files, theirs] = [ground.files(), ground.theirs()];
            const snapshots = await ground.open();
            const before = await snapshots.take("before");
            expect(ground.treeOf(before.id)).toBe(ground.treeByGit());
            const ids = [before.id];
            const states = [files];
            for (const [index, edits] of steps.entries()) {
              for (const one of edits) apply(ground, one);
              ids.push((await snapshots.take({ step: `s${index}`, attempt: 1 })).id);
              states.push(ground.files());
              expect(ground.treeOf(ids.at(-1) ?? "")).toBe(ground.treeByGit());
            }
            // Backwards step by step, then forwards at once, then backwards at once.
            for (let at = ids.length - 1; at > 0; at -= 1) {
              const done = await snapshots.rollback(ids[at - 1] ?? "", { expected: ids[at] ?? "" });
              expect(done).toMatchObject({ ok: true, left: [] });
              expect(ground.files()).toEqual(states[at - 1]);
            }
            const [first = "", last = ""] = [ids[0], ids.at(-1)];
            expect(await snapshots.rollback(last, { expected: first })).toMatchObject({ ok: true, left: [] });
            expect(ground.files()).toEqual(states.at(-1));
            const back = await (await ground.open()).rollback(first, { expected: last });
            expect(back.ok && ground.treeOf(back.after)).toBe(ground.treeOf(first));
            expect(ground.files()).toEqual(files);
            expect(ground.theirs()).toEqual(theirs);
          } finally {
            ground.clear();
          }
        }),
        // A busy machine sees fewer of them.
        { numRuns: RUNS, interruptAfterTimeLimit: RUNS * 4_000, endOnFailure: true },
      );
    },
    RUNS * 12_000,
  );
});

describe("what a rollback would do", () => {
  const entry = fc.record<Entry>({
    mode: fc.constantFrom("100644", "100755", "120000"),
    oid: fc.constantFrom("1", "2", "3"),
  });
  const tree = fc
    .dictionary(fc.constantFrom("a", "b", "c", "a/x", "b/x", "b/x/y"), entry)
    .map((entries) => new Map(Object.entries(entries)))
    .filter((entries) => !clashes(entries));

  it("touches nothing but what the change touched, and nothing that anybody else changed", () => {
    fc.assert(
      fc.property(tree, tree, tree, (expected, to, now) => {
        const plan = planRollback(expected, to, now, () => true);
        for (const path of [...plan.write.keys(), ...plan.remove]) {
          expect(isSameEntry(expected.get(path), to.get(path))).toBe(false);
          expect(isSameEntry(now.get(path), expected.get(path))).toBe(true);
        }
        for (const path of new Set([...expected.keys(), ...to.keys()])) {
          if (isSameEntry(expected.get(path), to.get(path)) || isSameEntry(now.get(path), to.get(path))) continue;
          const isTouched = plan.write.has(path) || plan.remove.includes(path);
          expect(isTouched).toBe(!plan.changedSince.includes(path));
        }
      }),
    );
  });

  it("ends in a tree that can be, or says what is in the way", () => {
    fc.assert(
      fc.property(tree, tree, tree, (expected, to, now) => {
        const plan = planRollback(expected, to, now, () => true);
        const result = new Map([...now, ...plan.write]);
        for (const path of plan.remove) result.delete(path);
        expect(clashes(result)).toBe(plan.inTheWay.length > 0);
      }),
    );
  });

  it("is everything, and without conflict, where nobody else changed anything", () => {
    fc.assert(
      fc.property(tree, tree, (expected, to) => {
        const plan = planRollback(expected, to, expected, () => true);
        const result = new Map([...expected, ...plan.write]);
        for (const path of plan.remove) result.delete(path);
        expect([...result.keys()].sort()).toEqual([...to.keys()].sort());
        for (const [path, entry] of to) expect(isSameEntry(result.get(path), entry)).toBe(true);
        expect([...plan.changedSince, ...plan.inTheWay]).toEqual([]);
      }),
    );
  });
});

function clashes(entries: ReadonlyMap<string, Entry>): boolean {
  return [...entries.keys()].some((path) => [...entries.keys()].some((other) => other.startsWith(`${path}/`)));
}

/** Whatever stands in the way of an edit goes. */
function apply(ground: Ground, one: Edit): void {
  const parts = one.path.split("/");
  for (let depth = 1; depth < parts.length; depth += 1) {
    const above = ground.path(parts.slice(0, depth).join("/"));
    if (lstatSync(above, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(above);
  }
  const place = ground.path(one.path);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (one.type === "run") {
    if (stats?.isFile()) chmodSync(place, stats.mode ^ 0o111);
    return;
  }
  ground.remove(one.path);
  if (one.type === "remove") return;
  ground.write(one.path, one.type === "write" ? one.text : "");
  if (one.type === "link") {
    ground.remove(one.path);
    symlinkSync(one.to, place);
  }
}
