import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type Cli, type CliOptions, prepareCli } from "./agent/bench/pi-cli.ts";
import type { Project } from "./agent/bench/project.ts";
import { root } from "./made-once.ts";
import { packedPackage, run } from "./packed.ts";
import { PI_DIRECTORY } from "./pi-under-test.ts";

/** The published package, installed into empty directories. */
export interface Installed {
  /** As `pi install` does it: without pi beside it. */
  alone: string;
  /** As npm does it: with the pi that it wants, and what a bot needs. */
  beside: string;
}

const PEERS = ["@earendil-works", "discord.js", "@dagrejs", "@resvg", "dejavu-fonts-ttf", "ws"];

/** Packing takes a while. */
export async function installPackage(scratch: string): Promise<Installed> {
  const { tarball } = await packedPackage();
  const quick = ["--legacy-peer-deps", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const [alone, beside] = [join(scratch, "alone"), join(scratch, "beside")];
  mkdirSync(alone);
  run(alone, "npm", "install", "--prefix", ".", ...quick, tarball);
  cpSync(alone, beside, { recursive: true, verbatimSymlinks: true });
  // pi is the one under test: to install it once more would take a minute and show nothing.
  for (const peer of PEERS) {
    const from = peer === "@earendil-works" ? PI_DIRECTORY : root;
    symlinkSync(join(from, "node_modules", peer), join(beside, "node_modules", peer));
  }
  const place = "node_modules/countersign";
  return { alone: join(alone, place), beside: join(beside, place) };
}

/** For pi's setting `npmCommand`: npm with its own settings and cache, as if the package had been published. */
export async function npmWithThePackage({ root: directory }: Project): Promise<string[]> {
  const { tarball } = await packedPackage();
  const program = join(directory, "npm.cjs");
  writeFileSync(
    program,
    `const args = process.argv.slice(2).map((arg) => (arg === "countersign" ? ${JSON.stringify(tarball)} : arg));
    const env = { ...process.env, HOME: ${JSON.stringify(process.env["HOME"])} };
    const quick = ["--ignore-scripts", "--prefer-offline"];
    process.exitCode = require("node:child_process").spawnSync("npm", [...args, ...quick], { env, stdio: "inherit" }).status;\n`,
  );
  return [process.execPath, program];
}

export interface Ran extends Cli {
  code: number | null;
  out: string;
  err: string;
  /** All that there is in the project. */
  made: string[];
  /** What the model was told last, and the tools it was given. */
  told: string;
  tools: string[];
}

/** Runs a program where a model is, with its Node first in `PATH`; `before` is done with it first. */
export async function ran(
  program: [string, ...string[]],
  args: string[],
  options: CliOptions = {},
  before?: (cli: Cli) => unknown,
): Promise<Ran> {
  const PATH = `${dirname(program[0])}:${process.env["PATH"]}`;
  const cli = await prepareCli({ ...options, program, args, env: { PATH, ...options.env } });
  await before?.(cli);
  const { code, out, err } = await finished(cli, cli.command);
  const { messages = [], tools = [] } = cli.server.requests.at(-1)?.body ?? {};
  return {
    ...cli,
    code,
    out,
    err,
    made: readdirSync(cli.project.cwd, { recursive: true, encoding: "utf8" }),
    told: JSON.stringify(messages),
    tools: tools.map((tool) => tool.function.name),
  };
}

export async function finished(cli: Cli, [program, ...args]: [string, ...string[]], input = "") {
  const child: ChildProcess = spawn(program, args, { cwd: cli.project.cwd, env: cli.env, stdio: "pipe" });
  const exited = once(child, "exit");
  child.stdin?.end(input);
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("It has no output.");
  const [out, err, [code]] = await Promise.all([text(stdout), text(stderr), exited]);
  return { code: code as number | null, out, err };
}
