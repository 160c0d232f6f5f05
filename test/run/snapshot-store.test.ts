import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPlace } from "../../src/run/snapshot/find-place.ts";
import { refsOf } from "../../src/run/snapshot/snapshot-name.ts";
import { whileKept } from "../../src/run/snapshot/store-lock.ts";
import { tidyStore } from "../../src/run/snapshot/tidy-store.ts";
import type { Snapshots } from "../../src/run/snapshot.ts";
import { Ground, PLAN } from "./snapshot-fixture.ts";

const STEP = { step: "s", attempt: 1 } as const;

let ground: Ground;
beforeEach(() => {
  ground = new Ground();
  ground.write("src/a.ts", "one\n");
  ground.write("src/b.ts", "one\n");
  ground.commit();
});
afterEach(() => ground.clear());

async function changed(snapshots: Snapshots, between: () => unknown = () => {}) {
  const before = (await snapshots.take("before")).id;
  await between();
  ground.write("src/a.ts", "two\n");
  ground.remove("src/b.ts");
  ground.write("new.ts", "new\n");
  return { before, expected: (await snapshots.take(STEP)).id };
}

async function takenBack(snapshots: Snapshots, { before, expected }: { before: string; expected: string }) {
  expect(await snapshots.rollback(before, { expected })).toMatchObject({ ok: true, left: [] });
  expect([ground.read("src/a.ts"), ground.read("src/b.ts")]).toEqual(["one\n", "one\n"]);
  expect(existsSync(ground.path("new.ts"))).toBe(false);
}

describe("a rollback works, whatever became of the project's repository:", () => {
  it("a branch was rebased, and git has tidied up", async () => {
    ground.git("checkout", "-q", "-b", "work");
    ground.write("src/a.ts", "one, on a branch\n");
    ground.commit();
    ground.write("src/a.ts", "one\n");
    ground.commit();
    const snapshots = await ground.open();
    const span = await changed(snapshots);
    ground.git("stash", "-q", "-u");
    ground.git("reset", "-q", "--hard", "main");
    ground.write("src/a.ts", "another history\n");
    ground.commit();
    ground.git("branch", "-q", "-D", "main");
    ground.git("checkout", "-q", "stash@{0}", "--", ".");
    ground.git("checkout", "-q", "stash@{0}^3", "--", ".");
    ground.git("stash", "drop", "-q");
    ground.git("reset", "-q");
    ground.git("reflog", "expire", "--expire=now", "--all");
    ground.git("gc", "-q", "--prune=now");
    ground.remove("src/b.ts");
    await takenBack(await ground.open(), span);
  });

  it("its branch was deleted", async () => {
    ground.git("checkout", "-q", "-b", "work");
    const snapshots = await ground.open();
    const span = await changed(snapshots);
    ground.git("checkout", "-q", "--orphan", "empty");
    ground.git("rm", "-rfq", "--cached", ".");
    ground.git("branch", "-q", "-D", "main", "work");
    ground.git("reflog", "expire", "--expire=now", "--all");
    ground.git("gc", "-q", "--prune=now");
    await takenBack(snapshots, span);
  });

  it("a step removed objects and refs", async () => {
    const snapshots = await ground.open();
    const span = await changed(snapshots);
    for (const name of readdirSync(ground.path(".git/objects"))) {
      if (name.length === 2) rmSync(ground.path(`.git/objects/${name}`), { recursive: true });
    }
    rmSync(ground.path(".git/refs/countersign"), { recursive: true, force: true });
    await takenBack(snapshots, span);
  });

  it("a step committed what it did, and the next ones went on from there", async () => {
    const snapshots = await ground.open();
    const span = await changed(snapshots);
    ground.commit();
    const committed = await snapshots.take({ step: "commit", attempt: 1 });
    expect(await snapshots.changed(span.expected, committed.id)).toEqual([]);
    await takenBack(await ground.open(), span);
    expect(ground.git("log", "--format=%s")).toBe("more\nmore\n");
  });

  it("git tidied up between two snapshots", async () => {
    const snapshots = await ground.open();
    const span = await changed(snapshots, () => ground.git("gc", "-q", "--prune=now"));
    await takenBack(snapshots, span);
  });
});

describe("the store", () => {
  it("is the user's alone, and has nothing that leads to the project's objects", async () => {
    await changed(await ground.open());
    expect(statSync(join(ground.home, "snapshots")).mode & 0o777).toBe(0o700);
    expect(statSync(ground.store).mode & 0o777).toBe(0o700);
    expect(existsSync(join(ground.store, "objects/info/alternates"))).toBe(false);
    expect(ground.git("for-each-ref", "refs/countersign")).toBe("");
    expect(ground.kept("fsck", "--full", "--strict")).toBe("");
  });

  it("is not made by looking", async () => {
    const snapshots = await ground.open();
    expect(await snapshots.list()).toEqual([]);
    await snapshots.forget();
    expect(existsSync(join(ground.home, "snapshots"))).toBe(false);
  });

  it("keeps what the project itself only borrows, or may not have", async () => {
    ground.gitIn(ground.root, "clone", "-q", "--shared", ground.project, "shared");
    const lender = ground.project;
    ground.project = join(ground.root, "shared");
    const snapshots = await ground.open();
    const span = await changed(snapshots);
    rmSync(lender, { recursive: true });
    await takenBack(snapshots, span);
  });

  it("gives back the space of what was forgotten, and is gone with the last", async () => {
    const place = await findPlace(ground.project, { env: process.env, home: ground.home });
    if ("none" in place) throw new Error(place.none);
    const one = await ground.open();
    const { id } = await one.take("before");
    ground.write("large", Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at * 31) % 251)));
    const other = await ground.open({ planId: "PLAN-00000002" });
    const large = (await other.take("before")).id;
    await whileKept(place.store, () => tidyStore(place));
    await other.forget();
    await whileKept(place.store, () => tidyStore(place));
    expect(ground.kept("cat-file", "-t", large)).toBe("commit\n");
    await tidyStore(place);
    expect(() => ground.kept("cat-file", "-t", large)).toThrow();
    expect(ground.kept("cat-file", "-t", id)).toBe("commit\n");
    expect(ground.treeOf((await other.take(STEP)).id)).toBe(ground.treeByGit());
    await one.forget();
    await other.forget();
    await tidyStore(place);
    expect(readdirSync(join(ground.home, "snapshots")).filter((name) => name.endsWith(".git"))).toEqual([]);
    expect(ground.treeOf((await other.take(STEP)).id)).toBe(ground.treeByGit());
  });
});

describe("snapshots that are elsewhere are brought into the store:", () => {
  /** As an earlier version left them. */
  function leaveInProject(): void {
    const store = ground.store;
    const refs = ground.kept("for-each-ref", "--format=%(refname)").trim().split("\n");
    ground.git("fetch", "-q", store, ...refs.map((ref) => `${ref}:${ref}`));
    rmSync(ground.home, { recursive: true });
  }

  it("those that an earlier version kept in the project", async () => {
    const span = await changed(await ground.open());
    leaveInProject();
    ground.git("pack-refs", "--all");
    const snapshots = await ground.open();
    expect((await snapshots.list()).map(({ number }) => number)).toEqual([1, 2]);
    expect(ground.git("for-each-ref", "refs/countersign")).toBe("");
    ground.git("gc", "-q", "--prune=now");
    await takenBack(snapshots, span);
  });

  it("not those that are damaged: then it is said, and nothing is touched", async () => {
    const { before, expected } = await changed(await ground.open());
    leaveInProject();
    rmSync(ground.path(".git/objects"), { recursive: true });
    mkdirSync(ground.path(".git/objects"));
    const snapshots = await ground.open();
    expect(await snapshots.rollback(before, { expected })).toMatchObject({ ok: false, kind: "damaged" });
    expect(ground.read("src/a.ts")).toBe("two\n");
  });

  it("none that somebody puts there once the plan has its own", async () => {
    const snapshots = await ground.open();
    await changed(snapshots);
    ground.git("update-ref", `${refsOf(PLAN, "run-1")}/0900-before`, "HEAD");
    expect((await (await ground.open()).list()).map(({ number }) => number)).toEqual([1, 2]);
  });

  it("those of a repository that was moved, and not those of its copy", async () => {
    const span = await changed(await ground.open());
    ground.gitIn(ground.root, "clone", "-q", ground.project, "copy");
    const original = ground.project;
    ground.project = join(ground.root, "copy");
    expect(await (await ground.open()).list()).toEqual([]);
    ground.project = join(ground.root, "moved");
    renameSync(original, ground.project);
    const snapshots = await ground.open();
    expect(await snapshots.list()).toHaveLength(2);
    await takenBack(snapshots, span);
  });
});

describe("a process that is killed while it takes a snapshot", () => {
  const PROCESS = fileURLToPath(new URL("snapshot.process.ts", import.meta.url));
  const start = (run: string, count: number): ChildProcess =>
    spawn(process.execPath, [PROCESS, ground.project, ground.home, run, String(count)], { stdio: "pipe" });

  it("leaves nothing that breaks the next", async () => {
    const first = await (await ground.open({ runId: "kept" })).take("before");
    for (let round = 0; round < 4; round += 1) {
      for (let at = 0; at < 200; at += 1) ground.write(`many/${round}/${at}`, `${round} ${at}\n`.repeat(500));
      const child = start("run-1", 1_000);
      await once(child.stdout as NodeJS.ReadableStream, "data");
      const moment = new Promise((resolve) => setTimeout(resolve, round * 15));
      await moment;
      child.kill("SIGKILL");
      await once(child, "exit");
      const refs = join(ground.store, refsOf(PLAN, "run-1"));
      mkdirSync(refs, { recursive: true });
      const next = String(readdirSync(refs).length + 1).padStart(4, "0");
      writeFileSync(join(refs, `${next}-before.lock`), "");
      const snapshots = await ground.open();
      const { id } = await snapshots.take("before");
      expect(ground.treeOf(id)).toBe(ground.treeByGit());
      expect(await snapshots.changed(first.id, id)).not.toEqual([]);
    }
    expect(readdirSync(ground.store).filter((name) => name.includes("crash"))).toEqual([]);
  });

  it("or two that take them at once, and one that tidies up, do not get into each other's way", async () => {
    const place = await findPlace(ground.project, { env: process.env, home: ground.home });
    if ("none" in place) throw new Error(place.none);
    const ids: string[] = [];
    const children = ["a", "b"].map((run) => start(run, 6));
    const ends = children.map(async (child) => {
      let said = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
      const [code] = await once(child, "exit");
      ids.push(...said.split("\n").filter((line) => /^[0-9a-f]{40}$/.test(line)));
      return code;
    });
    let isOver = false;
    const tidying = (async () => {
      while (!isOver) {
        await tidyStore(place);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    expect(await Promise.all(ends)).toEqual([0, 0]);
    isOver = true;
    await tidying;
    expect(ids).toHaveLength(12);
    for (const id of ids) expect(ground.treeOf(id)).toBe(ground.treeByGit());
    expect(ground.kept("fsck", "--full", "--strict")).toBe("");
  });
});
