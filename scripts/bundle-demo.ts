import { build } from "vite";

/** The scripted model of the demonstration in one file, beside the extension: pi compiles it and hands its packages to it. */
export function bundleDemo(root: string, directory: string): Promise<void> {
  return bundle(root, "src/surfaces/cli/demo/extension.ts", directory);
}

/** The program that runs the dashboard with the scripted model, beside the dashboard's server. */
export function bundleWebDemo(root: string, directory: string): Promise<void> {
  return bundle(root, "src/surfaces/cli/demo/dashboard.ts", directory);
}

async function bundle(root: string, entry: string, directory: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    build: {
      ssr: entry,
      outDir: directory,
      emptyOutDir: false,
      target: "node22.19",
      minify: false,
      rolldownOptions: { external: [/^@earendil-works\//], output: { format: "es", entryFileNames: "demo.js" } },
    },
  });
}
