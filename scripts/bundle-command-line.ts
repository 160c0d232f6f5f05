import { build } from "vite";

/**
 * CommonJS, because an ES module that imports Node's own modules waits for all of their exports to be made. What every
 * command needs is one part; what reads and writes texts is another, loaded when there is a text, and so is what judges
 * calls. Packages stay imports.
 */
export async function bundleCommandLine(root: string, directory: string): Promise<void> {
  const core = /src\/(?:lifecycle\/|desk\/(?!judge-call|situation|world)|plan\/(?:visible|wrap|quoted)\.)/;
  await build({
    root,
    configFile: false,
    logLevel: "error",
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
}
