import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { adoptMoved, setAside } from "../../src/desk/adopt.ts";
import { audit } from "../../src/desk/audit.ts";
import { allKeys, exposedKeys, importKey, type Key, openKeyring, rotateKey } from "../../src/desk/keyring.ts";
import { inbox } from "../../src/desk/requests.ts";
import { sealRecord } from "../../src/desk/seal.ts";
import { settleJournals } from "../../src/desk/settle-journals.ts";
import { createToken } from "../../src/desk/tokens.ts";
import {
  approve,
  copyOf,
  draft,
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
beforeEach(() => {
  f = fixture();
});

const keys = () => join(f.home, "keys");
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("the first key", () => {
  it("is the same for processes that make it at once", async () => {
    const keyring = fileURLToPath(new URL("../../src/desk/keyring.ts", import.meta.url));
    const script = `import { openKeyring } from ${JSON.stringify(keyring)};
      const home = { directory: process.env.COUNTERSIGN_HOME, config: "" };
      while (Date.now() < Number(process.argv[1]));
      console.log(openKeyring(home).current.id);`;
    const at = Date.now() + 1500;
    const run = () =>
      new Promise<string>((resolve, reject) => {
        const child = spawn(process.execPath, ["--input-type=module", "-e", script, String(at)], {
          env: { ...process.env, ...f.env },
        });
        let out = "";
        let err = "";
        child.stdout.on("data", (data) => (out += data));
        child.stderr.on("data", (data) => (err += data));
        child.on("exit", (code) => (code === 0 ? resolve(out.trim()) : reject(new Error(err))));
      });
    const ids = await Promise.all(Array.from({ length: 6 }, run));
    expect(new Set(ids)).toEqual(new Set([readFileSync(join(keys(), "current"), "utf8").trim()]));
    expect(openKeyring(f.desk.home).current.id).toBe(ids[0]);
  });
});

describe("what is private", () => {
  it("is readable by its owner only, whatever the umask", async () => {
    const before = process.umask(0);
    try {
      rmSync(f.home, { recursive: true });
      const desk = f.open();
      must(await desk.propose(draft(), f.local));
      createToken(desk.homeDatabase(), { name: "ana", roles: [] }, f.person, desk.at());
      rotateKey(desk.home);
      expect(mode(f.home)).toBe("700");
      expect(mode(keys())).toBe("700");
      for (const name of readdirSync(keys())) expect(mode(join(keys(), name)), name).toBe("600");
      const files = readdirSync(f.home).filter((name) => name.startsWith("home.db"));
      expect(files).toContain("home.db-wal");
      for (const name of files) expect(mode(join(f.home, name)), name).toBe("600");
      expect(exposedKeys(desk.home)).toEqual([]);
    } finally {
      process.umask(before);
    }
  });

  it("is told when others can read a key", async () => {
    await propose(f);
    const [key] = allKeys(f.desk.home);
    const path = join(keys(), `${key?.id}.key`);
    chmodSync(path, 0o644);
    expect(exposedKeys(f.desk.home)).toEqual([path]);
  });

  it("is not used where others can write", async () => {
    chmodSync(f.home, 0o777);
    await expect(propose(f)).rejects.toThrow("chmod go-w");
  });
});

describe("a key that was rotated", () => {
  it("goes on verifying what it sealed, and seals nothing more", async () => {
    await propose(f);
    const old = openKeyring(f.desk.home).current;
    const next = rotateKey(f.desk.home);
    await approve(f);
    expect(lines(f.journalFile(ID)).map((line) => JSON.parse(line).key)).toEqual([old.id, next.id]);
    expect((await audit(f.open())).journals).toEqual([{ journal: ID, records: 2 }]);
    expect(allKeys(f.desk.home).map(({ id }) => id)).toEqual([next.id, old.id]);
    const other = must(await f.open().propose(draft({ id: "PLAN-99999999" }), f.local)).plan;
    expect(JSON.parse(lines(f.journalFile(other.id))[0] ?? "").key).toBe(next.id);
  });

  it("adds nothing to a journal, not even for a process that was there before", async () => {
    await propose(f);
    const old = openKeyring(f.desk.home).current;
    const early = f.desk;
    rotateKey(f.desk.home);
    writeFileSync(f.journalFile(ID), withForged(lines(f.journalFile(ID)), old));
    for (const desk of [early, f.open()]) {
      expect(await found(desk)).toMatchObject({ kind: "broken", broken: { kind: "changed", seq: 2 } });
    }
  });

  it("begins no journal", async () => {
    await propose(f);
    const old = openKeyring(f.desk.home).current;
    rotateKey(f.desk.home);
    const { seal: _, ...body } = JSON.parse(lines(f.journalFile(ID))[0] ?? "");
    const other = "PLAN-99999999";
    writeFileSync(f.journalFile(other), `${sealRecord({ ...body, journal: other }, old).line}\n`);
    expect(await found(f.open(), other)).toMatchObject({ kind: "broken", broken: { kind: "foreign" } });
  });

  describe("right after a crash", () => {
    /** Somebody signed, and was killed before the head was written. */
    async function crashed() {
      await propose(f);
      const home = f.desk.homeDatabase();
      const head = home.head(f.project, ID);
      await approve(f);
      if (head) home.setHead(f.project, ID, head);
    }

    it("would leave behind what nobody looked at", async () => {
      await crashed();
      rotateKey(f.desk.home);
      expect(await found(f.open())).toMatchObject({ kind: "broken", broken: { kind: "changed", seq: 2 } });
    });

    it("leaves nothing behind where all journals are looked at before, wherever they are", async () => {
      await crashed();
      const other = fixture();
      const desk = other.open({ home: f.home });
      const ends = await settleJournals(desk.home, desk.homeDatabase());
      expect(ends).toEqual({ settled: [{ project: f.project, journal: ID, records: 1 }], unsettled: [] });
      rotateKey(f.desk.home);
      expect((await standing(f.open())).status).toBe("approved");
      expect(await settleJournals(f.desk.home, f.desk.homeDatabase())).toEqual({ settled: [], unsettled: [] });
    });

    it("names what could not be looked at", async () => {
      await crashed();
      const home = f.desk.homeDatabase();
      writeFileSync(f.journalFile(ID), "not a record\n");
      expect((await settleJournals(f.desk.home, home)).unsettled).toMatchObject([{ project: f.project, journal: ID }]);
      rmSync(f.project, { recursive: true });
      const { unsettled } = await settleJournals(f.desk.home, home);
      expect(unsettled).toEqual([{ project: f.project, because: "its directory is not there" }]);
    });
  });

  it("is taken out of use by the user only: a project cannot name another", async () => {
    await propose(f);
    const evil: Key = { id: "0123456789abcdef", secret: Buffer.alloc(32, 1) };
    writeFileSync(f.journalFile(ID), withForged(lines(f.journalFile(ID)), evil));
    expect(await found(f.open())).toMatchObject({ kind: "broken", broken: { kind: "unverified", seq: 2 } });
  });
});

describe("a project that was moved", () => {
  it("on this machine is believed in its new place once a person says so, and no longer in the old one", async () => {
    await life(f);
    const all = lines(f.journalFile(ID));
    const to = join(f.root, "moved");
    renameSync(f.project, to);
    const desk = f.open({ project: to });
    expect(await found(desk)).toMatchObject({ kind: "broken", broken: { kind: "foreign" } });
    expect(must(await adoptMoved(desk, f.project, f.person))).toEqual([ID]);
    expect((await standing(desk)).status).toBe("executing");
    must(await desk.send(ID, { type: "end_step", step_id: "look", outcome: "completed" }, f.local));
    expect((await audit(desk)).journals.every(({ broken }) => broken === undefined)).toBe(true);
    expect((await audit(desk, { action: ["journals_adopted"] })).entries).toMatchObject([{ by: { kind: "person" } }]);

    mkdirSync(join(f.project, ".pi/plans/sessions"), { recursive: true });
    for (let count = 1; count <= all.length; count++) {
      writeFileSync(
        f.journalFile(ID),
        all
          .slice(0, count)
          .map((line) => `${line}\n`)
          .join(""),
      );
      mkdirSync(join(f.project, ".pi/plans/.unfinished", `${ID}.${count}.none`), { recursive: true });
      const old = f.open();
      expect(await found(old)).toMatchObject({ kind: "broken", broken: { kind: "foreign" } });
      old.close();
    }
  });

  it("and back again is believed again", async () => {
    await life(f);
    const to = join(f.root, "moved");
    f.desk.close();
    renameSync(f.project, to);
    const away = f.open({ project: to });
    must(await adoptMoved(away, f.project, f.person));
    away.close();
    renameSync(to, f.project);
    const back = f.open();
    expect(must(await adoptMoved(back, to, f.person))).toContain(ID);
    expect((await standing(back)).status).toBe("executing");
  });

  it("to another machine is believed there with the key and the heads", async () => {
    await life(f);
    f.desk.close();
    const home = join(f.root, "other-home");
    const project = copyOf(f, "other-place");
    cpSync(f.home, home, { recursive: true });
    const desk = f.open({ project, home });
    const person = must(desk.authenticate({ via: "terminal" }));
    expect(must(await adoptMoved(desk, f.project, person))).toEqual([ID]);
    expect((await standing(desk)).status).toBe("executing");
    expect((await desk.store.journalNames()).sort()).toEqual([ID, "desk"]);
  });

  it("with the key alone is verified record by record, and not believed: nobody can tell that it is whole", async () => {
    await life(f);
    const elsewhere = fixture();
    const [key] = allKeys(f.desk.home);
    importKey(elsewhere.desk.home, key?.secret ?? Buffer.alloc(0), true);
    expect(openKeyring(elsewhere.desk.home).current.id).toBe(key?.id);
    const desk = f.open({ project: copyOf(f, "other-place"), home: elsewhere.home });
    expect(await found(desk)).toMatchObject({ kind: "broken", broken: { kind: "foreign", seq: 1 } });
  });

  it("takes nothing along that does not hold", async () => {
    await propose(f);
    await propose(f, { id: "PLAN-99999999" });
    const project = copyOf(f, "copy");
    writeFileSync(join(project, ".pi/plans/sessions/PLAN-99999999.jsonl"), "broken\n");
    const desk = f.open({ project });
    expect(must(await adoptMoved(desk, f.project, f.person))).toEqual([ID]);
    expect(await found(desk, "PLAN-99999999")).toMatchObject({ kind: "broken" });
  });
});

describe("an imported key", () => {
  it("is kept under its own id, and is made the current one only on request", () => {
    const before = openKeyring(f.desk.home).current.id;
    const secret = Buffer.alloc(32, 7);
    const key = importKey(f.desk.home, secret, false);
    expect(openKeyring(f.desk.home).current.id).toBe(before);
    expect(importKey(f.desk.home, secret, true).id).toBe(key.id);
    expect(openKeyring(f.desk.home).current.id).toBe(key.id);
    expect(allKeys(f.desk.home)).toHaveLength(2);
  });

  it("that is damaged is told, not used", () => {
    const { id } = openKeyring(f.desk.home).current;
    writeFileSync(join(keys(), `${id}.key`), "00".repeat(32));
    expect(() => openKeyring(f.desk.home)).toThrow("is damaged");
  });
});

describe("a key that was lost", () => {
  beforeEach(async () => {
    await propose(f);
    await approve(f);
    f.desk.close();
    rmSync(keys(), { recursive: true });
    f.desk = f.open();
  });

  it("leaves journals that can be read, and are not believed", async () => {
    expect(await found(f.desk)).toMatchObject({
      kind: "broken",
      broken: { kind: "unverified", seq: 1 },
      state: { status: "approved" },
    });
    expect(refusalOf(await f.desk.send(ID, { type: "start", run_id: "r" }, f.local)).kind).toBe("broken_journal");
    expect(await inbox(f.desk)).toEqual([]);
    const { entries } = await audit(f.desk);
    expect(entries.map(({ action, verified }) => [action, verified])).toEqual([
      ["proposed", false],
      ["request_opened", false],
      ["signed", false],
      ["request_answered", false],
      ["approved", false],
    ]);
  });

  it("lets the plan be proposed and signed anew, and all of it is in the audit", async () => {
    const aside = must(await setAside(f.desk, ID, f.person));
    expect(lines(aside)).toHaveLength(2);
    const view = await found(f.desk);
    if (view.kind !== "elsewhere") throw new Error(view.kind);
    must(await f.desk.send(ID, { type: "approve", revision: 1, digest: view.digest }, f.person));
    must(await f.desk.send(ID, { type: "start", run_id: "r" }, f.local));
    const { entries, journals } = await audit(f.open());
    expect(journals.every(({ broken }) => broken === undefined)).toBe(true);
    expect(entries.map(({ action }) => action)).toEqual([
      "journal_set_aside",
      "proposed",
      "request_opened",
      "signed",
      "request_answered",
      "approved",
      "run_started",
    ]);
    expect(entries[0]).toMatchObject({ journal: "desk", by: { kind: "person" }, detail: expect.stringContaining(ID) });
  });
});

describe("putting a journal aside", () => {
  it("is not possible for one that holds", async () => {
    await propose(f);
    expect(refusalOf(await setAside(f.desk, ID, f.person)).kind).toBe("wrong_state");
    expect(refusalOf(await setAside(f.desk, "nobody", f.person)).kind).toBe("not_found");
  });

  it("is possible again and again, and keeps each of them", async () => {
    for (let round = 1; round <= 3; round++) {
      await propose(f, { summary: `Round ${round}.` });
      writeFileSync(f.journalFile(ID), `broken ${round}\n`);
      must(await setAside(f.desk, ID, f.person));
      rmSync(f.planFile(ID));
    }
    const names = readdirSync(join(f.project, ".pi/plans/sessions")).filter((name) => name.includes("set-aside"));
    expect(names).toHaveLength(3);
    await propose(f);
    expect((await standing(f.open())).status).toBe("proposed");
  });

  it("is not done where it could not be recorded; the record itself can be put aside", async () => {
    await propose(f);
    writeFileSync(f.journalFile(ID), "broken\n");
    writeFileSync(f.journalFile("desk"), "broken\n");
    expect(refusalOf(await setAside(f.desk, ID, f.person)).kind).toBe("broken_journal");
    expect(readFileSync(f.journalFile(ID), "utf8")).toBe("broken\n");
    must(await setAside(f.desk, "desk", f.person));
    must(await setAside(f.desk, ID, f.person));
    const { entries } = await audit(f.open(), { journal: "desk" });
    expect(entries.map(({ action, detail }) => [action, detail?.split(":")[0]])).toEqual([
      ["journal_set_aside", "desk"],
      ["journal_set_aside", ID],
    ]);
  });

  it("is possible when the whole directory is gone", async () => {
    await propose(f);
    rmSync(join(f.project, ".pi"), { recursive: true });
    const desk = f.open();
    must(await setAside(desk, ID, f.person));
    must(await desk.propose(draft(), f.local));
    expect((await standing(desk)).status).toBe("proposed");
  });
});

function withForged(all: string[], key: Key): string {
  const { seal, ...body } = JSON.parse(all.at(-1) ?? "");
  const { line } = sealRecord(
    { ...body, seq: all.length + 1, prev: seal, events: [{ type: "resumed" }], key: key.id },
    key,
  );
  return [...all, line].map((each) => `${each}\n`).join("");
}
