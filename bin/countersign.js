#!/usr/bin/env node
// Starts Countersign with a Node that can run it. Plain CommonJS on purpose: any Node from 20 on reads it, and loading
// Node's own modules this way costs nothing, while an ES module that imports them pays several milliseconds.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const NEEDED = 24;
const argv = process.argv.slice(2);

if (argv[0] === "--version" || argv[0] === "-V") {
  process.stdout.write(`${require("../package.json").version}\n`);
} else if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  require("node:module").enableCompileCache();
  // A checkout has the sources and runs them; the published package has only the build.
  const source = join(__dirname, "../src/surfaces/cli/main.ts");
  const { main } = existsSync(source) ? require(source) : require("../dist/cli/main.cjs");
  main(argv).then((code) => {
    // None: the terminal app has taken over, and ends with its own.
    if (code !== undefined) process.exitCode = code;
  });
} else {
  const { newerNode } = require("./newer-node.js");
  newerNode(NEEDED, __filename, argv).then((code) => {
    process.exitCode = code;
  });
}
