import { build } from "vite";

/** The scripted model of the demonstration in one file, beside the extension: pi compiles it and hands its packages to it. */
export async function bundleDemo(root: string, directory: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    build: {
      ssr: "src/surfaces/cli/demo/extension.ts",
      outDir: directory,
      emptyOutDir: false,
      target: "node22.19",
      minify: false,
      rolldownOptions: { external: [/^@earendil-works\//], output: { format: "es", entryFileNames: "demo.js" } },
    },
  });
}
