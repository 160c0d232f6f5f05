import { createHash } from "node:crypto";
import { build, type Plugin } from "vite";
import { lateParts, PART_NAMES, partsOf, plainAscii, wrapped } from "./command-line-parts.ts";

/** `part-main.cjs` and the other parts, and `main.cjs`, which loads them. */
export async function bundleCommandLine(root: string, directory: string, plugins: Plugin[] = []): Promise<void> {
  const state = await bundleParts(root, directory, plugins);
  await build({
    root,
    configFile: false,
    logLevel: "error",
    define: { BUILD: JSON.stringify(state) },
    build: {
      ssr: "src/surfaces/cli/bundled-main.ts",
      outDir: directory,
      emptyOutDir: false,
      target: "node22.19",
      minify: false,
      rolldownOptions: { output: { format: "cjs", entryFileNames: "main.cjs" } },
    },
  });
}

/**
 * Answers with a hash of all parts. CommonJS, because an ES module that imports Node's own modules waits for all of their
 * exports to be made, and because `require` can wait until something is used. Packages stay imports, except the parser of
 * shell lines: Node takes 12 ms to require an ES module.
 */
async function bundleParts(root: string, directory: string, plugins: Plugin[]): Promise<string> {
  const hash = createHash("sha256");
  let parts: Map<string, string> | undefined;
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [...plugins, lateParts(), plainAscii(), wrapped((code) => hash.update(code))],
    ssr: { noExternal: ["unbash"] },
    build: {
      ssr: "src/surfaces/cli/main.ts",
      outDir: directory,
      target: "node22.19",
      minify: false,
      rolldownOptions: {
        output: {
          format: "cjs",
          entryFileNames: "part-main.cjs",
          chunkFileNames: "part-[name].cjs",
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: PART_NAMES.map((part, index) => ({
              name: (id, modules) => {
                parts ??= partsOf(root, (module) => modules.getModuleInfo(module)?.importedIds ?? []);
                return parts.get(id) === part ? part : null;
              },
              priority: PART_NAMES.length - index,
            })),
          },
        },
      },
    },
  });
  return hash.digest("hex");
}
