#!/usr/bin/env node
// Starts Countersign with a Node that can run it. Plain JavaScript on purpose: any Node from 20 on can read this file.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  // A checkout has the sources and runs them; the published package has only the build.
  const source = here("../src/surfaces/cli/main.ts");
  const entry = existsSync(source) ? source : here("../dist/surfaces/cli/main.js");
  const { main } = await import(entry);
  process.exitCode = await main(process.argv.slice(2));
} else {
  const { newerNode } = await import("./newer-node.js");
  process.exitCode = await newerNode(NEEDED, here("./countersign.js"), process.argv.slice(2));
}
