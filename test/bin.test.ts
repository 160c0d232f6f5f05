import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LOWEST_NODE } from "../src/desk/node-version.ts";
import { nodeCheck } from "../src/surfaces/cli/examination.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "countersign-bin-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

/** Loaded first, it makes a Node say that it is 20. */
const OLD = `
  Object.defineProperty(process, "version", { value: "v20.20.2" });
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
`;

function run(node: string, script: string, args: string[], cwd = scratch, more: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...more };
  const { status, stdout, stderr } = spawnSync(node, [script, ...args], { cwd, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** A program that is a Node too old for us, and writes a line to the file `starts` each time. */
function makeOldNode(path: string): string {
  writeFileSync(`${path}.cjs`, OLD);
  const [starts, preload, node] = [join(scratch, "starts"), `${path}.cjs`, process.execPath];
  // Past twenty it has started itself again without end.
  const lines = [
    "#!/bin/sh",
    `echo started >> '${starts}'`,
    `test "$(wc -l < '${starts}')" -lt 20 || exit 99`,
    `exec '${node}' --require '${preload}' "$@"`,
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Starts the launcher in `directory` as an old Node would. */
function launch(directory: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv) {
  return run(makeOldNode(join(scratch, "old-node")), join(directory, "bin/countersign.js"), args, cwd, env);
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

/** A `node` package whose binary `make` writes. */
function plantNode(directory: string, make = tellsOfItself): void {
  const bin = join(directory, "node_modules/node/bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(directory, "node_modules/node/package.json"), '{ "name": "node", "version": "24.0.0" }');
  make(join(bin, "node"));
}

function tellsOfItself(path: string): void {
  writeFileSync(path, "#!/bin/sh\necho planted\n");
  chmodSync(path, 0o755);
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
      expect([status, stdout]).toEqual([7, `${process.version} plans a b\n`]);
    });

    it("without one says in one line what to do, and fails", () => {
      const script = join(install(join(scratch, "package")), "bin/countersign.js");
      const { status, stdout, stderr } = launch(join(scratch, "package"), ["show", "it's this"]);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toBe(
        `countersign needs Node 22.19 or newer, and this is v20.20.2 (${process.execPath}). ` +
          `Install one from https://nodejs.org, or for now: npx -y -p node@24 node ${script} show 'it'\\''s this'\n`,
      );
    });

    it("starts one that is too old as well once, and not again without end", () => {
      const directory = install(join(scratch, "package"));
      plantNode(directory, makeOldNode);
      const { status, stdout, stderr } = launch(directory, ["plans"]);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^countersign needs Node 22\.19 or newer.*\n$/);
      expect(readFileSync(join(scratch, "starts"), "utf8")).toBe("started\n".repeat(2));
    });

    it("lets commands that it starts find a newer one themselves", () => {
      const directory = install(join(scratch, "package"));
      symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
      const old = makeOldNode(join(scratch, "old-node"));
      writeFileSync(
        join(directory, "dist/cli/main.cjs"),
        `exports.main = async ([node]) => {
          if (!node) return 7;
          return require("node:child_process").spawnSync(node, [process.argv[1]]).status;
        };\n`,
      );
      expect(launch(directory, [old]).status).toBe(7);
    });

    it("in a checkout says what brings one", () => {
      const directory = install(join(scratch, "package"));
      mkdirSync(join(directory, "src/surfaces/cli"), { recursive: true });
      writeFileSync(join(directory, "src/surfaces/cli/main.ts"), "");
      const { status, stderr } = launch(directory, ["plans"]);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^countersign needs Node 24\.0 or newer, .* In its checkout npm ci installs one\.\n$/);
    });

    it("never runs a Node that lies in the project it is started in", () => {
      const project = join(scratch, "project");
      plantNode(project);
      const { status, stdout, stderr } = launch(install(join(scratch, "package")), ["plans"], project);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain("npx -y -p node@24");
      // The same planted Node would have run, had it been ours.
      plantNode(join(scratch, "package"));
      expect(launch(join(scratch, "package"), ["plans"], project).stdout).toBe("planted\n");
    });

    it.each(["node_modules", "../project/node_modules"])("nor one that NODE_PATH=%s leads to", (NODE_PATH) => {
      const project = join(scratch, "project");
      plantNode(project);
      const { status, stdout } = launch(install(join(scratch, "package")), ["plans"], project, { NODE_PATH });
      expect([status, stdout]).toEqual([1, ""]);
    });

    it("looks for one also where packages beside it are installed", () => {
      plantNode(scratch);
      const directory = install(join(scratch, "node_modules/countersign"));
      expect(launch(directory, ["plans"]).stdout).toBe("planted\n");
    });
  });
});

describe("the lowest Node", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const told = (file: string) => readFileSync(join(root, file), "utf8");

  it("is the same for npm, the launcher, the doctor and readers, and the one that pi needs", () => {
    expect(engines.node).toBe(`>=${LOWEST_NODE}.0`);
    const pi = JSON.parse(told("node_modules/@earendil-works/pi-coding-agent/package.json"));
    expect(engines.node).toBe(pi.engines.node);
    expect(told("bin/countersign.js")).toContain(`"${LOWEST_NODE}"`);
    for (const page of ["README.md", "docs/library.md"]) expect(told(page)).toContain(`Node ${LOWEST_NODE} or newer`);
  });

  it.each([
    ["20.20.2", "bad"],
    ["22.18.0", "bad"],
    ["22.19.0", "good"],
    ["24.0.0", "good"],
  ])("makes the doctor say of %s that it is %s", (version, result) => {
    expect(nodeCheck(version, "/usr/bin/node")).toMatchObject({
      result,
      what: expect.stringContaining(`Node ${version} (/usr/bin/node)`),
    });
  });
});
