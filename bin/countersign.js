#!/usr/bin/env node
// Starts Countersign with a Node that can run it. Plain CommonJS on purpose: any Node from 14 on reads it, and loading
// Node's own modules this way costs nothing, while an ES module that imports them pays several milliseconds.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const argv = process.argv.slice(2);
// A checkout has the sources and runs them, which takes Node 24; the published package has only the build.
const source = join(__dirname, "../src/surfaces/cli/main.ts");
const isCheckout = existsSync(source);
const needed = isCheckout ? "24.0" : "22.19";
// Set by newer-node.js for the process that it starts, and meant for that one alone.
const isRestarted = process.env.COUNTERSIGN_RESTARTED !== undefined;
delete process.env.COUNTERSIGN_RESTARTED;

if (argv[0] === "--version" || argv[0] === "-V") {
  process.stdout.write(`${require("../package.json").version}\n`);
} else if (isEnough(process.versions.node.split("."), needed.split("."))) {
  // Where Node would keep it by itself, other users can write.
  if (isCheckout) require("node:module").enableCompileCache(join(__dirname, "../node_modules/.cache/compiled"));
  const { main } = isCheckout ? require(source) : require("../dist/cli/main.cjs");
  main(argv).then((code) => {
    // None: the terminal app has taken over, and ends with its own.
    if (code === undefined) return;
    process.exitCode = code;
    // An extension of pi that a command loaded may have left a timer or a connection.
    setTimeout(() => process.exit(), 3000).unref();
  });
} else {
  const { newerNode, tooOld } = require("./newer-node.js");
  const going = isRestarted ? undefined : newerNode(__filename, argv);
  if (going === undefined) {
    process.stderr.write(tooOld(needed, isCheckout, __filename, argv));
    process.exitCode = 1;
  } else {
    going.then((code) => {
      process.exitCode = code;
    });
  }
}

function isEnough([major, minor], [neededMajor, neededMinor]) {
  return +major > +neededMajor || (+major === +neededMajor && +minor >= +neededMinor);
}
