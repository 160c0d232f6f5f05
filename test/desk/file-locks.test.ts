import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { explained, SQLITE } from "../../src/desk/database-error.ts";
import { canLock, lockHolder } from "../../src/desk/file-locks.ts";
import { openDatabase } from "../../src/desk/sqlite.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "countersign-locks-"));
  path = join(directory, "x.db");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const TABLE = ["CREATE TABLE words (word TEXT);"];
const BUSY = Object.assign(new Error("database is locked"), { errcode: SQLITE.BUSY });
const said = () => (explained(path, BUSY, "") as Error).message;

describe.skipIf(!existsSync("/proc/locks"))("a database that another process keeps locked", () => {
  it.each([
    ["with a write-ahead log", {}],
    ["without one", { mayBeDeleted: true }],
  ])("%s names the process, its command, and what to do about it", async (_, more) => {
    const ours = openDatabase(path, TABLE, { durability: "NORMAL", whenDamaged: "", ...more });
    expect(lockHolder(path)).toBeUndefined();
    const script = new URL("./hold-lock.process.ts", import.meta.url);
    const holder = fork(script, [path], { execArgv: [] });
    const ended = once(holder, "exit");
    await once(holder, "message");
    expect(lockHolder(path)).toMatchObject({ pid: holder.pid, isStopped: false });
    expect(said()).toContain(`Process ${holder.pid} (`);
    expect(said()).toContain("hold-lock.process.ts");
    expect(said()).toContain(`end it (kill ${holder.pid})`);

    holder.kill("SIGSTOP");
    while (!/^State:\s+T/m.test(readFileSync(`/proc/${holder.pid}/status`, "utf8"))) await new Promise(setImmediate);
    expect(said()).toContain(`is stopped and keeps ${path} locked: continue it (kill -CONT ${holder.pid})`);

    holder.kill("SIGKILL");
    await ended;
    expect(lockHolder(path)).toBeUndefined();
    ours.run("INSERT INTO words VALUES ('free')");
    ours.close();
  });
});

describe("a directory whose files can be locked", () => {
  it("is known by trying, which leaves nothing behind", () => {
    expect(canLock(directory)).toBe(true);
    expect(readdirSync(directory)).toEqual([]);
  });
});
