import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setAside } from "../../../src/desk/adopt.ts";
import { Desk } from "../../../src/desk/desk.ts";
import { piCheck } from "../../../src/surfaces/cli/pi-check.ts";
import { PLAN, Workbench } from "./workbench.ts";

let bench: Workbench;
let id: string;
beforeEach(() => {
  bench = new Workbench();
  bench.write("plan.md", PLAN);
  id = bench.run(["propose", "plan.md", "--json"]).json.plan.id;
});
afterEach(() => bench.remove());

type Check = { result: string; what: string; hint?: string };

function doctor(...options: string[]): { code: number | null; checks: Check[] } {
  const { code, json } = bench.run(["doctor", "--json", ...options]);
  return { code, checks: json.checks ?? json.error.checks };
}

const badOnes = (checks: Check[]) => checks.filter(({ result }) => result === "bad");

describe("doctor", () => {
  it("mends a home that others can write to, which nothing else opens", () => {
    chmodSync(bench.home, 0o777);
    expect(bench.run(["plans"]).err).toContain("Other users can write to");
    const found = doctor();
    expect(found.code).toBe(1);
    expect(badOnes(found.checks)[0]).toMatchObject({
      what: `other users can write to ${bench.home}, which holds the key`,
      hint: expect.stringContaining("doctor --fix"),
    });
    expect(statSync(bench.home).mode & 0o777).toBe(0o777);
    const mended = doctor("--fix");
    expect([mended.code, badOnes(mended.checks)]).toEqual([0, []]);
    expect(mended.checks).toContainEqual(
      expect.objectContaining({ result: "fixed", hint: expect.stringContaining("rotate") }),
    );
    expect(statSync(bench.home).mode & 0o777).toBe(0o700);
    expect(doctor().code).toBe(0);
  });

  it("says which pi it found", () => {
    expect(doctor().checks).toContainEqual({ result: "good", what: "pi 0.87.1, which Countersign was tested on" });
  });

  it.each([
    ["1.5.0", "good", "pi 1.5.0, which Countersign was tested on"],
    ["0.99.0", "note", "pi 0.99.0: Countersign was tested on 0.87.1 and 1.5.0"],
    ["1.12.0-beta.1", "note", "pi 1.12.0-beta.1: Countersign was tested on 0.87.1 and 1.5.0"],
    ["0.87.0", "note", "pi 0.87.0: Countersign was tested on 0.87.1 and 1.5.0 and runs on 0.87.1 and newer, below 2"],
    ["2.0.0", "note", "pi 2.0.0: Countersign was tested on 0.87.1 and 1.5.0 and runs on 0.87.1 and newer, below 2"],
    [undefined, "note", "pi is not installed: planning and the terminal app need it"],
  ])("says whether it was tested on pi %s", (version, result, what) => {
    expect(piCheck(version)).toMatchObject({ result, what });
  });

  it("names snapshots of a repository that is gone, and how to remove them, and no others", () => {
    for (const [name, repository] of [
      ["gone", join(bench.home, "no-such/.git")],
      ["there", bench.home],
    ] as const) {
      mkdirSync(join(bench.home, `snapshots/${name}.git`), { recursive: true });
      writeFileSync(join(bench.home, `snapshots/${name}.git/repository`), `${repository}\n`);
    }
    const { code, checks } = doctor("--fix");
    expect(code).toBe(0);
    expect(checks.filter(({ what }) => what.includes("snapshots"))).toEqual([
      {
        result: "note",
        what: `snapshots of ${join(bench.home, "no-such/.git")}, which does not exist`,
        hint: `If it was removed, and not moved: rm -rf '${join(bench.home, "snapshots/gone.git")}'`,
      },
    ]);
    expect(readdirSync(join(bench.home, "snapshots"))).toHaveLength(2);
  });

  it("tells of an entry of the settings that is wrong, and of a taught command that is refused all the same", () => {
    writeFileSync(
      join(bench.home, "plans.json"),
      '{"shell_allow": ["rm *", "mytool show *", "", "git push *", "./report"]}',
    );
    const { code, checks } = doctor();
    expect(code).toBe(1);
    expect(badOnes(checks)).toMatchObject([{ what: expect.stringContaining("shell_allow[2]") }]);
    const notes = checks.filter(({ what }) => what.includes("has no effect"));
    expect(notes.map(({ result, what }) => [result, what.slice(bench.home.length)])).toEqual([
      ["note", '/plans.json: shell_allow: "rm *" has no effect: rm deletes files'],
      ["note", '/plans.json: shell_allow: "git push *" has no effect: git push sends things to others'],
      ["note", expect.stringContaining('"./report" has no effect')],
    ]);
    expect(bench.run(["config"]).out).toContain('"rm *" has no effect');
  });

  it("mends key files and a home that others can read", () => {
    chmodSync(bench.home, 0o755);
    const keys = join(bench.home, "keys");
    const file = join(keys, readdirSync(keys).find((name) => name.endsWith(".key")) ?? "");
    chmodSync(file, 0o644);
    expect(badOnes(doctor().checks)).toHaveLength(2);
    expect(doctor("--fix").code).toBe(0);
    expect([statSync(bench.home).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it("tells of a damaged home.db what is lost and what to do, and checks the rest all the same", async () => {
    expect(bench.as("ana", ["approve", id]).code).toBe(0);
    for (const name of ["home.db-wal", "home.db-shm"]) rmSync(join(bench.home, name), { force: true });
    writeFileSync(join(bench.home, "home.db"), "not a database at all, but long enough to be read as one. ".repeat(40));
    const { code, checks } = doctor();
    expect(code).toBe(1);
    expect(checks).toContainEqual(expect.objectContaining({ result: "good", what: "configuration" }));
    expect(checks).toContainEqual(
      expect.objectContaining({ result: "good", what: ".gitignore keeps journals out of git" }),
    );
    const told = badOnes(checks).find(({ what }) => what.startsWith("journals: "));
    expect(told?.what).toContain(`${join(bench.home, "home.db")} is damaged`);
    expect(told?.what).toContain("key adopt");
    expect(told?.hint).toBeTruthy();
    // As advised: nothing is believed then, and a person can say so again.
    rmSync(join(bench.home, "home.db"));
    expect(badOnes(doctor("--fix").checks)).toMatchObject([
      { what: expect.stringContaining(id), hint: expect.stringContaining(`key adopt ${id}`) },
    ]);
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([
      { id, status: "broken", problem: { kind: "foreign" } },
    ]);
    const desk = new Desk({ directory: bench.project, env: bench.env });
    const person = desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "Ana" });
    if (person.ok) await setAside(desk, id, person.value);
    desk.close();
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([{ id, status: "elsewhere" }]);
  });

  it("reports a damaged key instead of dying of it", () => {
    const keys = join(bench.home, "keys");
    const file = readdirSync(keys).find((name) => name.endsWith(".key")) ?? "";
    writeFileSync(join(keys, file), "00\n");
    const { code, checks } = doctor();
    expect(code).toBe(1);
    const [bad] = badOnes(checks);
    expect(bad?.what).toContain("is damaged, and records may be sealed with it");
    expect(bad?.hint).toContain("Put it back from a backup");
    expect(checks).toContainEqual(expect.objectContaining({ what: expect.stringContaining(".gitignore") }));
  });
});

describe("a project whose database cannot be opened", () => {
  beforeEach(() => {
    const state = join(bench.project, ".pi/plans/.state");
    rmSync(state, { recursive: true });
    mkdirSync(join(state, "state.db"), { recursive: true });
  });

  it("is listed and shown all the same", () => {
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([{ id, status: "proposed" }]);
    expect(bench.run(["inbox", "--json"]).json.requests).toHaveLength(1);
    expect(bench.run(["show", id]).code).toBe(0);
  });

  it("takes in no change, and says which directory has to be writable", () => {
    const refused = bench.as("ana", ["approve", id]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`${join(bench.project, ".pi/plans")} must be writable to record changes`);
    expect(refused.err).toContain(".state/state.db");
  });
});

// Nothing is read-only for the superuser: there the database that cannot be opened, above, stands for it.
const unlessRoot = process.getuid?.() === 0 ? () => {} : describe;
unlessRoot("a read-only project", () => {
  const directories = () =>
    [".", "archive", "sessions", ".unfinished", ".state"].map((name) => join(bench.project, ".pi/plans", name));
  const allow = (mode: number) => {
    for (const path of directories()) chmodSync(path, mode);
  };
  beforeEach(() => allow(0o555));
  afterEach(() => allow(0o755));

  it("is listed, shown and examined all the same, and takes in no change", () => {
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([{ id, status: "proposed" }]);
    expect(bench.run(["show", id]).code).toBe(0);
    expect(bench.as("ana", ["approve", id]).err).toContain("must be writable to record changes");
    expect(badOnes(doctor().checks)).toMatchObject([{ what: expect.stringContaining("read-only: ") }]);
  });
});
