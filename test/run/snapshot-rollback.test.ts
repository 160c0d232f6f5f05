import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFor } from "../../src/run/snapshot/restore.ts";
import type { RolledBack, Snapshots } from "../../src/run/snapshot.ts";
import { Ground } from "./snapshot-fixture.ts";

let ground: Ground;
let snapshots: Snapshots;
let before: string;
beforeEach(async () => {
  ground = new Ground();
  ground.write("src/a.ts", "one\n");
  ground.write("src/b.ts", "one\n");
  ground.write("bin/run", "#!/bin/sh\n", 0o755);
  symlinkSync("../src/a.ts", ground.path("bin/link"));
  ground.write(".gitignore", "dist/\n.env\n");
  ground.commit();
  ground.write("new.ts", "new\n");
  ground.write(".env", "SECRET=1\n");
  ground.write(".pi/plans/p.md", "plan\n");
  snapshots = await ground.open();
  before = (await snapshots.take("before")).id;
});
afterEach(() => ground.clear());

let attempts = 0;
async function step(id: string, work: () => void): Promise<string> {
  work();
  attempts += 1;
  return (await snapshots.take({ step: id, attempt: attempts })).id;
}
const shown = (done: RolledBack) => (done.ok ? done.changes.map(({ path, how }) => `${how} ${path}`) : done);
const pathsOf = (done: RolledBack) => (done.ok ? done : done.conflicts.map(({ path }) => path));

describe("a rollback of a run", () => {
  it("brings back the exact tree, and leaves index, HEAD and what git says as they are", async () => {
    const files = ground.files();
    const theirs = ground.theirs();
    const last = await step("mess", () => {
      ground.write("src/a.ts", "two\n");
      ground.remove("src/b.ts");
      ground.write("deep/er/added.ts", "1");
      ground.remove("bin/link");
      ground.write("bin/link", "a file now");
      ground.remove("bin/run");
      symlinkSync("/etc/passwd", ground.path("bin/run"));
      ground.remove("new.ts");
      ground.write("new.ts/is/a/directory", "1");
      chmodSync(ground.path(".gitignore"), 0o755);
    });
    const done = await snapshots.rollback(before, { expected: last });
    expect(ground.files()).toEqual(files);
    expect(ground.theirs()).toEqual(theirs);
    expect(shown(done)).toEqual([
      "changed .gitignore",
      "changed bin/link",
      "changed bin/run",
      "removed deep/er/added.ts",
      "added new.ts",
      "removed new.ts/is/a/directory",
      "changed src/a.ts",
      "added src/b.ts",
    ]);
    expect(existsSync(ground.path("deep"))).toBe(false);
    expect(done.ok && ground.treeOf(done.after)).toBe(ground.treeOf(before));
    expect(done).toMatchObject({ ok: true, left: [] });
  });

  it("keeps what somebody else changed meanwhile", async () => {
    const last = await step("edit", () => ground.write("src/a.ts", "two\n"));
    ground.write("src/b.ts", "mine\n");
    ground.write("mine.ts", "mine\n");
    ground.remove("new.ts");
    const done = await snapshots.rollback(before, { expected: last });
    expect(shown(done)).toEqual(["changed src/a.ts"]);
    expect(ground.read("src/b.ts")).toBe("mine\n");
    expect(ground.read("mine.ts")).toBe("mine\n");
    expect(existsSync(ground.path("new.ts"))).toBe(false);
  });

  it("is refused, with a list and nothing touched, where somebody changed the same files", async () => {
    const last = await step("edit", () => {
      ground.write("src/a.ts", "two\n");
      ground.write("src/b.ts", "two\n");
      ground.write("added.ts", "two\n");
      ground.remove("new.ts");
    });
    ground.write("src/a.ts", "mine\n");
    ground.write("added.ts", "mine\n");
    ground.write("new.ts", "mine\n");
    const files = ground.files();
    const done = await snapshots.rollback(before, { expected: last });
    expect(done).toEqual({
      ok: false,
      kind: "changed_since",
      message: expect.stringContaining("3 files are in the way, so nothing was touched."),
      conflicts: ["added.ts", "new.ts", "src/a.ts"].map((path) => ({ path, because: "it was changed since" })),
    });
    expect(ground.files()).toEqual(files);
    expect((await snapshots.list()).at(-1)?.id).toBe(last);
  });

  it("is refused where somebody only made a file one that can be run", async () => {
    const last = await step("edit", () => ground.write("src/a.ts", "two\n"));
    chmodSync(ground.path("src/a.ts"), 0o755);
    expect(pathsOf(await snapshots.rollback(before, { expected: last }))).toEqual(["src/a.ts"]);
  });

  it("minds neither a file that was put back already, nor one that was only touched", async () => {
    const last = await step("edit", () => {
      ground.write("src/a.ts", "two\n");
      ground.write("src/b.ts", "two\n");
    });
    ground.write("src/a.ts", "one\n");
    ground.write("src/b.ts", "two\n");
    expect(shown(await snapshots.rollback(before, { expected: last }))).toEqual(["changed src/b.ts"]);
  });

  it("is refused where a directory or file of somebody's would have to go", async () => {
    const last = await step("remove", () => {
      ground.remove("new.ts");
      ground.remove("src");
    });
    ground.write("new.ts/mine", "1");
    ground.write("src", "a file");
    expect(pathsOf(await snapshots.rollback(before, { expected: last }))).toEqual(["new.ts/mine", "src"]);
    expect(ground.read("new.ts/mine")).toBe("1");
  });

  it("is refused where an ignored file would have to go", async () => {
    ground.write("x.env/.keep", "1\n");
    const first = await step("add", () => {});
    const last = await step("remove", () => ground.remove("x.env"));
    mkdirSync(ground.path("x.env/.keep/dist"), { recursive: true });
    ground.write("x.env/.keep/dist/out", "ignored");
    expect(pathsOf(await snapshots.rollback(first, { expected: last }))).toEqual(["x.env/.keep/dist/out"]);
    ground.remove("x.env");
    symlinkSync("dist", ground.path("x.env"));
    ground.write(".git/info/exclude", "x.env\n");
    expect(pathsOf(await snapshots.rollback(first, { expected: last }))).toEqual(["x.env"]);
    expect(readlinkSync(ground.path("x.env"))).toBe("dist");
  });

  it("never removes a file that is ignored again, though the run made it visible", async () => {
    const last = await step("show", () => {
      ground.write(".gitignore", "dist/\n");
      ground.write("other.ts", "1");
    });
    expect(await snapshots.changed(before, last)).toContainEqual({ path: ".env", how: "added" });
    const done = await snapshots.rollback(before, { expected: last });
    expect(shown(done)).toEqual(["changed .gitignore", "removed other.ts"]);
    expect(done).toMatchObject({ left: [{ path: ".env", because: "git ignores it now, so it stays" }] });
    expect(ground.read(".env")).toBe("SECRET=1\n");
    expect(done.ok && ground.treeOf(done.after)).toBe(ground.treeOf(before));
    expect(ground.treeOf((await snapshots.take({ step: "later", attempt: 1 })).id)).toBe(ground.treeOf(before));
  });

  it("keeps who may read a file as it is", async () => {
    chmodSync(ground.path("new.ts"), 0o600);
    const first = await step("none", () => {});
    const last = await step("edit", () => {
      ground.write("new.ts", "two\n", 0o700);
    });
    expect(await snapshots.rollback(first, { expected: last })).toMatchObject({ ok: true });
    expect(statSync(ground.path("new.ts")).mode & 0o777).toBe(0o600);
    expect(statSync(ground.path("bin/run")).mode & 0o111).not.toBe(0);
  });

  it("can be taken back itself", async () => {
    const last = await step("edit", () => {
      ground.write("src/a.ts", "two\n");
      ground.write("deep/added.ts", "1");
    });
    const files = ground.files();
    const done = await snapshots.rollback(before, { expected: last });
    if (!done.ok) throw new Error(done.message);
    expect(ground.files()).not.toEqual(files);
    expect(await snapshots.rollback(done.before, { expected: done.after })).toMatchObject({ ok: true });
    expect(ground.files()).toEqual(files);
    expect((await snapshots.list()).map(({ name }) => (typeof name === "string" ? name : name.step))).toEqual([
      ...["before", "edit", "before rollback", "after rollback", "before rollback", "after rollback"],
    ]);
  });

  it("can be done again after it broke off, and leaves nothing behind", async () => {
    const files = ground.files();
    const last = await step("edit", () => {
      ground.write("src/a.ts", "two\n");
      ground.write("src/b.ts", "two\n");
      ground.remove("new.ts");
    });
    // One file is back, one is half written beside its place.
    ground.write("src/a.ts", "one\n");
    ground.write(temporaryFor("src/b.ts"), "on");
    const again = await ground.open();
    expect(await again.rollback(before, { expected: last })).toMatchObject({ ok: true });
    expect(ground.files()).toEqual(files);
  });

  it("touches neither the plans nor anything of git's", async () => {
    const last = await step("edit", () => ground.write("src/a.ts", "two\n"));
    ground.write(".pi/plans/p.md", "later\n");
    expect(await snapshots.rollback(before, { expected: last })).toMatchObject({ ok: true });
    expect(ground.read(".pi/plans/p.md")).toBe("later\n");
  });

  it("brings back large files piece by piece, and many of them", async () => {
    ground.write("large", Buffer.alloc(20_000_000, "abc"));
    for (let index = 0; index < 300; index += 1) ground.write(`many/${index % 7}/${index}`, `${index}`.repeat(index));
    const first = await step("add", () => {});
    const files = ground.files();
    const last = await step("remove", () => {
      ground.remove("large");
      ground.remove("many");
    });
    expect(await snapshots.rollback(first, { expected: last })).toMatchObject({ ok: true, left: [] });
    expect(ground.files()).toEqual(files);
  });
});

describe("a rollback of one step", () => {
  it("takes back its own change only", async () => {
    const first = await step("one", () => ground.write("src/a.ts", "two\n"));
    const second = await step("two", () => {
      ground.write("src/b.ts", "two\n");
      ground.write("added.ts", "1");
    });
    await step("three", () => ground.write("third.ts", "1"));
    expect(shown(await snapshots.rollback(first, { expected: second }))).toEqual([
      "removed added.ts",
      "changed src/b.ts",
    ]);
    expect(ground.read("src/a.ts")).toBe("two\n");
    expect(ground.read("third.ts")).toBe("1");
    expect(shown(await snapshots.rollback(before, { expected: first }))).toEqual(["changed src/a.ts"]);
  });

  it("is refused where a later step changed the same files, and names it", async () => {
    const first = await step("one", () => {
      ground.write("src/a.ts", "two\n");
      ground.write("src/b.ts", "two\n");
    });
    await step("two", () => ground.write("src/a.ts", "three\n"));
    await step("three", () => ground.write("src/a.ts", "four\n"));
    ground.write("src/b.ts", "mine\n");
    expect(await snapshots.rollback(before, { expected: first })).toMatchObject({
      ok: false,
      conflicts: [
        { path: "src/a.ts", because: "step two changed it later", by: { step: "two" } },
        { path: "src/b.ts", because: "it was changed since" },
      ],
    });
  });

  it("can be kept to some files, for steps that ran side by side", async () => {
    const both = await step("one", () => {
      ground.write("src/a.ts", "two\n");
      ground.write("src/b.ts", "of another step\n");
    });
    const only = (path: string) => path === "src/a.ts";
    expect(shown(await snapshots.rollback(before, { expected: both, only }))).toEqual(["changed src/a.ts"]);
    expect(ground.read("src/b.ts")).toBe("of another step\n");
  });
});

describe("a rollback does not go astray:", () => {
  it("never through a link that was put in the way", async () => {
    const outside = `${ground.root}/outside`;
    mkdirSync(outside);
    const last = await step("link", () => {
      rmSync(ground.path("src"), { recursive: true });
      symlinkSync(outside, ground.path("src"));
    });
    expect(await snapshots.rollback(before, { expected: last })).toMatchObject({ ok: true, left: [] });
    expect(lstatSync(ground.path("src")).isDirectory()).toBe(true);
    expect(ground.read("src/a.ts")).toBe("one\n");
    expect(readdirSync(outside)).toEqual([]);
    // By somebody else this time: then it is theirs.
    const gone = await step("gone", () => ground.remove("src"));
    symlinkSync(outside, ground.path("src"));
    expect(pathsOf(await snapshots.rollback(before, { expected: gone }))).toEqual(["src"]);
    expect(readdirSync(outside)).toEqual([]);
  });

  it.each(["--all", "x", "", "refs/heads/main", "0".repeat(40)])("to no snapshot: %j", async (id) => {
    const last = await step("edit", () => ground.write("src/a.ts", "two\n"));
    expect(await snapshots.rollback(id, { expected: last })).toMatchObject({ ok: false, kind: "damaged" });
    expect(ground.read("src/a.ts")).toBe("two\n");
  });
});
