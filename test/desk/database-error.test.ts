import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DatabaseError, explained, sqliteCode } from "../../src/desk/database-error.ts";
import { type Database, openDatabase } from "../../src/desk/sqlite.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "countersign-database-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const TABLE = ["CREATE TABLE words (word TEXT);"];
const open = (path: string): Database => openDatabase(path, TABLE, { durability: "NORMAL", whenDamaged: "Weep." });

function errorOf(work: () => unknown): DatabaseError {
  try {
    work();
  } catch (error) {
    if (error instanceof DatabaseError) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

describe("an error of a database", () => {
  it("names a damaged file and what its owner advises, and keeps its code and cause", () => {
    const path = join(directory, "x.db");
    writeFileSync(path, "no database ".repeat(100));
    const error = errorOf(() => open(path));
    expect(error.message).toBe(`${path} is damaged. Weep. (SQLite: file is not a database)`);
    expect([sqliteCode(error), error.code, error.path]).toEqual([26, "ERR_SQLITE_ERROR", path]);
    expect(error.cause).toMatchObject({ message: "file is not a database", errcode: 26 });
  });

  it("says what has to be writable where a file cannot be opened", () => {
    const path = join(directory, "x.db");
    mkdirSync(path);
    expect(errorOf(() => open(path)).message).toContain(`${path} cannot be written`);
  });

  it("says so in the middle of work, too", () => {
    const path = join(directory, "x.db");
    const database = open(path);
    database.exec("PRAGMA query_only = ON");
    const refused = errorOf(() => database.run("INSERT INTO words VALUES ('a')"));
    expect([refused.message.includes(path), sqliteCode(refused)]).toEqual([true, 8]);
    database.exec("PRAGMA query_only = OFF");
    database.exec("PRAGMA max_page_count = 2");
    const full = errorOf(() => database.run("INSERT INTO words VALUES (?)", "a".repeat(100_000)));
    expect(full.message).toContain("is full: free some space");
    database.close();
  });

  it.each([
    [522, "fails to read or write"],
    [261, "Another process has held"],
  ])("explains the finer code %d", (errcode, said) => {
    const cause = Object.assign(new Error("disk I/O error"), { errcode });
    expect(explained("/x.db", cause, "")).toMatchObject({ message: expect.stringContaining(said), errcode, cause });
  });

  it("is left alone where there is nothing to explain", () => {
    const path = join(directory, "x.db");
    const database = open(path);
    expect(() => database.exec("SELECT nonsense")).toThrow(/^no such column/);
    database.close();
    const other = new Error("something else");
    expect(explained(path, other, "")).toBe(other);
  });
});
