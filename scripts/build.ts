// Builds the published package. The library and its test kit stay as written, file by file, with declarations; the command line
// and the extension of pi are bundled on top, because Node takes about a millisecond to load each file and both should
// start at once.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundleCommandLine } from "./bundle-command-line.ts";
import { bundleDemo, bundleWebDemo } from "./bundle-demo.ts";
import { bundleDiscord } from "./bundle-discord.ts";
import { bundleExtension } from "./bundle-extension.ts";
import { bundleWeb } from "./bundle-web.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });
compile();
if (process.exitCode === 0) {
  await bundleCommandLine(root, `${root}dist/cli`);
  await bundleExtension(root, `${root}dist/pi`);
  await bundleDemo(root, `${root}dist/pi`);
  await bundleDiscord(root, `${root}dist/discord`);
  await bundleWeb(root, `${root}dist/web`);
  await bundleWebDemo(root, `${root}dist/web`);
  // The bundles take the place of these. The bot is a door of the library too, and shares what it is made of with it.
  for (const surface of ["cli", "terminal", "web"])
    rmSync(`${root}dist/src/surfaces/${surface}`, { recursive: true, force: true });
}

function compile(): void {
  const tsc = [`${root}node_modules/.bin/tsc`, "-p", `${root}tsconfig.build.json`];
  const { status, error } = spawnSync(process.execPath, tsc, { cwd: root, stdio: "inherit" });
  if (error) throw error;
  process.exitCode = status ?? 1;
}
