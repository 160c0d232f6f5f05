import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { matchesFiles } from "../../src/desk/matches-files.ts";
import { PrivateDirectory } from "../../src/sandbox/private-directory.ts";
import { LIMITS_OF_COMMAND, privateLayout } from "../../src/sandbox/private-layout.ts";
import { stepFiles } from "../../src/sandbox/step-files.ts";

// As a command in its sandbox would, and as other processes do at the same time. Linux has the paths that it needs.
describe.skipIf(process.platform !== "linux")("merging a private directory back", () => {
  let root: string;
  let project: string;
  const at = (name: string) => join(project, name);
  const read = (name: string) => readFileSync(join(root, name), "utf8");

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-merge-")));
    project = join(root, "project");
    for (const name of ["project/out/deep", "outside", "scratch"]) mkdirSync(join(root, name), { recursive: true });
    for (const name of ["project/out/a", "project/out/b", "project/out/deep/a", "outside/a"])
      writeFileSync(join(root, name), "old\n");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function made(...globs: string[]): PrivateDirectory {
    const files = stepFiles(globs, matchesFiles, [".pi", ".git"]);
    const layout = privateLayout(at("out"), { project, files }, LIMITS_OF_COMMAND);
    if (layout === undefined) throw new Error("All of it is the step's.");
    return new PrivateDirectory(layout, join(root, "scratch"));
  }

  /** As the command writes: a new file, renamed over the old one. */
  function replace({ source }: PrivateDirectory, name: string, text = "new\n"): void {
    mkdirSync(join(source, name, ".."), { recursive: true });
    writeFileSync(join(source, `${name}~`), text);
    renameSync(join(source, `${name}~`), join(source, name));
  }

  it("does nothing through a link that took the place of the directory since", () => {
    const mine = made("out/a", "out/new/**", "out/deep/*");
    for (const name of ["a", "new/a", "deep/a"]) replace(mine, name);
    mkdirSync(join(root, "outside/deep"));
    writeFileSync(join(root, "outside/deep/a"), "old\n");
    renameSync(at("out"), at("moved"));
    symlinkSync("../outside", at("out"));
    expect(mine.release().map((path) => path.slice(project.length + 1))).toEqual(
      expect.arrayContaining(["out/a", "out/new/a", "out/deep/a"]),
    );
    expect(readdirSync(join(root, "outside"))).toEqual(["a", "deep"]);
    expect(["outside/a", "outside/deep/a", "project/moved/a"].map(read)).toEqual(["old\n", "old\n", "old\n"]);
  });

  it("does nothing through a link in the place of a directory below, an old or a new one", () => {
    const mine = made("out/new/**", "out/deep/*");
    for (const name of ["new/a", "new/b", "deep/a"]) replace(mine, name);
    rmSync(at("out/deep"), { recursive: true });
    symlinkSync("../../outside", at("out/deep"));
    symlinkSync("../../outside", at("out/new"));
    expect(mine.release().length).toBe(3);
    expect([readdirSync(join(root, "outside")), read("outside/a")]).toEqual([["a"], "old\n"]);
  });

  it("merges no file that a process outside has put there under a name of its own", () => {
    const mine = made("out/a");
    linkSync(join(root, "outside/a"), join(mine.source, "c"));
    expect(mine.release()).toEqual([at("out/c")]);
    expect(existsSync(at("out/c"))).toBe(false);
  });

  it("deletes a file only if it is still the one that the command saw", () => {
    const mine = made("out/a", "out/deep/a");
    rmSync(join(mine.source, "a"));
    rmSync(join(mine.source, "deep"), { recursive: true });
    writeFileSync(at("out/new"), "a person's\n");
    renameSync(at("out/new"), at("out/a"));
    expect(mine.release()).toEqual([]);
    expect(read("project/out/a")).toBe("a person's\n");
    expect(existsSync(at("out/deep"))).toBe(false);
  });

  it("never replaces a directory by a file, nor a file by a directory", () => {
    const mine = made("out/x*", "out/x*/*");
    replace(mine, "x1");
    replace(mine, "x2/a");
    mkdirSync(at("out/x1"));
    writeFileSync(at("out/x2"), "a person's\n");
    expect(mine.release()).toEqual([at("out/x1"), at("out/x2/a")]);
    expect([readdirSync(at("out/x1")), read("project/out/x2")]).toEqual([[], "a person's\n"]);
  });

  it("keeps no link that takes the place of a file or leads out of the project", () => {
    const mine = made("out/*", "!out/b", "!out/deep/**");
    const targets = { a: "b", c: "../../outside/a", d: "/etc/passwd", e: "b", f: "../..", g: "missing", h: "c" };
    rmSync(join(mine.source, "a"));
    for (const [name, target] of Object.entries(targets)) symlinkSync(target, join(mine.source, name));
    const unkept = mine.release().map((path) => path.slice(at("out/").length));
    expect(unkept.sort()).toEqual(["a", "c", "d", "f"]);
    expect(readdirSync(at("out")).sort()).toEqual(["a", "b", "deep", "e", "g", "h"]);
    expect(read("project/out/a")).toBe("old\n");
  });

  it("keeps no link whose way turns back at a name, which may be or become a link", () => {
    const mine = made("out/*", "!out/b", "!out/deep/**");
    const targets = { up: "..", x: "up/../../outside/a", y: "missing/../../project/file", z: ".././out//b" };
    for (const [name, target] of Object.entries(targets)) symlinkSync(target, join(mine.source, name));
    expect(mine.release().sort()).toEqual([at("out/x"), at("out/y")]);
    expect(readdirSync(at("out")).sort()).toEqual(["a", "b", "deep", "up", "z"]);
  });

  it("leaves what a person has put in the place of a file, and tells what the command wrote there", () => {
    const mine = made("out/*", "!out/b", "!out/deep/**");
    for (const name of ["a", "new"]) replace(mine, name);
    for (const name of ["a", "new"]) {
      writeFileSync(at("out/person"), "a person's\n");
      renameSync(at("out/person"), at(`out/${name}`));
    }
    expect(mine.release()).toEqual([at("out/a"), at("out/new")]);
    expect(["project/out/a", "project/out/new"].map(read)).toEqual(["a person's\n", "a person's\n"]);
  });

  it("tells of a file that the command wrote into after a person had replaced it", () => {
    const mine = made("out/a", "out/deep/a");
    for (const name of ["a", "deep/a"]) {
      writeFileSync(at("out/person"), "a person's\n");
      renameSync(at("out/person"), at(`out/${name}`));
    }
    utimesSync(join(mine.source, "a"), 1, 1);
    writeFileSync(join(mine.source, "a"), "lost\n");
    expect(mine.release()).toEqual([at("out/a")]);
    expect(["project/out/a", "project/out/deep/a"].map(read)).toEqual(["a person's\n", "a person's\n"]);
  });

  it("deletes no file that the command moved to where it is not kept", () => {
    const mine = made("out/a", "out/a2", "out/deep/a");
    renameSync(join(mine.source, "a"), join(mine.source, "c"));
    renameSync(join(mine.source, "deep/a"), join(mine.source, "a2"));
    expect(mine.release()).toEqual([at("out/c")]);
    expect([read("project/out/a"), read("project/out/a2"), readdirSync(at("out/deep"))]).toEqual([
      "old\n",
      "old\n",
      [],
    ]);
  });

  it("deletes no file that the command moved into a directory that is not kept", () => {
    const mine = made("out/a", "out/deep/a");
    mkdirSync(join(mine.source, "other/inner"), { recursive: true });
    renameSync(join(mine.source, "a"), join(mine.source, "other/inner/a"));
    rmSync(join(mine.source, "deep/a"));
    expect(mine.release()).toEqual([at("out/other/")]);
    expect([read("project/out/a"), readdirSync(at("out/deep"))]).toEqual(["old\n", []]);
  });

  it("leaves nothing behind, also of directories that may not be read", () => {
    const mine = made("out/a");
    mkdirSync(join(mine.source, "closed/inner"), { recursive: true });
    mkdirSync(join(mine.source, "closed/dark"), { mode: 0 });
    mine.release();
    expect(readdirSync(join(root, "scratch"))).toEqual([]);
  });
});
