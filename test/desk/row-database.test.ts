import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RowDatabase } from "../../src/desk/file-store/row-database.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "countersign-rows-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe("the database of rows", () => {
  it.skipIf(!existsSync("/proc/self/fd"))(
    "that is open is the one in its place, whoever replaces it meanwhile",
    async () => {
      const path = join(directory, "state.db");
      const other = fork(new URL("./replace-rows.process.ts", import.meta.url), [path], { execArgv: [] });
      const ended = once(other, "exit");
      await once(other, "message");
      const rows = new RowDatabase(path);
      const seen = { current: 0, deleted: 0 };
      while (rows.openings < 60 && other.exitCode === null) {
        rows.get();
        const isDeleted = openFiles().some((file) => file.startsWith(path) && file.endsWith(" (deleted)"));
        // Otherwise it was deleted after it was opened, and that is noticed.
        if (rows.isInPlace()) seen[isDeleted ? "deleted" : "current"]++;
        await new Promise(setImmediate);
      }
      other.disconnect();
      await ended;
      rows.close();
      expect(seen.deleted).toBe(0);
      expect(seen.current).toBeGreaterThan(10);
    },
  );

  it("may lose each of its files while processes use it, and none of them dies of it", {
    timeout: 60_000,
  }, async () => {
    mkdirSync(join(directory, ".pi/plans/.state"), { recursive: true });
    const script = new URL("./use-rows.process.ts", import.meta.url);
    const users = Array.from({ length: 3 }, () => fork(script, [directory], { execArgv: [], stdio: "pipe" }));
    const deaths: string[] = [];
    for (const user of users) {
      let said = "";
      user.stderr?.on("data", (data) => (said += data));
      user.on("exit", (code, signal) => deaths.push(`${signal ?? code} ${said}`));
    }
    const death = Promise.race(users.map((user) => once(user, "exit")));
    const used = () => Promise.race([Promise.all(users.map((user) => once(user, "message"))), death]);
    await used();
    const endings = ["", "-journal", "-wal", "-shm"];
    for (let round = 0; round < 40 && deaths.length === 0; round++) {
      for (const [index] of endings.entries()) {
        const ending = endings[(index + round) % endings.length];
        rmSync(join(directory, `.pi/plans/.state/state.db${ending}`), { force: true });
        await new Promise(setImmediate);
      }
      if (deaths.length === 0) await used();
    }
    expect(deaths).toEqual([]);
    const files = readdirSync(join(directory, ".pi/plans/.state"));
    expect(files.filter((name) => name.endsWith("-shm"))).toEqual([]);
    for (const user of users) user.disconnect();
    await Promise.all(users.map((user) => user.exitCode ?? once(user, "exit")));
  });
});

function openFiles(): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return [];
    }
  });
}
