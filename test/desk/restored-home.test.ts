import { copyFileSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { distrustedPlans } from "../../src/acts/distrusted-plans.ts";
import { audit } from "../../src/desk/audit.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { readCurrentRows } from "../../src/desk/file-store/current-rows.ts";
import { projectPaths } from "../../src/desk/file-store/project-paths.ts";
import { allKeys, rotateKey } from "../../src/desk/keyring.ts";
import { inbox } from "../../src/desk/requests.ts";
import { createToken } from "../../src/desk/tokens.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { approve, type Fixture, fixture, found, ID, must, propose, standing } from "./fixture.ts";

const SECOND = "PLAN-0a1b2c3e";
let f: Fixture;
let database: string;
beforeEach(async () => {
  f = fixture();
  database = join(f.home, "home.db");
  await propose(f);
  await propose(f, { id: SECOND });
});

/** Nothing runs, as while a backup is made or put back. */
function backUp(): void {
  f.desk.close();
  copyFileSync(database, join(f.root, "backup.db"));
  f.desk = f.open();
}

/** In place, as `cp` does: it stays the same file for the system. */
function putBack(): Desk {
  f.desk.close();
  copyFileSync(join(f.root, "backup.db"), database);
  f.desk = f.open();
  return f.desk;
}

/** What lists say, and what the journals say. */
async function answers(desk: Desk) {
  const { rows } = await desk.plans({ limit: 10 });
  const { journals } = await audit(desk);
  const listed = Object.fromEntries(rows.map(({ id, status }) => [id, status]));
  const waiting = (await inbox(desk)).map(({ journal }) => journal);
  return { listed, waiting, broken: journals.flatMap(({ journal, broken }) => (broken ? [journal] : [])) };
}

/** Whether a new process would read the rows without a look at the journals. */
const areCurrent = () => readCurrentRows({ places: projectPaths(f.project), home: f.desk.home }, () => true) ?? false;

describe("home.db of an earlier day, put back over the newer one", () => {
  it("knows no plan that was made since, and lists say so like the journals", async () => {
    backUp();
    const third = "PLAN-0a1b2c3f";
    await propose(f, { id: third });
    await approve(f, third);
    expect((await answers(f.desk)).listed[third]).toBe("approved");
    putBack();
    expect(areCurrent()).toBe(false);
    const now = await answers(f.desk);
    expect(now.listed).toEqual({ [ID]: "proposed", [SECOND]: "proposed", [third]: "broken" });
    expect(now).toMatchObject({ waiting: [ID, SECOND], broken: [third] });
    expect(await distrustedPlans(f.desk)).toMatchObject([{ journals: [third], broken: { cause: "forgotten" } }]);
  });

  it("catches up with records that were sealed here since, and from then on notices a cut", async () => {
    backUp();
    await approve(f);
    const whole = statSync(f.journalFile(ID)).size;
    putBack();
    expect(await answers(f.desk)).toMatchObject({ listed: { [ID]: "approved" }, broken: [] });
    await standing(f.desk);
    expect(f.desk.homeDatabase().head(f.project, ID)?.seq).toBe(2);
    const first = readFileSync(f.journalFile(ID), "utf8").split("\n")[0]?.length ?? 0;
    truncateSync(f.journalFile(ID), first + 1);
    expect(statSync(f.journalFile(ID)).size).toBeLessThan(whole);
    expect(await found(f.desk)).toMatchObject({ kind: "broken", broken: { kind: "cut" } });
  });

  it("does not catch up with records of a key that was retired since", async () => {
    backUp();
    await approve(f);
    f.desk.close();
    rotateKey(f.desk.home);
    f.desk = f.open();
    expect((await answers(f.desk)).listed[ID]).toBe("approved");
    putBack();
    const now = await answers(f.desk);
    expect(now).toMatchObject({ listed: { [ID]: "broken" }, broken: [ID], waiting: [SECOND] });
    expect(await found(f.desk)).toMatchObject({ kind: "broken", broken: { kind: "changed", seq: 2 } });
  });

  it("believes no record that another key sealed, whatever its head", async () => {
    backUp();
    const other = fixture();
    await propose(other);
    await approve(other);
    copyFileSync(other.journalFile(ID), f.journalFile(ID));
    putBack();
    expect(await answers(f.desk)).toMatchObject({ listed: { [ID]: "broken" }, broken: [ID], waiting: [SECOND] });
  });
});

describe("home.db, lost and put back", () => {
  beforeEach(async () => {
    await approve(f);
    await approve(f, SECOND);
    backUp();
  });

  it.each([
    "looked at",
    "used for another plan",
  ])("after it was %s without, is believed again everywhere", async (how) => {
    f.desk.close();
    rmSync(database);
    f.desk = f.open();
    if (how !== "looked at") await propose(f, { id: "PLAN-0a1b2c3f" });
    expect(await answers(f.desk)).toMatchObject({
      listed: { [ID]: "broken", [SECOND]: "broken" },
      broken: [ID, SECOND],
    });
    putBack();
    expect(await answers(f.desk)).toMatchObject({ listed: { [ID]: "approved", [SECOND]: "approved" }, broken: [] });
    expect(await distrustedPlans(f.desk)).toEqual([]);
    expect(areCurrent()).toBe(true);
  });

  it("is read again by a process that has the file open which it replaces", async () => {
    const running = f.open();
    expect((await answers(running)).listed[ID]).toBe("approved");
    const secret = () => createToken(running.homeDatabase(), { name: "Ada", roles: [] }, f.person, f.desk.at()).secret;
    renameSync(join(f.root, "backup.db"), database);
    must(await running.send(ID, { type: "cancel" }, f.person));
    // The head that it recorded is in the file that other processes read.
    const other = f.open();
    expect(other.homeDatabase().head(f.project, ID)?.seq).toBe(3);
    expect(await answers(other)).toMatchObject({ listed: { [ID]: "cancelled" }, broken: [] });
    expect(other.authenticate({ via: "token", secret: secret() }).ok).toBe(true);
  });
});

it("a key that was lost and is put back makes lists believe its journals again", async () => {
  await approve(f);
  const [key] = allKeys(f.desk.home);
  const file = join(f.home, "keys", `${key?.id}.key`);
  const text = readFileSync(file, "utf8");
  rmSync(file);
  f.desk.close();
  f.desk = f.open();
  expect((await answers(f.desk)).listed[ID]).toBe("broken");
  writeFileSync(file, text, { mode: 0o600 });
  expect(await answers(f.desk)).toMatchObject({ listed: { [ID]: "approved", [SECOND]: "proposed" }, broken: [] });
});

describe("the cause of a journal that cannot be trusted", () => {
  it("is another user, where its file belongs to one and its key is not here", async () => {
    const own = process.getuid?.() ?? 0;
    const spied = vi.spyOn(process, "getuid").mockReturnValue(own + 1);
    afterTest(() => spied.mockRestore());
    const theirs = f.open({ home: join(f.root, "home of another user") });
    expect(await found(theirs)).toMatchObject({
      broken: {
        kind: "unverified",
        cause: "other_user",
        user: expect.stringContaining(`user id ${own}`),
        message: expect.stringMatching(new RegExp(`and you are .*user id ${own + 1}\\b`)),
      },
    });
    // With the key it does not matter whose file it is.
    expect((await standing(f.open())).status).toBe("proposed");
  });

  it("is a key that is elsewhere, where the file is this user's", async () => {
    const home = join(f.root, "another home");
    expect(await found(f.open({ home }))).toMatchObject({
      broken: { kind: "unverified", message: expect.stringContaining(`which is not in ${home}.`) },
    });
  });

  it("is not made up: a journal of a directory that this machine does not know stays foreign", async () => {
    await approve(f);
    const moved = join(f.root, "moved");
    f.desk.close();
    rmSync(database);
    renameSync(f.project, moved);
    const { broken } = (await found(f.open({ project: moved }))) as { broken: object };
    expect(broken).toEqual({
      kind: "foreign",
      seq: 1,
      message: expect.stringContaining("not written in this project"),
    });
  });

  it("is named for a journal that was put aside and comes back", async () => {
    const { setAside } = await import("../../src/desk/adopt.ts");
    copyFileSync(f.journalFile(ID), join(f.root, "old.jsonl"));
    writeFileSync(f.journalFile(ID), "{}\n");
    must(await setAside(f.desk, ID, f.person));
    copyFileSync(join(f.root, "old.jsonl"), f.journalFile(ID));
    expect(await found(f.desk)).toMatchObject({ broken: { kind: "foreign", cause: "put_aside" } });
  });
});
