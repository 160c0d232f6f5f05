import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createSynced, makeDirectory } from "./durable.ts";
import type { Home } from "./home.ts";
import { serversDirectory } from "./server-file.ts";
import { pathOutside } from "./tree/path-outside.ts";

/** As long as a code is valid. */
const KEPT_MS = 60_000;

/**
 * Opens an address that holds a code in the person's browser; false if there is none here. Other users, and agents, see
 * the words of every program, so the address is in a file that only this user can read.
 */
export function openInBrowser(home: Home, project: string, address: string): boolean {
  const [program, ...words] = opener(process.platform, process.env);
  if (program === undefined) return false;
  const file = join(openedDirectory(home), `open-${randomUUID()}.html`);
  createSynced(file, pageThatOpens(address), 0o600);
  const env = { ...process.env, PATH: pathOutside(project, process.env["PATH"]) };
  const child = spawn(program, [...words, pathToFileURL(file).href], { stdio: "ignore", detached: true, env });
  child.on("error", () => {});
  child.unref();
  return true;
}

/** Where such files are; those of codes that are over are removed. */
function openedDirectory(home: Home): string {
  const directory = serversDirectory(home);
  makeDirectory(directory, 0o700);
  for (const name of readdirSync(directory).filter((each) => /^open-.*\.html$/.test(each))) {
    const path = join(directory, name);
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Math.abs(Date.now() - made) > KEPT_MS) rmSync(path, { force: true });
  }
  return directory;
}

/** Without a display, `xdg-open` would start a browser for text on this terminal. */
function opener(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["explorer.exe"];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : [];
}

function pageThatOpens(address: string): string {
  const quoted = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<!doctype html><meta charset="utf-8"><title>Countersign</title>
<meta http-equiv="refresh" content="0; url=${quoted}"><a href="${quoted}" rel="noreferrer">Open the dashboard</a>\n`;
}
