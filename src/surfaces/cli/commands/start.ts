import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { stdin, stdout } from "node:process";
import { pathToFileURL } from "node:url";
import { INSTALL_PI, PI_PACKAGE } from "../../../agent/pi-version.ts";
import { type Reply, usage } from "../reply.ts";

/**
 * `countersign` without a command: pi with plan mode, in this directory, with the user's settings of pi. It runs the program
 * that `pi` starts: the library takes twice as long to load. Without a reply pi runs, and ends the process.
 */
export async function start(argv: readonly string[]): Promise<Reply | undefined> {
  if (argv.length === 0 && !(stdin.isTTY && stdout.isTTY)) return NO_TERMINAL;
  const { program } = findPi() ?? {};
  if (program === undefined) return NO_PI;
  const extension = ownFile("src/surfaces/terminal/pi-package.ts", "dist/pi/extension.js");
  process.argv.splice(1, process.argv.length, program, ...argumentsForPi(argv, extension));
  // For the extension in this process; child processes do not inherit it.
  Object.assign(globalThis, { [Symbol.for("countersign.command")]: true });
  await import(pathToFileURL(program).href);
  return undefined;
}

/** pi drops the word after an extension's flag as its value: moving `--plan` keeps the goal in `--plan "a goal"`. */
export function argumentsForPi(argv: readonly string[], extension: string): string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const isFlag = (word: string, at: number) => at < end && word === "--plan";
  const planning = argv.some(isFlag) ? ["--plan"] : [];
  return [...planning, "--extension", extension, ...argv.filter((word, at) => !isFlag(word, at))];
}

/** The program of pi, and its version. Searches only beside this package: the current project must not choose the program that runs. */
export function findPi(): { program: string; version: string } | undefined {
  try {
    const file = findPackageJSON(PI_PACKAGE, import.meta.url);
    if (file === undefined) return undefined;
    const { bin, version } = JSON.parse(readFileSync(file, "utf8"));
    return { program: join(dirname(file), bin.pi), version: String(version) };
  } catch {
    return undefined;
  }
}

/** A checkout has the sources and runs them; the published package has only the build. */
export function ownFile(source: string, built = source): string {
  const root = dirname(findPackageJSON("..", import.meta.url) ?? "");
  return join(root, existsSync(join(root, source)) ? source : built);
}

const NO_TERMINAL = usage(
  "Without a command countersign starts the terminal app, and there is no terminal here.",
  'Without a terminal: countersign -p "<prompt>". The commands: countersign help',
);

export const NO_PI: Reply = {
  ok: false,
  exit: 1,
  error: {
    kind: "no_pi",
    message: "The terminal app needs pi, and pi is not installed beside Countersign.",
    hint: `Install it (with -g if Countersign is installed globally): ${INSTALL_PI}`,
  },
};
