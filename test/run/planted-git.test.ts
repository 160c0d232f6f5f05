import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { Desk } from "../../src/desk/desk.ts";
import { changedSince } from "../../src/desk/git.ts";
import { localActor } from "../../src/desk/persons.ts";
import { lookAtTree } from "../../src/desk/tree.ts";
import { deleteArchivedSnapshots } from "../../src/run/delete-archived-snapshots.ts";
import { preflightFacts } from "../../src/run/preflight-facts.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { Ground } from "./snapshot-fixture.ts";

const DRAFT = { title: "t", goal: "g", steps: [{ id: "a", title: "a", files: ["src/*.ts"] }] };

let ground: Ground;
/** What is planted leaves it. */
let mark: string;

/** A repository in a repository, with a project below its top, and a `git` wherever one could lie. */
function plantGits(): void {
  const lib = join(ground.root, "lib");
  mkdirSync(lib);
  ground.gitIn(lib, "init", "-q");
  ground.gitIn(lib, "commit", "-q", "--allow-empty", "-m", "one");
  ground.write("package/src/a.ts", "one\n");
  ground.write("package/.pi/keep", "");
  ground.git("submodule", "--quiet", "add", lib, "package/lib");
  ground.commit();
  mark = join(ground.root, "sprung");
  const script = `#!/bin/sh\n: > ${mark}\nexit 1\n`;
  for (const place of ["git", "bin/git", "package/git", "package/bin/git", "package/lib/git", "package/lib/bin/git"])
    ground.write(place, script, 0o755);
  symlinkSync(ground.path("package/bin"), join(ground.root, "linked"));
  mkdirSync(join(ground.root, "tools"));
  symlinkSync(ground.path("package/bin/git"), join(ground.root, "tools/git"));
}

const isSprung = () => existsSync(mark);
const project = () => ground.path("package");

function openDesk(): Desk {
  const desk = new Desk({ directory: project(), env: { COUNTERSIGN_HOME: join(ground.root, "home") } });
  afterTest(() => desk.close());
  return desk;
}

async function proposed(desk = openDesk()) {
  const outcome = await desk.propose(DRAFT, localActor({}));
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value.plan;
}

const committed = () => expect.stringMatching(/^[0-9a-f]{12}$/);

const ACTS: Record<string, () => unknown> = {
  "proposes a plan": async () => {
    expect((await proposed()).proposal.plan.base_commit).toEqual(committed());
  },
  "proposes a plan where only git can tell the commit": async () => {
    const head = ground.path(".git/HEAD");
    rmSync(head);
    symlinkSync("refs/heads/main", head);
    expect((await proposed()).proposal.plan.base_commit).toEqual(committed());
  },
  "tells what has changed since": async () => {
    const { plan } = (await proposed()).proposal;
    ground.write("package/src/a.ts", "two\n");
    expect(changedSince(project(), plan)).toEqual([{ step: "a", files: ["src/a.ts"] }]);
  },
  "gets ready to run": async () => {
    const desk = openDesk();
    const plan = await proposed(desk);
    ground.write("package/src/a.ts", "two\n");
    const { changed } = preflightFacts(desk, plan, {
      offered: [],
      sandbox: { sandbox: "off", because: "nobody wants it" },
    });
    expect(changed).toEqual([{ step: "a", files: ["src/a.ts"] }]);
  },
  "looks at the working tree and its submodule": async () => {
    expect(await lookAtTree(project())).toMatchObject({ parts: [{ by: "git" }, { path: "lib", by: "git" }] });
  },
  "takes snapshots and goes back": async () => {
    const snapshots = await ground.open({ in: "package" });
    const before = await snapshots.take("before");
    ground.write("package/src/a.ts", "two\n");
    const after = await snapshots.take({ step: "s", attempt: 1 });
    expect(await snapshots.diff(before.id, after.id)).toContain("+two");
    expect(await snapshots.rollback(before.id, { expected: after.id })).toMatchObject({ ok: true });
    await snapshots.forget();
  },
  "forgets snapshots of the archive": async () => {
    expect(await deleteArchivedSnapshots(openDesk(), process.env)).toEqual([]);
  },
};

/** Entries of PATH that lead to what is planted. */
const entries = () => [
  ground.path("package/bin"),
  // Of the repository around the project, and of its submodule.
  ground.path("bin"),
  ground.path("package/lib/bin"),
  // Relative to where git is started.
  ...["bin", "./bin", ".", ""],
  // A link to a directory, and a directory with a link.
  ...[join(ground.root, "linked"), join(ground.root, "tools")],
  join(ground.root, "tools/../project/package/bin"),
];

describe("a git that lies in the project and is on PATH", () => {
  beforeEach(() => {
    ground = new Ground("--initial-branch=main");
    afterTest(() => ground.clear());
    plantGits();
    const before = process.env["PATH"];
    afterTest(() => {
      process.env["PATH"] = before;
    });
    process.env["PATH"] = [...entries(), before].join(delimiter);
  });

  it("would be run by others, whichever entry leads to it", () => {
    for (const entry of entries()) {
      rmSync(mark, { force: true });
      spawnSync("git", ["version"], { cwd: project(), env: { PATH: `${entry}${delimiter}/usr/bin` } });
      expect([entry, isSprung()]).toEqual([entry, true]);
    }
  });

  it.each(Object.keys(ACTS))("is not run when Countersign %s", async (act) => {
    await ACTS[act]?.();
    expect(isSprung()).toBe(false);
  });
});
