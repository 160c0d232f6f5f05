import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { builtPage } from "../../scripts/bundle-web.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** A dashboard for coding agents in a browser. Its page is in `dist` of its package. */
const PEER = "@cloudcli-ai/cloudcli@1.37.3";

interface FirstLoad {
  name: string;
  bytes: number;
  /** Why it could not be measured. */
  because?: string;
}

/** What the page names in its HTML, and what that imports at once: scripts and styles, gzipped. */
export async function firstLoads(): Promise<FirstLoad[]> {
  const ours = { name: "countersign", bytes: sizeOf(await builtPage(root)) };
  if (process.env["PEERS"] === "off") return [ours];
  const place = mkdtempSync(join(tmpdir(), "countersign-bench-peer-"));
  try {
    const packed = spawnSync("npm", ["pack", "--silent", PEER], { cwd: place, encoding: "utf8", timeout: 120_000 });
    const tarball = packed.stdout?.trim().split("\n").at(-1) ?? "";
    if (packed.status !== 0) return [ours, { name: PEER, bytes: 0, because: "   npm could not fetch it" }];
    spawnSync("tar", ["-xzf", tarball], { cwd: place });
    return [ours, { name: PEER, bytes: sizeOf(join(place, "package/dist")) }];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function sizeOf(directory: string): number {
  const html = readFileSync(join(directory, "index.html"), "utf8");
  const files = new Set(
    [...html.matchAll(/(?:src|href)="\.?(\/[^"]*\.(?:js|css))"/g)].map(([, address = ""]) => address),
  );
  // A set may grow while it is iterated.
  for (const file of files) {
    if (!file.endsWith(".js")) continue;
    for (const [, name] of readFileSync(join(directory, file), "utf8").matchAll(
      /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
    ))
      files.add(`/assets/${name}`);
  }
  const all = ["/index.html", ...files].map((file) => join(directory, file)).filter((file) => existsSync(file));
  return all.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
}
