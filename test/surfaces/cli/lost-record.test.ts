import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { adoptMoved, missingJournals, setAside } from "../../../src/desk/adopt.ts";
import { Desk } from "../../../src/desk/desk.ts";
import type { Person } from "../../../src/desk/persons.ts";
import { BINARY, PLAN, type Ran, Workbench } from "./workbench.ts";

let bench: Workbench;
let signed: string;
let waiting: string;
beforeEach(() => {
  bench = new Workbench();
  bench.write("plan.md", PLAN);
  signed = bench.run(["propose", "plan.md", "--json"]).json.plan.id;
  waiting = bench.run(["propose", "plan.md", "--json"]).json.plan.id;
  expect(bench.as("ana", ["approve", signed]).code).toBe(0);
});
afterEach(() => bench.remove());

const plans = () => join(bench.project, ".pi/plans");

/** What every command says that has to do with plans. The last five are about the plan that was signed. */
function everyAnswer(directory = bench.project): Record<string, string> {
  const lines = [
    ...[["plans"], ["inbox"], ["doctor"], ["audit", "--verify"]],
    ...["show", "simulate", "approve", "run", "cancel"].map((command) => [command, signed]),
  ];
  const token = bench.token("ben");
  return Object.fromEntries(
    lines.map((words) => {
      const ran = bench.run([...words, "--dir", directory], { env: { COUNTERSIGN_APPROVER_TOKEN: token } });
      return [words[0] ?? "", unwrapped(ran)];
    }),
  );
}

const unwrapped = ({ out, err }: Ran) => `${out}${err}`.replace(/\s+/g, " ");

/** The commands whose answer lacks a text. */
function lacking(answers: Record<string, string>, text: string): string[] {
  return Object.entries(answers).flatMap(([command, said]) => (said.includes(text) ? [] : [command]));
}

async function atDesk<T>(act: (desk: Desk, by: Person) => Promise<T>, directory = bench.project): Promise<T> {
  const desk = new Desk({ directory, env: bench.env });
  try {
    const person = desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "Ana" });
    if (!person.ok) throw new Error(person.refusal.message);
    return await act(desk, person.value);
  } finally {
    desk.close();
  }
}

describe("rm -rf .pi", () => {
  beforeEach(() => renameSync(join(bench.project, ".pi"), join(bench.root, "backup")));

  it("is told by every command, with the way back, and none of them makes a file", () => {
    const { plans: listed, inbox, doctor } = everyAnswer();
    for (const said of [listed, inbox, doctor])
      expect(said).toContain("2 plans that this machine remembers are gone from this project: ");
    const answers = everyAnswer();
    expect(lacking(answers, "Put .pi/plans back from a backup")).toEqual([]);
    expect(lacking(answers, "git restore .pi/plans")).toEqual([]);
    expect(lacking(answers, "To accept the loss: countersign key adopt ")).toEqual([]);
    expect(existsSync(join(bench.project, ".pi"))).toBe(false);
  });

  it("is told to programs, a page at a time", () => {
    const all = bench.run(["plans", "--json"]).json;
    expect(all.plans).toMatchObject([{ problem: { kind: "missing" } }, { problem: { kind: "missing" } }]);
    expect(all.plans.map(({ id }: { id: string }) => id).sort()).toEqual([signed, waiting].sort());
    const { distrusted } = bench.run(["inbox", "--json"]).json;
    expect(distrusted).toMatchObject([
      { kind: "missing", next: [{ move: "adopt", command: "countersign key adopt --missing" }] },
    ]);
    const first = bench.run(["plans", "--json", "--limit", "1"]).json;
    expect([first.plans.length, first.total]).toEqual([1, 2]);
    const second = bench.run(["plans", "--json", "--limit", "1", "--after", first.next]).json;
    expect([...first.plans, ...second.plans]).toEqual(all.plans);
    expect(second.next).toBeUndefined();
    expect(bench.run(["plans", "--json", "--status", "approved"]).json.plans).toEqual([]);
    expect(bench.run(["show", signed.slice(0, 9), "--json"]).json.plan).toMatchObject({ id: signed, status: "broken" });
  });

  it("stays told beside plans that were made since", () => {
    const later = bench.run(["propose", "plan.md", "--json"]).json.plan.id;
    const { out } = bench.run(["plans"]);
    expect(out).toContain("2 plans that this machine remembers are gone");
    expect(out).toContain(later);
    expect(bench.run(["inbox", "--json"]).json.requests).toMatchObject([{ journal: later }]);
  });

  it("ends with a loss that a person accepts, which is recorded", async () => {
    await atDesk(async (desk, by) => {
      for (const name of await missingJournals(desk)) expect((await setAside(desk, name, by)).ok).toBe(true);
    });
    expect(bench.run(["plans"]).out).toContain("There are no plans yet");
    expect(bench.run(["audit", "--verify"]).code).toBe(0);
    const { entries } = bench.run(["audit", "--json", "--action", "journal_set_aside"]).json;
    expect(entries).toMatchObject([{ by: { name: "Ana" } }, { by: { name: "Ana" } }]);
  });

  it("is over when the directory is put back, also over plans that were made since", () => {
    expect(bench.run(["plans"]).out).toContain("are gone");
    const later = bench.run(["propose", "plan.md", "--json"]).json.plan.id;
    cpSync(join(bench.root, "backup"), join(bench.project, ".pi"), { recursive: true });
    const { plans: listed, distrusted } = bench.run(["plans", "--json"]).json;
    expect(distrusted).toBeUndefined();
    const found = listed.map(({ id, status }: { id: string; status: string }) => [id, status]);
    expect(Object.fromEntries(found)).toEqual({ [signed]: "approved", [waiting]: "proposed", [later]: "proposed" });
    expect(bench.run(["audit", "--verify"]).code).toBe(0);
  });
});

it("tells which plans lost only their journals, and signs nothing for a text that git restored", () => {
  const file = join(plans(), `${signed}.md`);
  copyFileSync(file, join(bench.root, "kept.md"));
  rmSync(join(bench.project, ".pi"), { recursive: true });
  mkdirSync(plans(), { recursive: true });
  copyFileSync(join(bench.root, "kept.md"), file);
  const { out } = bench.run(["plans"]);
  expect(out.replace(/\s+/g, " ")).toContain(`The journal of 1 plan that this machine remembers is gone: ${signed}.`);
  expect(out.replace(/\s+/g, " ")).toContain(
    `1 plan that this machine remembers is gone from this project: ${waiting}.`,
  );
  expect(bench.run(["run", signed]).code).toBe(1);
  expect(bench.as("ana", ["approve", signed]).err).toContain("The journal is gone");
});

describe("home.db", () => {
  it("lost, looked at and put back: every command says the same, before and after", () => {
    // Each in a process of its own: one that runs on would keep the file open that is replaced.
    const other = new Workbench();
    const run = (...words: string[]) =>
      other.run([...words, "--json"], { alone: true, env: { COUNTERSIGN_APPROVER_TOKEN: token } }).json;
    const token = other.token("ana");
    try {
      other.write("plan.md", PLAN);
      const id = run("propose", "plan.md").plan.id;
      expect(run("approve", id).plan.status).toBe("approved");
      const database = join(other.home, "home.db");
      copyFileSync(database, join(other.root, "backup"));
      rmSync(database);
      expect(run("plans").distrusted).toMatchObject([{ plans: [id], kind: "foreign", cause: "forgotten" }]);
      expect(run("inbox")).toMatchObject({ requests: [], distrusted: [{ plans: [id] }] });
      expect(run("show", id).plan).toMatchObject({ status: "broken", problem: { cause: "forgotten" } });
      expect(run("run", id).error).toMatchObject({
        kind: "broken_journal",
        hint: "Put back the newest backup of home.db.",
      });
      expect(run("doctor").error.checks).toContainEqual(
        expect.objectContaining({ result: "bad", what: expect.stringContaining("home.db does not remember it") }),
      );
      // In place, as `cp` does: it stays the same file for the system.
      copyFileSync(join(other.root, "backup"), database);
      expect(run("plans")).toMatchObject({ plans: [{ id, status: "approved" }] });
      expect(run("plans").distrusted).toBeUndefined();
      expect(run("inbox").requests).toMatchObject([{ journal: id, kind: "decision" }]);
      expect(run("show", id).plan.status).toBe("approved");
      expect([run("audit", "--verify").verified, run("doctor").healthy]).toEqual([true, true]);
    } finally {
      other.remove();
    }
  });
});

describe("a project that was moved", () => {
  let moved: string;
  beforeEach(() => {
    moved = join(bench.root, "moved here");
    renameSync(bench.project, moved);
    mkdirSync(bench.project);
  });

  it("is told by every command with the one command that keeps its signatures", async () => {
    const answers = everyAnswer(moved);
    expect(lacking(answers, `To accept its journals here: countersign key adopt --from ${bench.project}`)).toEqual([]);
    expect(Object.values(answers).filter((said) => said.includes(`key adopt ${signed}`))).toEqual([]);
    const adopted = await atDesk((desk, by) => adoptMoved(desk, bench.project, by), moved);
    expect(adopted).toMatchObject({ ok: true, value: [signed, waiting].sort() });
    expect(bench.run(["plans", "--json", "--dir", moved]).json.distrusted).toBeUndefined();
    expect(bench.run(["show", signed, "--json", "--dir", moved]).json.plan.status).toBe("approved");
    expect(bench.run(["plans", "--json"]).json.plans).toEqual([]);
  });

  it("is adopted with the memory of a plan that got lost on the way, and what is still at the old place stays there", async () => {
    const journal = (directory: string, id: string) => join(directory, ".pi/plans/sessions", `${id}.jsonl`);
    const left = bench.run(["propose", join(moved, "plan.md"), "--json"]).json.plan.id;
    rmSync(journal(moved, signed));
    rmSync(join(moved, `.pi/plans/${signed}.md`));
    expect(await atDesk((desk, by) => adoptMoved(desk, bench.project, by), moved)).toEqual({
      ok: true,
      value: [waiting],
    });
    const gone = `1 plan that this machine remembers is gone from this project: ${signed}.`;
    for (const command of ["plans", "inbox", "doctor"])
      expect(unwrapped(bench.run([command, "--dir", moved]))).toContain(gone);
    expect(await atDesk(missingJournals, moved)).toEqual([signed]);
    expect(bench.run(["audit", "--verify"]).out).toBe(`verified  ${left}  1 record\n`);
  });

  it("is named in JSON with its former directory", () => {
    const { json } = bench.run(["approve", signed, "--json", "--dir", moved]);
    expect(json.error).toMatchObject({ kind: "broken_journal", cause: "moved", from: bench.project });
    expect(json.error.next[0]).toMatchObject({
      move: "adopt",
      about: bench.project,
      command: `countersign key adopt --from ${bench.project}`,
    });
  });

  it("but only copied keeps its signatures where it was", () => {
    cpSync(moved, bench.project, { recursive: true });
    const { err } = bench.run(["run", signed, "--dir", moved]);
    expect(err).toContain(`The journal belongs to ${bench.project}, of which this project is a copy`);
    expect(err).not.toContain("--from");
    expect(bench.run(["audit", "--verify"]).code).toBe(0);
  });
});

describe("another user", () => {
  const isRoot = process.getuid?.() === 0;
  const NOBODY = 65534;

  // As root, the program is started as another user, who must be able to read it.
  const may = isRoot ? spawnSync("test", ["-r", BINARY], { uid: NOBODY, gid: NOBODY }).status === 0 : true;

  it.runIf(may)("is told that the directory with the keys is not theirs", () => {
    chmodSync(bench.root, 0o755);
    // An ordinary user may not write where root may.
    const home = isRoot ? bench.home : "/etc/countersign-of-another-user";
    const { status, stdout, stderr } = spawnSync(process.execPath, [BINARY, "inbox"], {
      cwd: bench.project,
      env: { ...bench.env, COUNTERSIGN_HOME: home, NODE_COMPILE_CACHE: undefined },
      encoding: "utf8",
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`${home} is another user's: it belongs to root (user id 0), and you are `);
    expect(stderr).toContain("Run countersign as that user, or set COUNTERSIGN_HOME to a directory of your own.");
  });

  it.runIf(isRoot)("with a key of their own is told whose the journals are", () => {
    for (const name of readdirSync(join(plans(), "sessions")))
      chownSync(join(plans(), "sessions", name), NOBODY, NOBODY);
    const env = { COUNTERSIGN_HOME: join(bench.root, "home of root") };
    const answers = ["plans", "inbox", "doctor"].map((command) => unwrapped(bench.run([command], { env })));
    answers.push(unwrapped(bench.run(["run", signed], { env })));
    for (const said of answers) {
      expect(said).toContain("The journal is another user's: it belongs to nobody (user id 65534), and you are root");
      expect(said).toContain("Run countersign as that user: without sudo");
      expect(said).not.toContain("key adopt");
    }
  });
});
