import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** The package as it would be published. */
export interface Packed {
  tarball: string;
  files: string[];
}

/**
 * Packed from a copy, with its build: nothing that happens to lie in this directory counts, and nobody's build is
 * disturbed. Made once for each state of the sources.
 */
export function packedPackage(): Packed {
  const places = join(root, "node_modules/.cache/countersign-tests");
  const place = join(places, `pack-${stateOfPackage()}`);
  if (!existsSync(place)) {
    mkdirSync(places, { recursive: true });
    const made = mkdtempSync(join(places, "packing-"));
    pack(made);
    moveTo(place, made);
    removeOld(places);
  }
  const files = JSON.parse(readFileSync(join(place, "files.json"), "utf8"));
  return { tarball: join(place, "package.tgz"), files };
}

/** Runs a program; what it prints. */
export function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

function pack(directory: string): void {
  const scratch = mkdtempSync(join(tmpdir(), "countersign-pack-"));
  try {
    const source = join(scratch, "source");
    const apart = new Set(["node_modules", ".git", "dist", ".pi"].map((name) => join(root, name)));
    cpSync(root, source, { recursive: true, filter: (from) => !apart.has(from) });
    symlinkSync(join(root, "node_modules"), join(source, "node_modules"));
    run(source, "npm", "run", "build");
    const [packed] = JSON.parse(run(source, "npm", "pack", "--json", "--ignore-scripts"));
    cpSync(join(source, packed.filename), join(directory, "package.tgz"));
    const files = packed.files.map(({ path }: { path: string }) => path);
    writeFileSync(join(directory, "files.json"), JSON.stringify(files));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function stateOfPackage(): string {
  const hash = createHash("sha256");
  const parts = ["{src,bin,scripts,skills,schema,docs}/**/*", "*.{json,md}", "LICENSE"];
  for (const file of globSync(parts, { cwd: root }).sort()) {
    if (statSync(join(root, file)).isFile()) hash.update(`${file}\0${readFileSync(join(root, file), "utf8")}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Others may have made the same at the same time: one of them stays. */
function moveTo(place: string, made: string): void {
  try {
    renameSync(made, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(made, { recursive: true });
  }
}

/** Those of earlier states; one of a moment ago may be somebody's who is still testing. */
function removeOld(places: string): void {
  const day = 24 * 60 * 60 * 1000;
  for (const name of globSync(["pack-*", "packing-*"], { cwd: places })) {
    const path = join(places, name);
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - day) rmSync(path, { recursive: true, force: true });
  }
}
