import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const manifest = readJson("package.json");
const lock = readJson("package-lock.json");

function readJson(file: string) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

describe("the published package", () => {
  let scratch: string;
  let files: string[];

  // Packed from a copy, with its build: nothing that happens to lie in this directory counts, and nobody's build is disturbed.
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), "countersign-package-"));
    const source = join(scratch, "source");
    const apart = new Set(["node_modules", ".git", "dist", ".pi"].map((name) => join(root, name)));
    cpSync(root, source, { recursive: true, filter: (from) => !apart.has(from) });
    symlinkSync(join(root, "node_modules"), join(source, "node_modules"));
    run(source, "npm", "run", "build");
    const [packed] = JSON.parse(run(source, "npm", "pack", "--json", "--ignore-scripts"));
    files = packed.files.map(({ path }: { path: string }) => path);
    run(scratch, "tar", "-xzf", join(source, packed.filename));
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it("holds the program, its build, the schemas and what a reader needs", () => {
    expect(files).toEqual(
      expect.arrayContaining([
        "bin/countersign.js",
        "bin/newer-node.js",
        "dist/index.js",
        "dist/index.d.ts",
        "dist/testing.js",
        "dist/cli/main.cjs",
        "schema/plan.json",
        "schema/plans-config.json",
        "docs/configuration.md",
        "README.md",
        "LICENSE",
        "package.json",
      ]),
    );
  });

  it("holds no sources, tests, scripts or settings of ours", () => {
    const places = new Set(files.map((file) => file.split("/")[0]));
    const wanted = [
      "CHANGELOG.md",
      "GLOSSARY.md",
      "LICENSE",
      "README.md",
      "bin",
      "dist",
      "docs",
      "package.json",
      "schema",
    ];
    expect([...places].filter((place) => !wanted.includes(place ?? ""))).toEqual([]);
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\.|\.map$/.test(file))).toEqual([]);
  });

  it("has every file that its exports name", () => {
    const targets = JSON.stringify(manifest.exports).match(/(?<=")\.\/[^"]+\.[a-z]+(?=")/g) ?? [];
    expect(targets.length).toBeGreaterThanOrEqual(7);
    expect(targets.filter((target) => !files.includes(target.slice(2)))).toEqual([]);
  });

  it("starts from its build alone", () => {
    const installed = join(scratch, "package");
    symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
    expect(existsSync(join(installed, "src"))).toBe(false);
    expect(run(installed, process.execPath, "bin/countersign.js", "--version").trim()).toBe(manifest.version);
  });
});

describe("the dependencies", () => {
  const entries: [string, Record<string, unknown>][] = Object.entries(lock.packages);

  it("are pinned to exact versions", () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)),
    );
    expect(ranges).toEqual([]);
  });

  it("are those of the lock file", () => {
    for (const key of ["name", "version", "dependencies", "devDependencies", "peerDependencies", "bin", "engines"]) {
      expect(lock.packages[""][key], key).toEqual(manifest[key]);
    }
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  it("run nothing when they are installed, unless we develop", () => {
    const scripts = entries.filter(([, entry]) => entry.hasInstallScript && !entry.dev).map(([name]) => name);
    expect(scripts).toEqual([]);
    expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
  });

  it("are known by their hash, from whatever registry they come", () => {
    expect(entries.filter(([name, entry]) => name !== "" && !entry.integrity && !entry.inBundle)).toEqual([]);
    expect(entries.filter(([, entry]) => "resolved" in entry).map(([name]) => name)).toEqual([]);
  });
});
