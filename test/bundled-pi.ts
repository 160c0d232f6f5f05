import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { madeOnce, root } from "./made-once.ts";

const PACKAGES = ["pi-coding-agent", "pi-agent-core", "pi-ai", "pi-tui"];
const PI = join(root, "node_modules/@earendil-works/pi-coding-agent");

/**
 * The packages of pi in a few pieces, by their names: about 900 files take a second of processor time to load, and nearly
 * every file of tests that opens a session loads them in a process of its own. Bundled in the way pi's own program is.
 */
export async function bundledPi(): Promise<Record<string, string>> {
  const from = [
    "test/bundled-pi.ts",
    "package-lock.json",
    ...PACKAGES.map((name) => `node_modules/@earendil-works/${name}/package.json`),
  ];
  const place = await madeOnce("pi", from, bundleInto);
  return Object.fromEntries(PACKAGES.map((name) => [`@earendil-works/${name}`, join(place, "dist", `${name}.mjs`)]));
}

async function bundleInto(directory: string): Promise<void> {
  // Beside its program, pi looks for its manifest, themes and pages.
  const dist = join(directory, "dist");
  mkdirSync(dist);
  cpSync(join(PI, "package.json"), join(directory, "package.json"));
  linkAll(PI, directory, ["package.json", "dist", "node_modules"]);
  linkAll(join(PI, "dist"), dist, ["bundle"]);
  // It makes pictures smaller in a thread, which begins beside whoever asks for it.
  symlinkSync(join(PI, "dist/utils/image-resize-worker.js"), join(dist, "image-resize-worker.js"));
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    logLevel: "error",
    define: { PI_BUNDLED_NODE: "true" },
    // The one that makes them smaller reads a file beside itself.
    ssr: { noExternal: true, external: ["@silvia-odwyer/photon-node"] },
    build: {
      ssr: true,
      outDir: dist,
      emptyOutDir: false,
      target: "node24",
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(PACKAGES.map((name) => [name, `@earendil-works/${name}`])),
        output: { format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "part-[name]-[hash].mjs" },
      },
    },
  });
}

function linkAll(from: string, to: string, except: readonly string[]): void {
  for (const name of readdirSync(from)) if (!except.includes(name)) symlinkSync(join(from, name), join(to, name));
}
