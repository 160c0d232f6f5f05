import { build } from "vite";

/**
 * The bot, loaded by the command line when it is asked for, and the thread that draws its pictures. pi, the client of Discord and all other packages stay imports.
 */
export async function bundleDiscord(root: string, directory: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: true,
      outDir: directory,
      target: "node22.19",
      minify: false,
      rolldownOptions: {
        external: [
          /^@earendil-works\//,
          /^(?:discord\.js|@dagrejs\/dagre|@resvg\/resvg-wasm|dejavu-fonts-ttf)(?:\/|$)/,
        ],
        input: {
          main: "src/surfaces/discord/main.ts",
          "draw-in-worker": "src/surfaces/discord/picture/draw-in-worker.ts",
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "part-[name].js" },
      },
    },
  });
}
