import { execFileSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../src/desk/audit.ts";
import type { Broken } from "../../src/desk/journal.ts";
import { allKeys, openKeyring } from "../../src/desk/keyring.ts";
import { answer, findRequest, inbox } from "../../src/desk/requests.ts";
import { sealRecord } from "../../src/desk/seal.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import {
  approve,
  copyOf,
  draft,
  edit,
  type Fixture,
  fixture,
  found,
  ID,
  life,
  lines,
  must,
  propose,
  refusalOf,
  standing,
} from "./fixture.ts";

let f: Fixture;
let path: string;
beforeEach(() => {
  f = fixture();
  path = f.journalFile(ID);
});

const DIGEST = `sha256:${"0".repeat(64)}` as const;
const COMMANDS: PlanCommand[] = [
  { type: "approve", revision: 2, digest: DIGEST },
  { type: "request_changes", revision: 2, feedback: "no" },
  { type: "reject", revision: 2 },
  { type: "withdraw" },
  { type: "reopen" },
  { type: "cancel" },
  { type: "decide", decision_id: "x", selections: ["y"] },
  { type: "settle_divergence", choice: "signed" },
  { type: "expire_request", request_id: "x" },
  { type: "go_stale" },
  { type: "start", run_id: "run-2" },
  { type: "pause" },
  { type: "resume" },
  { type: "stall" },
  { type: "start_step", step_id: "swap" },
  { type: "await_decision", step_id: "swap" },
  { type: "end_step", step_id: "look", outcome: "completed" },
  { type: "skip_step", step_id: "swap", reason: "r" },
  { type: "retry_step", step_id: "look" },
  { type: "complete" },
  { type: "fail", reason: "r" },
  { type: "retry" },
  { type: "archive" },
  { type: "restore" },
];

/** Nobody believes it, nothing of it runs, nothing is written to it, and the audit says where it begins to fail. */
async function expectBroken(kind: Broken["kind"], seq: number, id = ID): Promise<void> {
  const desk = f.open();
  const before = listingOf(id);
  expect(await desk.plan(id)).toMatchObject({ ok: true, value: { kind: "broken", broken: { kind, seq } } });
  for (const command of COMMANDS) {
    const refusal = refusalOf(await desk.send(id, command, f.person));
    expect(refusal).toMatchObject({ kind: "broken_journal", facts: { kind, seq } });
  }
  expect(refusalOf(await desk.propose(draft({ id, summary: "Anew." }), f.local)).kind).toBe("broken_journal");
  const { journals, entries } = await audit(desk);
  expect(journals.find(({ journal }) => journal === id)).toMatchObject({ broken: { kind, seq } });
  for (const entry of entries) if (entry.journal === id && entry.version >= seq) expect(entry.verified).toBe(false);
  expect((await inbox(desk)).filter(({ journal }) => journal === id)).toEqual([]);
  const row = (await desk.plans({ limit: 10 })).rows.find((each) => each.id === id);
  expect(row?.problem?.kind).toBe(kind);
  expect(listingOf(id)).toEqual(before);
}

function listingOf(id: string): (string | undefined)[] {
  return [f.planFile(id), f.journalFile(id)].map((file) => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return undefined;
    }
  });
}

function rewrite(change: (all: string[]) => string[]): void {
  const after = change(lines(path));
  writeFileSync(path, after.map((line) => `${line}\n`).join(""));
}

/** The journal without the room for more that a run leaves behind it. */
function written(): Buffer {
  const bytes = readFileSync(path);
  return bytes.subarray(0, bytes.includes(0) ? bytes.indexOf(0) : bytes.length);
}

/** A record as we would write it, under any key. */
function forged(
  records: string[],
  key: { id: string; secret: Buffer },
  events: object[] = [{ type: "resumed" }],
): string {
  const last = JSON.parse(records.at(-1) ?? "{}");
  const { seal, ...body } = last;
  return sealRecord({ ...body, seq: records.length + 1, prev: seal, events, key: key.id }, key).line;
}

describe("a journal with a life of six records", () => {
  beforeEach(() => life(f));

  it("holds as it was written", async () => {
    expect(lines(path)).toHaveLength(6);
    expect((await audit(f.open())).journals).toEqual([{ journal: ID, records: 6 }]);
    expect((await standing(f.open())).status).toBe("executing");
  });

  it("is not believed after any byte of it was changed", async () => {
    const bytes = written();
    const store = f.open().store;
    const starts = [0];
    for (const [at, byte] of bytes.entries()) if (byte === 0x0a) starts.push(at + 1);
    for (let at = 0; at < bytes.length; at += 1 + (at % 29)) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (bytes[at] ?? 0) ^ (1 << (at % 7));
      writeFileSync(path, flipped);
      const seq = starts.findLastIndex((start) => start <= at) + 1;
      const { broken } = await store.loadJournal(ID);
      expect(broken, `byte ${at}`).toBeDefined();
      expect(broken?.seq, `byte ${at}`).toBe(seq);
    }
    const [, , third = 0] = starts;
    const flipped = Buffer.from(bytes);
    flipped[third + 40] = (bytes[third + 40] ?? 0) ^ 1;
    writeFileSync(path, flipped);
    await expectBroken("changed", 3);
  });

  it("is not believed with a line taken out", async () => {
    const all = lines(path);
    for (let out = 0; out < 5; out++) {
      rewrite(() => all.filter((_, index) => index !== out));
      const { broken } = await f.desk.store.loadJournal(ID);
      expect(broken).toMatchObject({ kind: "changed", seq: out + 1 });
    }
    rewrite(() => all.filter((_, index) => index !== 2));
    await expectBroken("changed", 3);
  });

  it("is not believed with two lines swapped", async () => {
    rewrite(([a = "", b = "", ...rest]) => [b, a, ...rest]);
    await expectBroken("changed", 1);
  });

  it("is not believed with a line twice", async () => {
    rewrite((all) => [...all.slice(0, 4), all[3] ?? "", ...all.slice(4)]);
    await expectBroken("changed", 5);
  });

  it("is not believed with a line at its end that was there before", async () => {
    rewrite((all) => [...all, all[3] ?? ""]);
    await expectBroken("changed", 7);
  });

  it("is not believed with a line at its end that nobody sealed", async () => {
    rewrite((all) => [...all, JSON.stringify({ ...JSON.parse(all[5] ?? ""), seq: 7, seal: undefined })]);
    await expectBroken("changed", 7);
  });

  it("is not believed with a line at its end whose seal is made up", async () => {
    rewrite((all) => [...all, forged(all, { id: openKeyring(f.desk.home).current.id, secret: randomBytes(32) })]);
    await expectBroken("changed", 7);
  });

  it("is not believed with a line at its end under a key that is not here", async () => {
    rewrite((all) => [...all, forged(all, { id: "0123456789abcdef", secret: randomBytes(32) })]);
    await expectBroken("unverified", 7);
  });

  it("is not believed with the very key id of ours as a path", async () => {
    for (const id of ["../keys/x", "/etc/passwd", "", "current"]) {
      rewrite((all) => [...all.slice(0, 6), forged(all.slice(0, 6), { id, secret: Buffer.alloc(32) })]);
      expect((await f.desk.store.loadJournal(ID)).broken).toMatchObject({ kind: "unverified", seq: 7 });
    }
  });

  it("is not believed with a line of another plan's journal in it", async () => {
    const other = "PLAN-99999999";
    await propose(f, { id: other });
    await approve(f, other);
    const stranger = lines(f.journalFile(other))[1] ?? "";
    rewrite((all) => [...all.slice(0, 1), stranger, ...all.slice(1)]);
    await expectBroken("replaced", 2);
  });

  it("is not believed when it is another plan's", async () => {
    const other = "PLAN-99999999";
    await life(f, other);
    writeFileSync(path, readFileSync(f.journalFile(other)));
    await expectBroken("replaced", 1);
  });

  it("is not believed when it was put back to any earlier day", async () => {
    const all = lines(path);
    for (let kept = 1; kept < 6; kept++) {
      rewrite(() => all.slice(0, kept));
      expect((await f.desk.store.loadJournal(ID)).broken).toMatchObject({ kind: "cut", seq: kept + 1 });
    }
    rewrite(() => all.slice(0, 4));
    await expectBroken("cut", 5);
  });

  it("is not believed when it was put back by git", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", f.project, "-c", "user.name=x", "-c", "user.email=x@x", ...args]);
    git("init", "-q");
    git("add", "-f", ".pi/plans/sessions");
    git("commit", "-qm", "journals");
    must(await f.desk.send(ID, { type: "cancel" }, f.person));
    git("checkout", "-q", "--", ".pi/plans/sessions");
    await expectBroken("cut", 7);
  });

  it("is not believed when it was emptied or cut within its last line", async () => {
    const bytes = written();
    writeFileSync(path, bytes.subarray(0, bytes.length - 20));
    expect((await f.desk.store.loadJournal(ID)).broken).toMatchObject({ kind: "cut", seq: 6 });
    writeFileSync(path, "");
    await expectBroken("cut", 1);
  });

  it("is missed when it is gone", async () => {
    rmSync(path);
    await expectBroken("missing", 1);
  });

  it("is missed when everything of the project is gone", async () => {
    rmSync(join(f.project, ".pi"), { recursive: true });
    const { journals } = await audit(f.open());
    expect(journals).toMatchObject([{ journal: ID, broken: { kind: "missing" } }]);
  });

  it("is not read through a link", async () => {
    const elsewhere = join(f.root, "outside", "journal.jsonl");
    writeFileSync(elsewhere, readFileSync(path));
    rmSync(path);
    symlinkSync(elsewhere, path);
    await expectBroken("replaced", 1);
  });

  it("is not believed when a directory has its name", async () => {
    rmSync(path);
    mkdirSync(path);
    await expectBroken("replaced", 1);
  });

  it("is not waited for when a pipe has its name", async () => {
    rmSync(path);
    execFileSync("mkfifo", [path]);
    expect((await f.open().store.loadJournal(ID)).broken).toMatchObject({ kind: "replaced", seq: 1 });
  });

  it("is not believed with a key of its JSON twice", async () => {
    rewrite((all) =>
      all.map((line, index) => (index === 3 ? line.replace('"events":', '"events":[],"events":') : line)),
    );
    await expectBroken("changed", 4);
  });

  it("is not believed with other line breaks", async () => {
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("\n", "\r\n"));
    await expectBroken("changed", 1);
  });

  it("is not believed with an empty line in it", async () => {
    rewrite((all) => [...all.slice(0, 2), "", ...all.slice(2)]);
    await expectBroken("changed", 3);
  });

  it("is believed with half a line at its end, which is cut off and told", async () => {
    writeFileSync(path, `${readFileSync(path, "utf8")}{"seq":7,"journal":"${ID}","events":[{"type":"completed"}]`);
    expect((await standing(f.open())).status).toBe("executing");
    const { entries } = await audit(f.open(), { action: ["journal_repaired"] });
    expect(entries).toMatchObject([{ version: 7, verified: true }]);
  });
});

describe("a journal that is sealed but does not belong here", () => {
  it("is not believed in another project, with any number of its records", async () => {
    await life(f);
    const copy = copyOf(f, "copy");
    const all = lines(path);
    for (let count = 1; count <= all.length; count++) {
      const kept = all.slice(0, count).map((line) => `${line}\n`);
      writeFileSync(join(copy, ".pi/plans/sessions", `${ID}.jsonl`), kept.join(""));
      const desk = f.open({ project: copy });
      expect(await desk.plan(ID)).toMatchObject({ value: { kind: "broken", broken: { kind: "foreign", seq: 1 } } });
      expect(refusalOf(await desk.send(ID, { type: "start", run_id: "r" }, f.local)).kind).toBe("broken_journal");
    }
  });

  it("is not believed in another project one record at a time, however a commit is pretended to be under way", async () => {
    await life(f);
    const copy = copyOf(f, "copy");
    const all = lines(path);
    const plans = join(copy, ".pi", "plans");
    for (let count = 1; count <= all.length; count++) {
      writeFileSync(
        join(plans, "sessions", `${ID}.jsonl`),
        all
          .slice(0, count)
          .map((line) => `${line}\n`)
          .join(""),
      );
      mkdirSync(join(plans, ".unfinished", `${ID}.${count}.none`), { recursive: true });
      const desk = f.open({ project: copy });
      expect(await desk.plan(ID)).toMatchObject({ value: { kind: "broken", broken: { kind: "foreign" } } });
      desk.close();
    }
  });

  it("cannot come back after it was put aside, not even record by record", async () => {
    const { setAside } = await import("../../src/desk/adopt.ts");
    await propose(f);
    await approve(f);
    const all = lines(path);
    writeFileSync(path, "broken\n");
    must(await setAside(f.open(), ID, f.person));
    for (let count = 1; count <= all.length; count++) {
      writeFileSync(
        path,
        all
          .slice(0, count)
          .map((line) => `${line}\n`)
          .join(""),
      );
      mkdirSync(join(f.project, ".pi/plans/.unfinished", `${ID}.${count}.none`), { recursive: true });
      const desk = f.open();
      expect(await desk.plan(ID)).toMatchObject({ value: { kind: "broken", broken: { kind: "foreign" } } });
      desk.close();
    }
  });

  it("takes the place of a newer one only to be found out", async () => {
    await life(f);
    const copy = copyOf(f, "copy");
    rmSync(join(copy, ".pi"), { recursive: true });
    const desk = f.open({ project: copy });
    for (let round = 0; round < 3; round++) {
      must(await desk.propose(draft({ summary: `Another, ${round}.` }), f.local));
    }
    const { revision, digest } = (await standing(desk)).proposal;
    must(await desk.send(ID, { type: "approve", revision, digest }, f.person));
    must(await desk.send(ID, { type: "start", run_id: "r" }, f.local));
    must(await desk.send(ID, { type: "start_step", step_id: "look" }, f.local));
    must(await desk.send(ID, { type: "end_step", step_id: "look", outcome: "completed" }, f.local));
    writeFileSync(path, readFileSync(join(copy, ".pi/plans/sessions", `${ID}.jsonl`)));
    await expectBroken("replaced", 6);
    const { entries } = await audit(f.open(), { journal: ID });
    expect(entries.every(({ verified }) => !verified)).toBe(true);
  });

  it("is read without harm, whatever it holds", async () => {
    await propose(f);
    const evil = "PLAN-66666666";
    const by = { kind: "person", surface: "cli", id: "x", name: "x" };
    const base = {
      seq: 1,
      journal: evil,
      place: "0",
      at: "2026-01-01T00:00:00Z",
      by,
      key: "0123456789abcdef",
      prev: "",
    };
    const bodies: object[] = [
      {},
      { ...base },
      { ...base, events: null },
      { ...base, events: [null] },
      { ...base, events: [{}] },
      { ...base, events: [{ type: "proposed" }] },
      { ...base, events: [{ type: "proposed", plan: {}, requester: null }] },
      { ...base, events: [{ type: "proposed", plan: { id: evil, title: "x", steps: 3 }, requester: by, revision: 1 }] },
      { ...base, events: [{ type: "signed" }, { type: "changes_requested" }, { type: "request_opened" }] },
      { ...base, events: [{ type: "__proto__" }] },
      { ...base, by: null, events: [] },
      { ...base, by: "ana", events: [] },
      { ...base, seq: { x: 1 }, journal: ["a"], events: [] },
      { ...base, at: 5, events: [] },
    ];
    for (const body of bodies) {
      const text = JSON.stringify(body);
      const open = text === "{}" ? '{"a":1' : text.slice(0, -1);
      writeFileSync(f.journalFile(evil), `${open},"seal":"${"0".repeat(64)}"}\n`);
      const desk = f.open();
      await desk.store.rebuild();
      expect((await desk.plans({ limit: 10 })).rows.map(({ id }) => id).sort()).toEqual([ID, evil].sort());
      expect(await desk.plan(evil)).toMatchObject({ value: { kind: "broken" } });
      expect((await audit(desk)).journals).toHaveLength(2);
      expect(await inbox(desk)).toHaveLength(1);
      expect((await desk.store.feed(0, 100)).records.map(({ journal }) => journal)).toEqual([ID]);
      desk.close();
    }
  });
});

describe("an agent's journal that was tampered with", () => {
  it("says nothing about the agent any more and asks nobody anything", async () => {
    must(await f.desk.sendAgent("agent-1", { type: "enter", task: "t" }, f.local));
    must(await f.desk.sendAgent("agent-1", { type: "confirm", tool: "bash", summary: "rm", reason: "r" }, f.local));
    edit(f.journalFile("agent-1"), (text) => text.replace('"summary":"rm"', '"summary":"ls"'));
    const desk = f.open();
    await desk.store.rebuild();
    expect(refusalOf(await desk.agent("agent-1"))).toMatchObject({
      kind: "broken_journal",
      facts: { kind: "changed", seq: 2 },
    });
    expect(await inbox(desk)).toEqual([]);
    const leave = { type: "leave", how: "cancelled" } as const;
    expect(refusalOf(await desk.sendAgent("agent-1", leave, f.person)).kind).toBe("broken_journal");
    const id = "agent-1/confirmation-2";
    const given = { kind: "confirmation", allow: true } as const;
    expect(refusalOf(await answer(desk, id, given, f.person)).kind).toBe("broken_journal");
  });
});

describe("a database that was tampered with", () => {
  const tamper = (...statements: string[]) => {
    f.desk.close();
    const database = new DatabaseSync(join(f.project, ".pi/plans/.state/state.db"));
    for (const sql of statements) database.exec(sql);
    database.close();
  };

  it("approves nothing: commands are decided on the journal", async () => {
    await propose(f);
    tamper(`UPDATE plans SET status = 'approved', row = replace(row, '"status":"proposed"', '"status":"approved"')`);
    const desk = f.open();
    expect((await standing(desk)).status).toBe("proposed");
    expect(refusalOf(await desk.send(ID, { type: "start", run_id: "r" }, f.local)).kind).toBe("wrong_state");
  });

  it("asks nothing: a request that is only in the table is not shown and cannot be answered", async () => {
    await propose(f);
    must(await f.desk.sendAgent("agent-1", { type: "enter" }, f.local));
    const data = (id: string) =>
      JSON.stringify({ id, kind: "question", question: "Your password?", opened_at: "2026", opened_by: f.local });
    const forgeries = [
      "agent-1/question-9",
      `${ID}/question-1`,
      "nobody/question-1",
      "../../x/question-1",
      "__proto__/question-1",
    ];
    tamper(
      ...forgeries.map((id) => {
        const journal = id.slice(0, id.lastIndexOf("/"));
        return `INSERT INTO requests VALUES ('${id}', '${journal}', 'question', '2026', NULL, NULL, '${data(id)}')`;
      }),
    );
    const desk = f.open();
    expect((await inbox(desk)).map(({ id }) => id)).toEqual([`${ID}/review-1`]);
    for (const id of forgeries) {
      expect(refusalOf(await answer(desk, id, { kind: "question", text: "1234" }, f.person)).kind).toBe(
        "unknown_request",
      );
      expect((await findRequest(desk, id)).ok).toBe(false);
    }
  });

  it("cannot show one thing and have another confirmed", async () => {
    const command = { type: "confirm", tool: "bash", summary: "rm -rf build", reason: "cleaning" } as const;
    must(await f.desk.sendAgent("agent-1", command, f.local));
    tamper("UPDATE requests SET data = replace(data, 'rm -rf build', 'ls build')");
    expect(await inbox(f.open())).toMatchObject([{ kind: "confirmation", summary: "rm -rf build" }]);
  });

  it("cannot make a time-out of a request that has none", async () => {
    await propose(f);
    tamper("UPDATE requests SET expires_at = '2020'", "UPDATE plans SET updated_at = '2020'");
    expect(await inbox(f.open())).toHaveLength(1);
    expect((await standing(f.open())).status).toBe("proposed");
  });

  it("cannot hide a request for longer than until the next record of its journal", async () => {
    must(await f.desk.sendAgent("agent-1", { type: "ask", question: "May I?" }, f.local));
    tamper("UPDATE requests SET closed_at = '2026'");
    const desk = f.open();
    must(await desk.sendAgent("agent-1", { type: "ask", question: "And now?" }, f.local));
    expect(await inbox(desk)).toMatchObject([{ question: "May I?" }, { question: "And now?" }]);
  });

  it("is worth nothing: without it, or with rubbish in its place, everything is as before", async () => {
    await life(f);
    await propose(f, { id: "PLAN-99999999" });
    const before = await f.desk.plans({ limit: 10 });
    const waiting = await inbox(f.desk);
    for (const rubbish of [undefined, "", "rubbish ".repeat(1000)]) {
      f.desk.close();
      for (const name of ["state.db", "state.db-journal"])
        rmSync(join(f.project, ".pi/plans/.state", name), { force: true });
      if (rubbish !== undefined) writeFileSync(join(f.project, ".pi/plans/.state/state.db"), rubbish);
      f.desk = f.open();
      expect((await f.desk.plans({ limit: 10 })).rows).toEqual(before.rows);
      expect(await inbox(f.desk)).toEqual(waiting);
      expect((await standing(f.desk)).status).toBe("executing");
    }
  });

  it("tells no events that did not happen", async () => {
    await propose(f);
    tamper("INSERT INTO feed (journal, seq) VALUES ('../../x', 1), ('PLAN-0a1b2c3d', 2), ('nobody', 1)");
    expect((await f.open().store.feed(0, 100)).records.map(({ seq }) => seq)).toEqual([1]);
  });
});

it("an HMAC made with the key's id instead of the key is worth nothing", async () => {
  await propose(f);
  const [key] = allKeys(f.desk.home);
  const [first = ""] = lines(path);
  const { seal, ...body } = JSON.parse(first);
  const next = JSON.stringify({ ...body, seq: 2, prev: seal, events: [{ type: "approved" }] });
  const forgedSeal = createHmac("sha256", key?.id ?? "")
    .update(next)
    .digest("hex");
  writeFileSync(path, `${first}\n${next.slice(0, -1)},"seal":"${forgedSeal}"}\n`);
  expect(await found(f.open())).toMatchObject({ kind: "broken", broken: { kind: "changed", seq: 2 } });
});
