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

/**
 * CommonJS, because an ES module that imports Node's own modules waits for all of their exports to be made. What every
 * command needs is one part; what reads and writes texts is another, loaded when there is a text, and so is what judges
 * calls. Packages stay imports.
 */
async function bundle(): Promise<void> {
  const { build } = await import("vite");
  const core = /src\/(?:lifecycle\/|desk\/(?!judge-call|situation|world)|plan\/(?:visible|wrap|quoted)\.)/;
  await build({
    root: path("."),
    configFile: false,
    logLevel: "error",
    build: {
      ssr: "src/surfaces/cli/main.ts",
      outDir: "dist/cli",
      target: "node24",
      minify: false,
      rolldownOptions: {
        output: {
          format: "cjs",
          entryFileNames: "main.cjs",
          chunkFileNames: "part-[name].cjs",
          codeSplitting: {
            groups: [
              { name: "core", test: core, priority: 3 },
              { name: "text", test: /src\/plan\//, priority: 2 },
              { name: "policy", test: /src\/(?:policy\/(?!intent)|desk\/)/, priority: 1 },
            ],
          },
        },
      },
    },
  });
  // The bundle takes the place of these.
  rmSync(path("dist/surfaces"), { recursive: true, force: true });
}
