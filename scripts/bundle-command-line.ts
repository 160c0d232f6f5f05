import { build, type Plugin } from "vite";
import { lateParts, PART_NAMES, partsOf, plainAscii } from "./command-line-parts.ts";

/**
 * CommonJS, because an ES module that imports Node's own modules waits for all of their exports to be made, and because
 * `require` can wait until something is used. Packages stay imports, except the parser of shell lines: Node takes 12 ms
 * to require an ES module.
 */
export async function bundleCommandLine(root: string, directory: string, plugins: Plugin[] = []): Promise<void> {
  let parts: Map<string, string> | undefined;
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [...plugins, lateParts(), plainAscii()],
    ssr: { noExternal: ["unbash"] },
    build: {
      ssr: "src/surfaces/cli/main.ts",
      outDir: directory,
      target: "node22.19",
      minify: false,
      rolldownOptions: {
        output: {
          format: "cjs",
          entryFileNames: "main.cjs",
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
}
