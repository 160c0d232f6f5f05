import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "countersign-bin-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

/** A Node of this machine that is too old for us; where there is none, the launcher is told that it needs a newer one. */
const old = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((place) => !place.includes("node_modules"))
  .map((place) => join(place, "node"))
  .find((node) => {
    const found = /^v(\d+)\./.exec(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1];
    return found !== undefined && Number(found) >= 20 && Number(found) < 24;
  });

function run(node: string, script: string, args: string[], cwd = scratch) {
  const { status, stdout, stderr } = spawnSync(node, [script, ...args], { cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** Starts the launcher in `directory` as an old Node would. */
function launch(directory: string, args: string[], cwd?: string) {
  if (old !== undefined) return run(old, join(directory, "bin/countersign.js"), args, cwd);
  const script = join(directory, "launch.mjs");
  const call = `newerNode(24, ${JSON.stringify(join(directory, "bin/countersign.js"))}, process.argv.slice(2))`;
  writeFileSync(
    script,
    `import launcher from "./bin/newer-node.js";\nconst { newerNode } = launcher;\nprocess.exitCode = await ${call};\n`,
  );
  return run(process.execPath, script, args, cwd);
}

/** The launcher somewhere else, with a program that tells how it was started. */
function install(directory: string): string {
  mkdirSync(join(directory, "dist/cli"), { recursive: true });
  cpSync(join(root, "bin"), join(directory, "bin"), { recursive: true });
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  const program = "exports.main = async (argv) => { console.log(process.version, ...argv); return 7; };\n";
  writeFileSync(join(directory, "dist/cli/main.cjs"), program);
  return directory;
}

/** A `node` package whose binary gives itself away. */
function plantNode(directory: string): void {
  const bin = join(directory, "node_modules/node/bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(directory, "node_modules/node/package.json"), '{ "name": "node", "version": "24.0.0" }');
  writeFileSync(join(bin, "node"), "#!/bin/sh\necho planted\n");
  chmodSync(join(bin, "node"), 0o755);
}

describe("bin/countersign.js", () => {
  it("runs the sources of a checkout", () => {
    const { status, stdout } = run(process.execPath, join(root, "bin/countersign.js"), ["--version"]);
    expect([status, stdout.trim()]).toEqual([0, version]);
  });

  it("hands on arguments as they are, and the exit code back", () => {
    const directory = install(join(scratch, "package"));
    const args = ["plans", "--dir", "a b", "", "*"];
    const { status, stdout } = run(process.execPath, join(directory, "bin/countersign.js"), args);
    expect([status, stdout]).toEqual([7, `${process.version} plans --dir a b  *\n`]);
  });

  describe("under a Node that is too old", () => {
    it("goes on with the Node of its own dependencies", () => {
      const directory = install(join(scratch, "package"));
      symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
      const { status, stdout } = launch(directory, ["plans", "a b"]);
      expect([status, stdout]).toEqual([7, `${readNodeVersion()} plans a b\n`]);
    });

    it("without one says what to install, and fails", () => {
      const { status, stdout, stderr } = launch(install(join(scratch, "package")), ["plans"]);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain("countersign needs Node 24 or newer");
      expect(stderr).toContain("npm install --save-dev node@24");
    });

    it("never runs a Node that lies in the project it is started in", () => {
      const project = join(scratch, "project");
      plantNode(project);
      const { status, stdout, stderr } = launch(install(join(scratch, "package")), ["plans"], project);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain("npm install");
      // The same planted Node would have run, had it been ours.
      plantNode(join(scratch, "package"));
      expect(launch(join(scratch, "package"), ["plans"], project).stdout).toBe("planted\n");
    });
  });
});

function readNodeVersion(): string {
  return `v${JSON.parse(readFileSync(join(root, "node_modules/node/package.json"), "utf8")).version}`;
}
