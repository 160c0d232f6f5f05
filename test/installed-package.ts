import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type Cli, type CliOptions, prepareCli } from "./agent/bench/pi-cli.ts";
import { root } from "./made-once.ts";
import { packedPackage, run } from "./packed.ts";

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
  // pi is the one that is here: to install it once more would take a minute and show nothing.
  for (const peer of PEERS) symlinkSync(join(root, "node_modules", peer), join(beside, "node_modules", peer));
  const place = "node_modules/countersign";
  return { alone: join(alone, place), beside: join(beside, place) };
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
