import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { whileUnchanged } from "../../../src/desk/look-at-git/while-unchanged.ts";

const LATER = () => Date.now() + 60_000;
let root: string;
let made: number;
const at = (name: string) => join(root, name);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "countersign-unchanged-"));
  made = 0;
  mkdirSync(at("dir"));
  write("dir/file", "one");
  symlinkSync("dir", at("link"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Always with the same time of the last writing, as an attacker would set it. */
function write(name: string, text: string): void {
  writeFileSync(at(name), text);
  utimesSync(at(name), 1, 1);
}

function asker(now = LATER): (name?: string) => string {
  const look = whileUnchanged(
    2,
    (name, files) => {
      made += 1;
      const text = files.isOpen(at("dir")) ? files.read(at(name), 100)?.toString() : "shut";
      return `${text} ${files.lstat(at("other")) ? "and other" : "alone"} ${files.realpath(at("link")) === at("dir")}`;
    },
    now,
  );
  return (name = "link/file") => look(name);
}

describe("what was made of files", () => {
  it("is remembered as long as they stay", () => {
    const look = asker();
    expect([look(), look(), look()]).toEqual(Array(3).fill("one alone true"));
    expect(made).toBe(1);
  });

  it.each<[string, () => void, string]>([
    ["has other words", () => write("dir/file", "three"), "three alone true"],
    ["has as many other words and the old time", () => write("dir/file", "two"), "two alone true"],
    ["is gone", () => rmSync(at("dir/file")), "undefined alone true"],
    ["has a neighbour that was not there", () => write("other", ""), "one and other true"],
    [
      "was replaced",
      () => {
        write("new", "six");
        renameSync(at("new"), at("dir/file"));
      },
      "six alone true",
    ],
    [
      "is reached by another way",
      () => {
        mkdirSync(at("elsewhere"));
        write("elsewhere/file", "one");
        rmSync(at("link"));
        symlinkSync("elsewhere", at("link"));
      },
      "one alone false",
    ],
    [
      "is a link now",
      () => {
        renameSync(at("dir/file"), at("dir/real"));
        symlinkSync("real", at("dir/file"));
      },
      "one alone true",
    ],
  ])("is made anew when one %s", (_, change, expected) => {
    const look = asker();
    look();
    change();
    expect(look()).toBe(expected);
    expect(made).toBe(2);
  });

  it("is not given out when a way to it is gone", () => {
    const look = asker();
    look();
    rmSync(at("link"));
    expect(look).toThrow("ENOENT");
  });

  it("is made anew when a directory was shut", () => {
    const look = asker();
    look();
    chmodSync(at("dir"), 0o600);
    look();
    expect(made).toBe(2);
    chmodSync(at("dir"), 0o700);
  });

  it("is not remembered when one has only just changed: within one tick of the file system it could change again", () => {
    const look = asker(Date.now);
    look();
    look();
    expect(made).toBe(2);
  });

  it("is made once more when directories that had only just changed can answer for their missing files", () => {
    let now = Date.now();
    const look = whileUnchanged(
      2,
      (name, files) => {
        made += 1;
        return files.lstat(at(name)) !== undefined;
      },
      () => now,
    );
    expect([look("missing"), look("missing"), made]).toEqual([false, false, 1]);
    now += 60_000;
    expect([look("missing"), look("missing"), made]).toEqual([false, false, 2]);
    write("missing", "");
    expect(look("missing")).toBe(true);
  });

  it("is forgotten rather than kept without end", () => {
    const look = asker();
    for (const name of ["a", "b", "c", "a", "b", "c"]) look(name);
    expect(made).toBe(6);
  });
});
