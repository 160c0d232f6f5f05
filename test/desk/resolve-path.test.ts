import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Files, resolvePath } from "../../src/desk/resolve-path.ts";
import { runs } from "../runs.ts";

let root: string;
const at = (...names: string[]) => join(root, ...names);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-path-")));
  mkdirSync(at("project", "src"), { recursive: true });
  mkdirSync(at("elsewhere", "deep"), { recursive: true });
  writeFileSync(at("project", "src", "a.ts"), "");
  symlinkSync("../elsewhere/deep", at("project", "link"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a path leads", () => {
  it.each([
    ["src/a.ts", "project/src/a.ts"],
    ["./src//./a.ts", "project/src/a.ts"],
    ["src/", "project/src"],
    ["", "project"],
    ["..", ""],
    ["new/file.ts", "project/new/file.ts"],
    ["new/../src/a.ts", "project/src/a.ts"],
    ["new/x/../../link/y", "elsewhere/deep/y"],
    ["src/a.ts/x", "project/src/a.ts/x"],
    ["link", "elsewhere/deep"],
    ["link/new.ts", "elsewhere/deep/new.ts"],
    ["~/x", "project/~/x"],
  ])("%j to %j", (path, expected) => {
    expect(resolvePath(path, at("project"))).toBe(expected === "" ? root : at(expected));
    if (path.startsWith("/")) return;
    expect(resolvePath(`${at("project")}/${path}`, "/")).toBe(expected === "" ? root : at(expected));
    expect(resolvePath(`//${at("project")}/${path}`, "/tmp")).toBe(expected === "" ? root : at(expected));
  });

  it("to the parent of what a link leads to, not to the parent of the link", () => {
    expect(resolvePath("link/../x", at("project"))).toBe(at("elsewhere", "x"));
    expect(resolvePath("../x", at("project", "link"))).toBe(at("elsewhere", "x"));
  });

  it("where a dangling link would create a file", () => {
    symlinkSync(at("project", ".git", "hooks", "pre-commit"), at("project", "notes.md"));
    expect(resolvePath("notes.md", at("project"))).toBe(at("project", ".git", "hooks", "pre-commit"));
    symlinkSync("notes.md", at("project", "other.md"));
    expect(resolvePath("other.md", at("project"))).toBe(at("project", ".git", "hooks", "pre-commit"));
    symlinkSync("link/../made", at("project", "through"));
    expect(resolvePath("through/x", at("project"))).toBe(at("elsewhere", "made", "x"));
  });

  it("nowhere when links make it endless work", () => {
    symlinkSync("src/../".repeat(300), at("project", "winding"));
    expect(() => resolvePath("winding/src/a.ts", at("project"))).toThrow("too many directories");
    expect(() => resolvePath("src/../".repeat(300), at("project"))).toThrow("too many directories");
    expect(resolvePath("src/../".repeat(20), at("project"))).toBe(at("project"));
  });

  it("never above the root", () => {
    expect(resolvePath("../../../../../../../../..", "/")).toBe("/");
    expect(resolvePath("/../etc", at("project"))).toBe("/etc");
    expect(resolvePath("/", at("project"))).toBe("/");
  });

  it("where the system says, whenever it exists", () => {
    symlinkSync("../project", at("elsewhere", "back"));
    symlinkSync("deep", at("elsewhere", "near"));
    const step = fc.constantFrom("..", ".", "", "project", "elsewhere", "src", "link", "deep", "back", "near", "a.ts");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 9 }), (steps) => {
        const path = `${root}/${steps.join("/")}`;
        let real: string;
        try {
          real = realpathSync.native(path);
        } catch {
          return;
        }
        expect(resolvePath(path, "/")).toBe(real);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("nobody can say where a path leads, so it is refused:", () => {
  it("links in a circle", () => {
    symlinkSync("b", at("a"));
    symlinkSync("a", at("b"));
    symlinkSync("self/x", at("self"));
    for (const path of ["a", "b/x", "self"]) expect(() => resolvePath(path, root)).toThrow("too many links");
  });

  it("a NUL character, a relative start, a path no system takes", () => {
    expect(() => resolvePath("a\0b", root)).toThrow("NUL");
    expect(() => resolvePath("a", "relative")).toThrow("absolute");
    expect(() => resolvePath("../x/".repeat(2_000), root)).toThrow("longer");
    expect(() => resolvePath("x".repeat(300), root)).toThrow("ENAMETOOLONG");
  });

  it.runIf(process.platform === "linux")("links that lead every process elsewhere, however they are reached", () => {
    symlinkSync("/proc/self/cwd", at("here"));
    for (const path of [
      "/proc/self/cwd/x",
      "/proc/self/root/etc",
      "/proc/thread-self/cwd",
      `/proc/${process.pid}/root`,
    ])
      expect(() => resolvePath(path, root)).toThrow("name the directory itself");
    expect(() => resolvePath("here/.pi/plans.json", root)).toThrow("name the directory itself");
    expect(() => resolvePath(`/proc/self/task/${process.pid}/root/etc`, root)).toThrow("name the directory itself");
    expect(() => resolvePath("/dev/stdin/../x", root)).toThrow("open file");
    expect(resolvePath("/proc/self/status", root)).toBe(`/proc/${process.pid}/status`);
  });
});

describe.runIf(process.platform === "linux")("an open file is", () => {
  it("itself for standard input and output", () => {
    for (const path of ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
      expect(resolvePath(path, root)).toBe("/dev/fd/0");
    expect(resolvePath("/dev/stdout", root)).toBe("/dev/fd/1");
  });

  it("the file behind it when it is one of ours", () => {
    const descriptor = openSync(at("project", "src", "a.ts"), "r");
    expect(resolvePath(`/dev/fd/${descriptor}`, root)).toBe(at("project", "src", "a.ts"));
    closeSync(descriptor);
  });
});

/** A file system that takes names for the same when only `same` of them is. */
function strange(entries: readonly string[], same: (name: string) => string): Files {
  const listing = (path: string) => entries.filter((entry) => same(entry) === same(path));
  return {
    look: (path) => {
      const [entry] = listing(path);
      return entry === undefined ? undefined : { isLink: false, identity: entry };
    },
    target: () => "",
    names: (directory) => {
      const inside = `${directory === "/" ? "" : directory}/`;
      return entries
        .filter((entry) => same(entry).startsWith(same(inside)) && !entry.slice(inside.length).includes("/"))
        .map((entry) => entry.slice(inside.length));
    },
  };
}

describe("a path is spelled as its directories spell it", () => {
  const entries = ["/Users", "/Users/ana", "/Users/ana/.git", "/Users/ana/.git/config", "/Users/ana/café"];
  const folding = (name: string) => name.normalize("NFC").toLowerCase();

  it("where case and the form of letters are ignored", () => {
    const files = strange(entries, folding);
    expect(resolvePath("/USERS/Ana/.GIT/Config", "/", files)).toBe("/Users/ana/.git/config");
    expect(resolvePath("/users/ana/cafe\u0301/New.md", "/", files)).toBe("/Users/ana/café/New.md");
    expect(resolvePath("/Users/ana/.git/config", "/", files)).toBe("/Users/ana/.git/config");
  });

  it("from a directory that no link leads to, too", () => {
    const files: Files = { ...strange(entries, folding), isStraight: () => true };
    expect(resolvePath(".GIT/Config", "/USERS/Ana", files)).toBe("/Users/ana/.git/config");
    expect(resolvePath("x", "/users/ana/cafe\u0301", files)).toBe("/Users/ana/café/x");
    expect(resolvePath("..", "/USERS/Ana", files)).toBe("/Users");
  });

  it("where only the form of letters is ignored", () => {
    const files = strange(entries, (name) => name.normalize("NFD"));
    expect(resolvePath("/Users/ana/cafe\u0301", "/", files)).toBe("/Users/ana/café");
    expect(resolvePath("/Users/ana/.GIT/config", "/", files)).toBe("/Users/ana/.GIT/config");
  });

  it("where neither is, and two names differ in case only", () => {
    const files = strange(["/a", "/A", "/a/x", "/A/x"], (name) => name);
    expect([resolvePath("/a/x", "/", files), resolvePath("/A/X", "/", files)]).toEqual(["/a/x", "/A/X"]);
  });

  it("or not at all, when the directory takes a name for one we cannot find", () => {
    const files = strange(["/straße"], (name) => name.replace("ß", "#").replace("zz", "#"));
    expect(() => resolvePath("/strazze", "/", { ...files, look: () => ({ isLink: false, identity: "1" }) })).toThrow(
      "spelled otherwise",
    );
  });
});
