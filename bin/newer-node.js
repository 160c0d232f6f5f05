// Goes on with the Node from node_modules when the one that started us is too old.
const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");

module.exports = { newerNode };

/** Runs `script` under the `node` package, passing signals on; returns its exit code. */
async function newerNode(needed, script, args) {
  const node = nodeFromModules(script);
  if (node === undefined) {
    process.stderr.write(
      `countersign needs Node ${needed} or newer; this is ${process.version}.\n` +
        `Install it beside your project with:  npm install --save-dev node@${needed}\n`,
    );
    return 1;
  }
  const child = spawn(node, [script, ...args], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on("error", (error) => {
      process.stderr.write(`countersign could not start ${node}: ${error.message}\n`);
      resolve(1);
    });
    child.on("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}

/** Only our own dependencies are looked at: a project we are run in must not choose the binary that runs us. */
function nodeFromModules(script) {
  try {
    const node = join(dirname(createRequire(script).resolve("node/package.json")), "bin", "node");
    return existsSync(node) ? node : undefined;
  } catch {
    return undefined;
  }
}
