import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TESTED_PI } from "../src/agent/pi-version.ts";
import { packedPackage, run } from "./packed.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const manifest = readJson("package.json");
const lock = readJson("package-lock.json");

function readJson(file: string) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

describe("the published package", () => {
  let scratch: string;
  let files: string[];

  // Packing takes a while.
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), "countersign-package-"));
    const packed = await packedPackage();
    files = packed.files;
    run(scratch, "tar", "-xzf", packed.tarball);
  }, 180_000);
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it("holds the program, its build, the schemas and what a reader needs", () => {
    expect(files).toEqual(
      expect.arrayContaining([
        "bin/countersign.js",
        "bin/newer-node.js",
        "dist/src/index.js",
        "dist/src/index.d.ts",
        "dist/src/discord.js",
        "dist/src/discord.d.ts",
        "dist/testing/index.js",
        "dist/cli/main.cjs",
        "dist/cli/part-main.cjs",
        "dist/pi/extension.js",
        "dist/pi/demo.js",
        "dist/discord/main.js",
        "dist/discord/draw-in-worker.js",
        "dist/web/demo.js",
        "dist/web/main.js",
        "dist/web/page/index.html",
        "dist/web/page/manifest.webmanifest",
        "skills/plan-first/SKILL.md",
        "schema/plan.json",
        "schema/plans-config.json",
        "schema/discord-config.json",
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
      "skills",
    ];
    expect([...places].filter((place) => !wanted.includes(place ?? ""))).toEqual([]);
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\.|\.map$/.test(file))).toEqual([]);
  });

  it("has every file that its exports name", () => {
    const targets = JSON.stringify(manifest.exports).match(/(?<=")\.\/[^"]+\.[a-z]+(?=")/g) ?? [];
    expect(targets.length).toBeGreaterThanOrEqual(7);
    expect(targets.filter((target) => !files.includes(target.slice(2)))).toEqual([]);
  });

  it("has every file that pi is told to load", () => {
    const { extensions, skills } = manifest.pi;
    expect(extensions.filter((file: string) => !files.includes(file.slice(2)))).toEqual([]);
    expect(skills).toEqual(["./skills"]);
  });

  it("brings nothing of pi: its extension gets from pi what it needs", () => {
    expect(Object.keys(manifest.dependencies).filter((name) => name.startsWith("@earendil-works/"))).toEqual([]);
    const parts = files.filter((file) => file.startsWith("dist/pi/parts/") && file.endsWith(".js"));
    expect(parts.length).toBeGreaterThan(10);
    const imports = parts.filter((file) =>
      /(?:from|import\()\s*"@earendil-works\//.test(readFileSync(join(scratch, "package", file), "utf8")),
    );
    expect(imports).toEqual([]);
  });

  it("starts from its build alone", () => {
    const installed = join(scratch, "package");
    symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
    expect(existsSync(join(installed, "src"))).toBe(false);
    expect(run(installed, process.execPath, "bin/countersign.js", "--version").trim()).toBe(manifest.version);
    const program = 'import { startBot } from "countersign/discord"; console.log(typeof startBot);';
    expect(run(installed, process.execPath, "--input-type=module", "--eval", program).trim()).toBe("function");
    const kit = 'import { startDiscord } from "countersign/testing"; console.log(typeof startDiscord);';
    expect(run(installed, process.execPath, "--input-type=module", "--eval", kit).trim()).toBe("function");
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

  it("are of the pi that we test with, and of those that fit it", () => {
    const { typebox, ...peers } = manifest.peerDependencies;
    // Only types: pi has it for extensions, wants any version of it to do, and warns of a package that brings its own.
    expect(typebox).toBe("*");
    for (const [name, range] of Object.entries(peers)) {
      const own = manifest.devDependencies[name];
      expect(range, name).toBe(manifest.peerDependenciesMeta[name]?.optional ? `^${own}` : `>=${own} <2`);
    }
    expect(TESTED_PI[0]).toBe(manifest.devDependencies["@earendil-works/pi-coding-agent"]);
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
