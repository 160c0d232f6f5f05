import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
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
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** The package as it would be published. */
export interface Packed {
  tarball: string;
  files: string[];
}

/**
 * Packed from a copy, with its build: nothing that happens to lie in this directory counts, and nobody's build is
 * disturbed. Made once for each state of the sources; whoever comes while it is made waits for it.
 */
export async function packedPackage(): Promise<Packed> {
  const places = join(root, "node_modules/.cache/countersign-tests");
  mkdirSync(places, { recursive: true });
  const place = join(places, `pack-${stateOfPackage()}`);
  while (!existsSync(place)) {
    const making = `${place}.making`;
    if (!isFirst(making)) await gone(making);
    else if (!existsSync(place)) make(places, place, making);
    else rmSync(making, { recursive: true });
  }
  const files = JSON.parse(readFileSync(join(place, "files.json"), "utf8"));
  return { tarball: join(place, "package.tgz"), files };
}

function make(places: string, place: string, making: string): void {
  try {
    pack(making);
    renameSync(making, place);
    removeOld(places);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

function isFirst(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch {
    return false;
  }
}

/** Waits until it is not there any more. What somebody left who was killed is removed after some minutes. */
async function gone(directory: string): Promise<void> {
  const watcher = watch(dirname(directory));
  const late = setTimeout(() => rmSync(directory, { recursive: true, force: true }), 170_000);
  while (existsSync(directory)) await once(watcher, "change");
  clearTimeout(late);
  watcher.close();
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
  const parts = ["{src,testing,bin,scripts,skills,schema,docs}/**/*", "*.{json,md}", "LICENSE"];
  for (const file of globSync(parts, { cwd: root }).sort()) {
    if (statSync(join(root, file)).isFile()) hash.update(`${file}\0${readFileSync(join(root, file), "utf8")}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Those of earlier states; one of a moment ago may be somebody's who is still testing. */
function removeOld(places: string): void {
  const day = 24 * 60 * 60 * 1000;
  for (const name of globSync("pack-*", { cwd: places })) {
    const path = join(places, name);
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - day) rmSync(path, { recursive: true, force: true });
  }
}
