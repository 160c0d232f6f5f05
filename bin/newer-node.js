// What happens when the Node that started us is too old.
const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { constants } = require("node:os");
const { dirname, join } = require("node:path");

module.exports = { newerNode, tooOld };

/**
 * Runs `script` under the package `node` beside us, passing signals on; returns its exit code, or nothing if there is no
 * such package. The process is told that it was restarted: if its Node is too old as well, it must not do this again.
 */
function newerNode(script, args) {
  const node = nodeFromModules(script);
  if (node === undefined) return undefined;
  const env = { ...process.env, COUNTERSIGN_RESTARTED: "1" };
  const child = spawn(node, [script, ...args], { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on("error", (error) => {
      process.stderr.write(`countersign could not start ${node}: ${error.message}\n`);
      resolve(1);
    });
    child.on("exit", (code, signal) => resolve(code === null ? 128 + constants.signals[signal] : code));
  });
}

/** One line that says what is wrong and a command that works wherever the package is installed. */
function tooOld(needed, isCheckout, script, args) {
  const wrong = `countersign needs Node ${needed} or newer, and this is ${process.version} (${process.execPath}).`;
  if (isCheckout) return `${wrong} In its checkout npm ci installs one.\n`;
  const command = ["npx", "-y", "-p", "node@24", "node", script, ...args].map(quoted).join(" ");
  return `${wrong} Install one from https://nodejs.org, or for now: ${command}\n`;
}

function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

/**
 * Only our own dependencies are looked at: a project we are run in must not choose the binary that runs us. `require` would
 * also look where NODE_PATH says, and that may begin in the directory we are run in.
 */
function nodeFromModules(script) {
  for (let directory = dirname(script); ; directory = dirname(directory)) {
    const node = join(directory, "node_modules", "node", "bin", "node");
    if (existsSync(node)) return node;
    if (dirname(directory) === directory) return undefined;
  }
}
