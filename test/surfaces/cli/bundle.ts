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
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * The command line in one piece, as it is published: it starts in half the time the sources need, and tests start it
 * hundreds of times. Made once for each state of the sources, beside the packages it needs.
 */
export async function bundledProgram(): Promise<string> {
  const places = join(root, "node_modules/.cache/countersign-tests");
  const place = join(places, `cli-${stateOfSources()}`);
  if (!existsSync(place)) {
    mkdirSync(places, { recursive: true });
    const made = mkdtempSync(join(places, "making-"));
    await bundleInto(made);
    moveTo(place, made);
    removeOld(places);
  }
  return join(place, "bin/countersign.js");
}

function stateOfSources(): string {
  const hash = createHash("sha256");
  for (const file of globSync(["src/**/*.ts", "bin/*", "package.json"], { cwd: root }).sort())
    hash.update(`${file}\0${readFileSync(join(root, file), "utf8")}\0`);
  return hash.digest("hex").slice(0, 16);
}

async function bundleInto(directory: string): Promise<void> {
  cpSync(join(root, "bin"), join(directory, "bin"), { recursive: true });
  cpSync(join(root, "package.json"), join(directory, "package.json"));
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: "src/surfaces/cli/main.ts",
      outDir: join(directory, "dist/cli"),
      target: "node24",
      minify: false,
      rolldownOptions: { output: { format: "cjs", entryFileNames: "main.cjs", chunkFileNames: "part-[name].cjs" } },
    },
  });
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
  for (const name of globSync(["cli-*", "making-*"], { cwd: places })) {
    const path = join(places, name);
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - day) rmSync(path, { recursive: true, force: true });
  }
}
