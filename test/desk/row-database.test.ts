import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
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
