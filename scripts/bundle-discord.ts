import { build } from "vite";

/** The bot, loaded by the command line when it is asked for. pi, the client of Discord and all other packages stay imports. */
export async function bundleDiscord(root: string, directory: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: "src/surfaces/discord/main.ts",
      outDir: directory,
      target: "node24",
      minify: false,
      rolldownOptions: {
        external: [
          /^@earendil-works\//,
          /^(?:discord\.js|@dagrejs\/dagre|@resvg\/resvg-wasm|dejavu-fonts-ttf)(?:\/|$)/,
        ],
        output: { format: "es", entryFileNames: "main.js", chunkFileNames: "part-[name].js" },
      },
    },
  });
}
