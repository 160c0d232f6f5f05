import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { madeOnce, root } from "./made-once.ts";

/**
 * A program of the tests in one piece: it starts in a quarter of the processor time that the sources need, for those that
 * are started a hundred times.
 */
export async function bundledProcess(file: URL): Promise<string> {
  const path = fileURLToPath(file);
  const name = basename(path, ".process.ts");
  const place = await madeOnce(`process-${name}`, ["src/**/*.ts", "test/**/*.ts", "package.json"], (outDir) =>
    bundle(path, outDir),
  );
  return join(place, "main.mjs");
}

async function bundle(program: string, outDir: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: program,
      outDir,
      target: "node24",
      minify: false,
      rolldownOptions: { output: { format: "esm", entryFileNames: "main.mjs", codeSplitting: false } },
    },
  });
}
