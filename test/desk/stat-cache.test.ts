import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { StatCache } from "../../src/desk/stat-cache.ts";
import { afterTest } from "../agent/bench/after-test.ts";

let root: string;
let path: string;
let looks: number;
let untouched: StatCache<number>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "countersign-untouched-"));
  afterTest(() => rmSync(root, { recursive: true, force: true }));
  path = join(root, "file");
  writeFileSync(path, "one");
  looks = 0;
  untouched = new StatCache();
});

const look = () => untouched.find(path, () => ++looks);

/** As if so much time had passed since the file was changed. */
function later(milliseconds: number): void {
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + milliseconds);
  afterTest(() => vi.restoreAllMocks());
}

describe("what was found at a place", () => {
  it("is kept as long as it looks untouched", () => {
    later(10_000);
    expect([look(), look(), look()]).toEqual([1, 1, 1]);
  });

  it("is looked at again while another change could look the same, for two ticks of the slowest clock", () => {
    for (const [milliseconds, found] of [
      [0, [1, 2]],
      [20, [3, 4]],
      [30, [5, 5]],
    ] as const) {
      const { ctimeMs } = statSync(path);
      vi.spyOn(Date, "now").mockReturnValue(ctimeMs + milliseconds);
      expect([look(), look()]).toEqual(found);
    }
    vi.restoreAllMocks();
  });

  it("is looked at again after another text of the same length, even if its time was set back", () => {
    later(10_000);
    const { atime, mtime } = statSync(path);
    look();
    writeFileSync(path, "two");
    utimesSync(path, atime, mtime);
    expect(look()).toBe(2);
  });

  it("is looked at again after another file took its place, and after it is gone", () => {
    later(10_000);
    look();
    writeFileSync(join(root, "other"), "one");
    renameSync(join(root, "other"), path);
    expect(look()).toBe(2);
    rmSync(path);
    expect([look(), look()]).toEqual([3, 4]);
  });

  it("is looked at again after something came into a directory, or went", () => {
    const directory = join(root, "directory");
    mkdirSync(directory);
    later(10_000);
    const lookIn = () => untouched.find(directory, () => ++looks);
    expect([lookIn(), lookIn()]).toEqual([1, 1]);
    mkdirSync(join(directory, "new"));
    expect(lookIn()).toBe(2);
    rmSync(join(directory, "new"), { recursive: true });
    expect(lookIn()).toBe(3);
  });

  it("is never kept of a link, which does not change with what it leads to", () => {
    const link = join(root, "link");
    symlinkSync(path, link);
    later(10_000);
    const lookAt = () => untouched.find(link, () => ++looks);
    expect([lookAt(), lookAt()]).toEqual([1, 2]);
  });

  it("is not kept if it changed while it was looked at", () => {
    later(10_000);
    const first = untouched.find(path, () => {
      writeFileSync(path, "three");
      return ++looks;
    });
    expect([first, look()]).toEqual([1, 2]);
  });

  it("is not kept if it does not last", () => {
    later(10_000);
    const fleeting = () =>
      untouched.find(
        path,
        () => ++looks,
        (found) => found > 1,
      );
    expect([fleeting(), fleeting(), fleeting()]).toEqual([1, 2, 2]);
  });
});
