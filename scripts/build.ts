// Builds the published package. The library stays as it is written, file by file, with its declarations; the command line
// is bundled on top, because Node takes about a millisecond to load each file and a command should start at once.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, root));

rmSync(path("dist"), { recursive: true, force: true });
compile();
if (process.exitCode === 0 && existsSync(path("src/surfaces/cli/main.ts"))) await bundle();

function compile(): void {
  const tsc = [path("node_modules/.bin/tsc"), "-p", path("tsconfig.build.json")];
  const { status, error } = spawnSync(process.execPath, tsc, { cwd: path("."), stdio: "inherit" });
  if (error) throw error;
  process.exitCode = status ?? 1;
}

/** Parts that are imported when needed stay apart, beside the entry; packages stay imports. */
async function bundle(): Promise<void> {
  const { build } = await import("vite");
  await build({
    root: path("."),
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: "src/surfaces/cli/main.ts",
      outDir: "dist/surfaces/cli",
      emptyOutDir: false,
      target: "node24",
      minify: false,
      rolldownOptions: { output: { entryFileNames: "main.js", chunkFileNames: "part-[name]-[hash].js" } },
    },
  });
}
