import { cpSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { madeOnce, root } from "../../made-once.ts";

/**
 * The command line in one piece, as it is published: it starts in half the time the sources need, and tests start it
 * hundreds of times.
 */
export async function bundledProgram(): Promise<string> {
  const place = await madeOnce("cli", ["src/**/*.ts", "bin/*", "package.json"], bundleInto);
  return join(place, "bin/countersign.js");
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
