import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { openSnapshots } from "../../../src/run/snapshot.ts";
import { makeGate } from "../../agent/bench/gate.ts";
import { hasSandbox } from "../../machine-sandbox.ts";
import { lacks } from "../../system-programs.ts";
import { RunBench } from "./run-bench.ts";

const PLAN = {
  title: "Three steps",
  steps: [
    { id: "a", title: "Adds", run: "echo a > a.txt; mkdir -p sub; echo a > sub/a.txt" },
    { id: "b", title: "Changes", run: "echo more >> README.md", depends_on: ["a"] },
    { id: "c", title: "Removes", run: "rm kept.txt", depends_on: ["b"] },
  ],
};

const read = (bench: RunBench, name: string) => readFileSync(join(bench.project, name), "utf8");

/** Every file outside of git and of ours, with its content. */
function tree(bench: RunBench): string {
  const find = "find . -path ./.git -prune -o -path ./.pi -prune -o -type f -print0 | sort -z | xargs -0 sha256sum";
  return execFileSync("sh", ["-c", find], { cwd: bench.project, encoding: "utf8" });
}

async function completed(): Promise<{ bench: RunBench; id: string; before: string }> {
  const bench = new RunBench({ git: true });
  const before = tree(bench);
  const id = await bench.signed(PLAN);
  expect(bench.run(["run", id]).code).toBe(0);
  return { bench, id, before };
}

describe("diff and rollback", () => {
  it("shows what a run changed, and what one step did", async () => {
    const { bench, id } = await completed();
    const all = bench.run(["diff", id, "--json"]).json.diff;
    expect(all.files.map(({ path, how }: { path: string; how: string }) => `${how} ${path}`)).toEqual([
      "changed README.md",
      "added a.txt",
      "removed kept.txt",
      "added sub/a.txt",
    ]);
    bench.write("README.md", "mine\n");
    expect(bench.run(["diff", id, "b"]).out).toMatch(/^diff --git a\/README.md[\s\S]*\n\+more\n$/);
    expect(bench.run(["diff", id, "x"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("Its steps: a, b, c."),
    });
  });

  it("brings back the very tree, and touches neither index nor HEAD", async () => {
    const { bench, id, before } = await completed();
    const [head, index] = [bench.git("rev-parse", "HEAD"), bench.git("ls-files", "-s")];
    bench.write("mine.txt", "written since\n");
    const { code, json } = bench.ana("rollback", id, "--json");
    expect(code).toBe(0);
    expect(json.rolled_back).toMatchObject({ steps: ["a", "b", "c"], left: [] });
    expect(read(bench, "mine.txt")).toBe("written since\n");
    execFileSync("rm", [join(bench.project, "mine.txt")]);
    expect(tree(bench)).toBe(before);
    expect([bench.git("rev-parse", "HEAD"), bench.git("ls-files", "-s")]).toEqual([head, index]);
  });

  it.each(["viewer", "author"] as const)("touches no file for the token of a %s", async (access) => {
    const { bench, id } = await completed();
    const after = tree(bench);
    const env = { COUNTERSIGN_APPROVER_TOKEN: bench.token("bob", [], access) };
    const { code, json } = bench.run(["rollback", id, "--json"], { env });
    expect([code, json.error.kind]).toEqual([1, "access_needed"]);
    expect(tree(bench)).toBe(after);
  });

  it("takes back one step and leaves the others", async () => {
    const { bench, id } = await completed();
    expect(bench.ana("rollback", id, "b").code).toBe(0);
    expect(read(bench, "README.md")).toBe("hello\n");
    expect(existsSync(join(bench.project, "a.txt"))).toBe(true);
    expect(existsSync(join(bench.project, "kept.txt"))).toBe(false);
  });

  it("takes nothing back twice, and offers only what is left", async () => {
    const { bench, id } = await completed();
    expect(bench.run(["show", id]).out).toContain(`countersign rollback ${id}`);
    expect(bench.ana("rollback", id, "c").code).toBe(0);
    expect(bench.ana("rollback", id, "c", "--json").json.error).toMatchObject({
      ...{ kind: "wrong_step_state", message: "Step c is rolled back already." },
    });
    expect(bench.run(["diff", id, "c", "--json"]).json.error).toMatchObject({
      ...{ kind: "wrong_step_state", message: "Step c was rolled back: nothing of what it changed is left." },
    });
    expect(bench.run(["plans"]).out).toContain("completed, 1 of 3 steps rolled back");
    expect(bench.ana("rollback", id, "--json").json.rolled_back.steps).toEqual(["a", "b"]);
    expect(bench.ana("rollback", id, "--json").json.error).toMatchObject({ kind: "wrong_step_state" });
    expect(bench.run(["plans"]).out).toContain("completed, rolled back");
    const shown = bench.run(["show", id]).out;
    expect(shown).not.toContain(`countersign rollback ${id}`);
    expect(shown).toMatch(/\[↶\] Adds/);
    expect(bench.ana("rollback", id, "--everything").code).toBe(0);
  });

  it("refuses with a list when somebody has changed the same files, and touches nothing", async () => {
    const { bench, id } = await completed();
    bench.write("README.md", "mine\n");
    const { version } = await bench.plan(id);
    const before = tree(bench);
    const { code, json, err } = bench.ana("rollback", id, "--json");
    expect(code).toBe(1);
    expect(json.error).toMatchObject({ kind: "changed_since", conflicts: [{ path: "README.md" }] });
    expect(bench.ana("rollback", id).err).toContain("  README.md: ");
    expect(err).toBe("");
    expect(tree(bench)).toBe(before);
    expect((await bench.plan(id)).version).toBe(version);
  });

  it("is finished by the same command if it broke off between the files and the record", async () => {
    const bench = new RunBench({ git: true });
    const before = tree(bench);
    const id = await bench.signed({
      ...PLAN,
      steps: [...PLAN.steps, { id: "d", title: "Fails", run: "false", depends_on: ["c"] }],
    });
    expect(bench.run(["run", id]).code).toBe(1);
    const desk = new Desk({ directory: bench.project, env: bench.env });
    const found = await desk.plan(id);
    const run = found.ok && found.value.kind === "standing" ? found.value.state.run : undefined;
    const snapshots = await openSnapshots(bench.project, { env: bench.env, planId: id, runId: run?.id ?? "" });
    if ("none" in snapshots) throw new Error(snapshots.none);
    const last = run?.steps.get("d")?.result?.snapshot ?? "";
    expect(await snapshots.rollback(run?.snapshot ?? "", { expected: last })).toMatchObject({ ok: true });
    desk.close();
    expect(await bench.steps(id)).toMatchObject({ a: "completed" });
    expect(bench.ana("rollback", id).code).toBe(0);
    expect(await bench.steps(id)).toEqual({ a: "pending", b: "pending", c: "pending", d: "pending" });
    expect(tree(bench)).toBe(before);
  });

  it("does again after a rollback what was taken back, and takes all of it back once more", async () => {
    const bench = new RunBench({ git: true });
    const before = tree(bench);
    const id = await bench.signed({
      ...PLAN,
      steps: [...PLAN.steps, { id: "d", title: "Fails", run: "test -e go", depends_on: ["c"] }],
    });
    bench.run(["run", id]);
    bench.ana("rollback", id);
    bench.write("go", "");
    expect(bench.ana("retry", id).code).toBe(0);
    expect(bench.run(["run", id]).code).toBe(0);
    expect(read(bench, "README.md")).toBe("hello\nmore\n");
    expect(bench.ana("rollback", id).code).toBe(0);
    execFileSync("rm", [join(bench.project, "go")]);
    expect(tree(bench)).toBe(before);
  });

  it("is repeated after a step that failed was skipped and its files were taken back", async () => {
    const bench = new RunBench({ git: true });
    const before = tree(bench);
    const id = await bench.signed({
      title: "Skipped",
      steps: [
        { id: "a", title: "Adds", run: "echo a > a.txt" },
        { id: "b", title: "Changes and fails", run: "echo b >> README.md; false", depends_on: ["a"] },
      ],
    });
    expect(bench.run(["run", id]).code).toBe(1);
    expect(bench.ana("skip", id, "b", "--reason", "not needed").code).toBe(0);
    expect(bench.ana("rollback", id).code).toBe(0);
    expect(tree(bench)).toBe(before);
    expect(bench.ana("rollback", id, "--json").json.error).toMatchObject({
      kind: "wrong_step_state",
      message: `${id} is rolled back already: a, b.`,
    });
    expect(bench.ana("retry", id).code).toBe(0);
    const ran = bench.run(["run", id]);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("1 file changed:\n  + a.txt (added by a)\n");
    expect(ran.out).not.toContain("README.md");
    const back = bench.ana("rollback", id);
    expect(back.code, back.err).toBe(0);
    expect(tree(bench)).toBe(before);
  });

  it("rolls back the rest after a step that changed the same file", async () => {
    const bench = new RunBench({ git: true });
    const before = tree(bench);
    const steps = [
      { id: "a", title: "Changes", run: "echo a >> README.md" },
      { id: "b", title: "Changes it, too", run: "echo b >> README.md", depends_on: ["a"] },
    ];
    const id = await bench.signed({ title: "One file", steps });
    expect(bench.run(["run", id]).code).toBe(0);
    expect(bench.ana("rollback", id, "b").code).toBe(0);
    expect(read(bench, "README.md")).toBe("hello\na\n");
    const back = bench.ana("rollback", id);
    expect(back.code, back.err).toBe(0);
    expect(tree(bench)).toBe(before);
  });

  it("keeps a person's change of a file although a later step of that file was rolled back", async () => {
    const bench = new RunBench({ git: true });
    const steps = [
      { id: "a", title: "Changes", run: "echo a >> README.md" },
      { id: "b", title: "Changes it, too", run: "echo b >> README.md", depends_on: ["a"], decision_id: "go" },
    ];
    const options = [{ label: "yes" }, { label: "no" }];
    const decisions = [{ decision_id: "go", header: "Go", question: "Go on?", options }];
    const id = await bench.signed({ title: "One file", steps, decisions });
    expect(bench.run(["run", id, "--no-wait"]).code).toBe(3);
    bench.write("README.md", "mine\n");
    bench.ana("decide", id, "go", "yes");
    expect(bench.ana("run", id, "--resume").code).toBe(0);
    expect(bench.ana("rollback", id, "b").code).toBe(0);
    expect(bench.ana("rollback", id, "--json").json.error).toMatchObject({
      kind: "changed_since",
      conflicts: [{ path: "README.md" }],
    });
    expect(read(bench, "README.md")).toBe("mine\n");
  });

  it("shows and rolls back a step that its check completed after a crash", async () => {
    const bench = new RunBench({ git: true });
    const before = tree(bench);
    const gate = makeGate({ cwd: bench.project });
    const steps = [
      { id: "a", title: "Adds", run: `echo a > a.txt; ${gate.wait}`, verify: "test -e a.txt" },
      { id: "b", title: "Changes", run: "echo b >> kept.txt", depends_on: ["a"] },
    ];
    const id = await bench.signed({ title: "Killed", steps });
    const run = bench.start("run", id);
    await gate.reached;
    run.child.kill("SIGKILL");
    await run.ended;
    const resumed = bench.ana("run", id, "--resume");
    expect(resumed.code, resumed.err).toBe(0);
    expect(resumed.out).toContain("+ a.txt (added by a)");
    expect(resumed.out).toContain("~ kept.txt (changed by b)");
    expect(bench.run(["diff", id, "a"]).out).toContain("+++ b/a.txt");
    expect(bench.run(["diff", id, "b"]).out).not.toContain("a.txt");
    expect(bench.run(["diff", id]).out).toContain("+++ b/a.txt");
    expect(bench.ana("rollback", id).code).toBe(0);
    expect(tree(bench)).toBe(before);
  });

  it("takes back the first run, too, when a second one has finished it", async () => {
    const bench = new RunBench({ git: true });
    const before = tree(bench);
    const id = await bench.signed({
      ...PLAN,
      steps: [...PLAN.steps, { id: "d", title: "Fails", run: "test -e go", depends_on: ["c"] }],
    });
    bench.run(["run", id]);
    bench.write("go", "mine");
    bench.ana("retry", id);
    expect(bench.run(["run", id]).code).toBe(0);
    const { out } = bench.ana("rollback", id);
    expect(out).toContain("Rolled back");
    expect(read(bench, "go")).toBe("mine");
    execFileSync("rm", [join(bench.project, "go")]);
    expect(tree(bench)).toBe(before);
  });

  it("says what is in no snapshot, when the plan has run and before it is taken back", async () => {
    const bench = new RunBench({ git: true });
    const gate = makeGate({ cwd: bench.project });
    const id = await bench.signed({
      title: "Blind",
      steps: [{ id: "a", title: "Waits", run: `echo a > a.txt; ${gate.wait}` }],
    });
    const run = bench.start("run", id);
    await gate.reached;
    bench.write(".git/info/exclude", "*.secret\n");
    gate.open();
    const { code, out } = await run.ended;
    expect(out).toMatch(/\? \.git\/info\/exclude is in no snapshot: it was changed since the run began/);
    expect(code).toBe(0);
    expect((await bench.plan(id)).run?.steps.get("a")?.result?.left_out).toMatchObject([{ path: ".git/info/exclude" }]);
  });

  it.skipIf(lacks("bwrap"))(
    "takes back a step that tried to remove what snapshots need, and one that committed",
    async () => {
      const bench = new RunBench({ git: true });
      const before = tree(bench);
      const steps = [
        {
          id: "a",
          title: "Attacks",
          run: "echo a > a.txt; rm -rf .git/objects/?? .git/refs/* .git/objects/pack; rm kept.txt",
        },
        {
          ...{ id: "b", title: "Commits", commits: true, depends_on: ["a"] },
          run: "git add -A . && git -c user.name=a -c user.email=a@b commit -qm second && echo b >> README.md",
        },
        { id: "c", title: "Attacks again", run: "rm -rf .git; git log --format=%s > log.txt", depends_on: ["b"] },
      ];
      const id = await bench.signed({ title: "Attack", steps });
      const ran = bench.run(["run", id]);
      expect(ran.code, ran.err + ran.out).toBe(0);
      expect(bench.git("log", "--format=%s")).toBe("second\nfirst\n");
      bench.git("gc", "-q", "--prune=now");
      const back = bench.ana("rollback", id, "--yes");
      expect(back.code, back.err).toBe(0);
      expect(tree(bench)).toBe(before);
    },
  );

  it("forgets its snapshots with a plan that is put into the archive, and no others", async () => {
    const bench = new RunBench({ git: true });
    const steps = [{ id: "a", title: "Adds", run: "date >> a.txt" }];
    const ids = [await bench.signed({ title: "One", steps }), await bench.signed({ title: "Two", steps })];
    for (const id of ids) expect(bench.run(["run", id]).code).toBe(0);
    const [gone = "", kept = ""] = ids;
    const [name = ""] = readdirSync(join(bench.home, "snapshots")).filter((one) => one.endsWith(".git"));
    const store = join(bench.home, "snapshots", name);
    const refs = (id: string) => bench.git(`--git-dir=${store}`, "for-each-ref", `refs/countersign/${id}/`);
    expect(refs(gone)).not.toBe("");
    expect(bench.ana("archive", gone).code).toBe(0);
    expect(refs(gone)).toBe("");
    expect(refs(kept)).not.toBe("");
    expect(bench.run(["diff", kept]).code).toBe(0);
  });

  it("never takes back what somebody changed while the plan was paused", async () => {
    const bench = new RunBench({ git: true });
    const steps = [
      { id: "a", title: "Adds", run: "echo a > a.txt; echo a >> README.md" },
      { id: "b", title: "Changes", run: "echo b >> kept.txt; echo b >> own.txt", depends_on: ["a"], decision_id: "go" },
    ];
    const options = [{ label: "yes" }, { label: "no" }];
    const decisions = [{ decision_id: "go", header: "Go", question: "Go on?", options }];
    const id = await bench.signed({ title: "Paused", steps, decisions });
    expect(bench.run(["run", id, "--no-wait"]).code).toBe(3);
    bench.write("README.md", "mine\n");
    bench.write("kept.txt", "mine\n");
    bench.ana("decide", id, "go", "yes");
    expect(bench.ana("run", id, "--resume").code).toBe(0);
    const before = tree(bench);
    const { code, json } = bench.ana("rollback", id, "--json");
    expect(code).toBe(1);
    expect(json.error.conflicts.map(({ path }: { path: string }) => path)).toEqual(["README.md", "kept.txt"]);
    expect(tree(bench)).toBe(before);
    expect(bench.ana("rollback", id, "b").code).toBe(0);
    expect(read(bench, "kept.txt")).toBe("mine\n");
    expect(existsSync(join(bench.project, "own.txt"))).toBe(false);
    expect(bench.ana("rollback", id, "--everything").code).toBe(0);
    expect(read(bench, "README.md")).toBe("hello\n");
  });

  it("takes back a step that was broken off and done again, with what its first attempt did", async () => {
    const bench = new RunBench({ git: true });
    const before = tree(bench);
    const gate = makeGate({ cwd: bench.project });
    const steps = [
      { id: "a", title: "Adds", run: "echo a > a.txt" },
      { id: "b", title: "Changes", run: `echo b >> kept.txt; test -e again || { ${gate.wait}; }`, depends_on: ["a"] },
    ];
    const id = await bench.signed({ title: "Killed", steps });
    const run = bench.start("run", id);
    await gate.reached;
    run.child.kill("SIGKILL");
    await run.ended;
    bench.write("again", "");
    const again = bench.start("run", id, "--resume");
    await again.says(/countersign answer (\S+) again/);
    bench.ana("answer", /countersign answer (\S+) again/.exec(again.out)?.[1] ?? "", "again");
    expect((await again.ended).code).toBe(0);
    expect(read(bench, "kept.txt")).toBe("kept\nb\nb\n");
    expect(bench.ana("rollback", id).code).toBe(0);
    execFileSync("rm", [join(bench.project, "again")]);
    expect(tree(bench)).toBe(before);
  });

  it("leaves what no step is known to have changed, unless everything is to be as before", async () => {
    const bench = new RunBench({ git: true });
    const before = tree(bench);
    const gate = makeGate({ cwd: bench.project });
    const id = await bench.signed({
      title: "Killed",
      steps: [{ id: "a", title: "Writes", run: `echo half > half.txt; ${gate.wait}` }],
    });
    const run = bench.start("run", id);
    await gate.reached;
    run.child.kill("SIGKILL");
    await run.ended;
    expect(bench.ana("fail", id).code).toBe(0);
    const unknown = "No snapshot was taken after step a, so its changes are unknown";
    expect(bench.run(["diff", id]).err).toContain(unknown);
    expect(bench.run(["diff", id, "--json"]).json.warnings).toMatchObject([{ kind: "unknown_changes" }]);
    const back = bench.ana("rollback", id);
    expect(back.code).toBe(0);
    expect(back.err).toContain(unknown);
    expect(read(bench, "half.txt")).toBe("half\n");
    expect(bench.ana("rollback", id, "--everything").code).toBe(0);
    expect(tree(bench)).toBe(before);
  });

  it.skipIf(!hasSandbox).each(["run", "fail"])(
    "undoes the hooks of a step whose process was killed, on %s",
    async (next) => {
      const bench = new RunBench({ git: true });
      const gate = makeGate({ cwd: bench.project });
      const plant = [
        "mkdir -p inner/.git/hooks inner/.git/objects inner/.git/refs",
        "echo 'ref: refs/heads/main' > inner/.git/HEAD",
        "echo '#!/bin/sh' > inner/.git/hooks/pre-commit",
        "printf '[core]\\n\\tbare = false\\n\\tfsmonitor = ./evil\\n' > inner/.git/config",
      ].join("; ");
      const steps = [{ id: "a", title: "Plants", run: `${plant}; ${gate.wait}` }];
      const id = await bench.signed({ title: "Killed", steps });
      const run = bench.start("run", id);
      await gate.reached;
      run.child.kill("SIGKILL");
      await run.ended;
      const hook = join(bench.project, "inner/.git/hooks/pre-commit");
      expect(existsSync(hook)).toBe(true);
      if (next === "run") expect(bench.ana("run", id, "--resume", "--no-wait").code).toBe(3);
      else expect(bench.ana("fail", id).code).toBe(0);
      expect(existsSync(hook)).toBe(false);
      expect(read(bench, "inner/.git/config")).not.toContain("fsmonitor");
      const { result } = (await bench.plan(id)).run?.steps.get("a") ?? {};
      expect(result?.drift).toContainEqual(expect.stringContaining("pre-commit was added: a hook, which git runs"));
      expect(readdirSync(join(bench.home, "planted"))).toEqual([]);
    },
  );

  it("wants a person, and a plan that is not being carried out", async () => {
    const { bench, id } = await completed();
    expect(bench.run(["rollback", id, "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("Only a person"),
    });
    expect(bench.run(["rollback", id, "--yes"], { env: { COUNTERSIGN_AGENT: "bot" } }).code).toBe(1);
    expect(existsSync(join(bench.project, "a.txt"))).toBe(true);
    const gate = makeGate({ cwd: bench.project });
    const other = await bench.signed({ title: "At work", steps: [{ id: "a", title: "Waits", run: gate.wait }] });
    const run = bench.start("run", other);
    await gate.reached;
    expect(bench.ana("rollback", other)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${other} is run by process ${run.child.pid}`),
    });
    gate.open();
    await run.ended;
  });

  it("says clearly that there are no snapshots outside of git", async () => {
    const bench = new RunBench();
    const id = await bench.signed({ title: "No git", steps: [{ id: "a", title: "Adds", run: "echo a > a.txt" }] });
    expect(bench.run(["run", id]).out).toContain("No snapshots are taken");
    expect(bench.run(["diff", id])).toMatchObject({
      code: 1,
      err: expect.stringContaining("There are no snapshots here"),
    });
    expect(bench.ana("rollback", id).code).toBe(1);
  });
});
