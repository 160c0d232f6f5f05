import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const PAGE = "src/surfaces/web/page";
const SERVER = "src/surfaces/web/main.ts";
/** Everything that the page is made of. */
const SOURCES = ["src/surfaces/web/{page,api}/**", "src/{plan,policy,lifecycle,picture}/**", "scripts/bundle-web.ts"];

/** The dashboard: its page as static files, and its server with Hono inside. pi and all other packages stay imports. */
export async function bundleWeb(root: string, directory: string): Promise<void> {
  await buildPage(root, join(directory, "page"));
  if (existsSync(join(root, SERVER))) await bundleServer(root, directory);
}

/** The directory of the built page. In a checkout the page is built if it is missing or older than its sources. */
export async function builtPage(root: string): Promise<string> {
  const directory = join(root, "dist/web/page");
  if (isCurrent(root, directory)) return directory;
  mkdirSync(join(root, "dist/web"), { recursive: true });
  const built = mkdtempSync(`${directory}-`);
  await buildPage(root, built);
  // Another process may have put its own there in between; both are of the same sources.
  for (const attempt of [1, 2, 3]) {
    const old = `${built}-old-${attempt}`;
    if (existsSync(directory)) renameSync(directory, old);
    try {
      renameSync(built, directory);
      rmSync(old, { recursive: true, force: true });
      return directory;
    } catch {
      rmSync(old, { recursive: true, force: true });
    }
  }
  throw new Error(`Other processes keep writing ${directory}. End them and try again.`);
}

function isCurrent(root: string, directory: string): boolean {
  const index = join(directory, "index.html");
  if (!existsSync(index)) return false;
  const built = statSync(index).mtimeMs;
  return globSync(SOURCES, { cwd: root }).every((file) => statSync(join(root, file)).mtimeMs <= built);
}

async function buildPage(root: string, directory: string): Promise<void> {
  await build({
    root: join(root, PAGE),
    configFile: false,
    logLevel: "error",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    worker: { format: "es" },
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: "es2023",
      assetsDir: "assets",
      // The page is served with a policy that allows no script or style inside it.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
}

async function bundleServer(root: string, directory: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: ["hono", "@hono/node-server", "typebox"] },
    build: {
      ssr: SERVER,
      outDir: directory,
      emptyOutDir: false,
      target: "node22.19",
      minify: false,
      rolldownOptions: {
        external: [/^@earendil-works\//, /^(?:@dagrejs\/dagre|@resvg\/resvg-wasm|dejavu-fonts-ttf)(?:\/|$)/],
        output: { format: "es", entryFileNames: "main.js", chunkFileNames: "part-[name].js" },
      },
    },
  });
}
