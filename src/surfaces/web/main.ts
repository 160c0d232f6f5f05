import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { Desk } from "../../desk/desk.ts";
import { findHome } from "../../desk/home.ts";
import { openInBrowser } from "../../desk/open-in-browser.ts";
import { type DeskRefusal, type Outcome, yes } from "../../desk/outcome.ts";
import { serveProject } from "../../desk/served-projects.ts";
import { type RunningServer, runningServers } from "../../desk/server-file.ts";
import { createSignInCode } from "../../desk/sign-in-codes.ts";
import { defined } from "../../plan/defined.ts";
import { cannotListen } from "./cannot-listen.ts";
import { DashboardServer, type DashboardServerOptions } from "./dashboard-server.ts";
import { listenOptions, type ServeFlags } from "./listen-options.ts";
import { pageDirectory } from "./page-directory.ts";
import { untilSignal } from "./until-signal.ts";

export interface ServeOptions extends ServeFlags {
  /** Any directory of each project; at least one. */
  directories: readonly string[];
  /** Open the browser. */
  open: boolean;
  json: boolean;
  env: NodeJS.ProcessEnv;
  /** A person is at the terminal: only they get an address with a code. */
  isTerminal: boolean;
  print(text: string): void;
  /** Progress. */
  tell(text: string): void;
  /** The user's own models, keys and settings of pi by default. */
  pi?: DashboardServerOptions["pi"];
}

/** `countersign serve`: uses the dashboard that runs already, or runs one until a signal. */
export async function main(options: ServeOptions): Promise<DeskRefusal | undefined> {
  const { env, directories, tell } = options;
  // Extensions and MCP servers that planning loads into this process, and what they start, must not find it.
  delete env["COUNTERSIGN_APPROVER_TOKEN"];
  const home = findHome(env);
  const desks = directories.map((directory) => new Desk({ directory, env }));
  try {
    const projects = desks.map(({ project }) => project);
    const [desk] = desks;
    if (desk === undefined) throw new Error("There is no project to serve.");
    const running = runningServers(home).find(({ port }) => options.port === undefined || port === options.port);
    const where = listenOptions(options);
    if (!where.ok) return where.refusal;
    if (running) {
      const other = reachedElsewhere(running, options, where.value.publicAddress);
      if (other) return other;
      for (const project of projects) serveProject(desk.homeDatabase(), running.port, project, desk.at());
      sayWhere(desk, { ...running, isNew: false }, projects, options);
      return undefined;
    }
    const started = await start({
      ...{ home, projects, env, version: ownVersion(), page: await pageDirectory() },
      ...where.value,
      ...defined({ pi: options.pi }),
      log: (line) => tell(`${line}\n`),
    });
    if (!started.ok) return started.refusal;
    const server = started.value;
    sayWhere(desk, { port: server.port, address: server.address, isNew: true }, projects, options);
    await untilSignal();
    await server.close();
    return undefined;
  } finally {
    for (const desk of desks) desk.close();
  }
}

/** The dashboard that runs already was not told what this command says about where it can be reached. */
function reachedElsewhere(
  { address }: RunningServer,
  { host, cert, proxies }: ServeFlags,
  open: URL | undefined,
): DeskRefusal | undefined {
  const says = host !== undefined || cert !== undefined || proxies.length > 0 || open !== undefined;
  if (!says || open?.origin === address) return undefined;
  const hint = "Leave these options out to use it, or end it first: countersign serve --stop";
  const message = `A dashboard runs already, at ${address}: --host, --public, --cert, --key and --trusted-proxy are for a new one.`;
  return { kind: "cannot_listen", message, hint };
}

async function start(options: DashboardServerOptions): Promise<Outcome<DashboardServer>> {
  try {
    return yes(await DashboardServer.start(options));
  } catch (error) {
    const refusal = await cannotListen(error, options.listen);
    if (refusal === undefined) throw error;
    return { ok: false, refusal };
  }
}

interface Where {
  port: number;
  address: string;
  /** It runs in this process. */
  isNew: boolean;
}

/** Prints the address; with a code if a person is at the terminal. */
function sayWhere(
  desk: Desk,
  { port, address, isNew }: Where,
  projects: readonly string[],
  options: ServeOptions,
): void {
  const { open, json, isTerminal, print, tell } = options;
  const person = isTerminal ? desk.authenticate({ via: "terminal" }) : undefined;
  const code = person?.ok ? createSignInCode(desk.homeDatabase(), person.value, desk.at()) : undefined;
  const full = code?.ok ? `${address}/#code=${code.value}` : address;
  const isOpened = open && code?.ok === true && openInBrowser(desk.home, desk.project, full);
  if (json) {
    print(
      `${JSON.stringify({ address, port, projects, is_new: isNew, opened: isOpened, ...(code?.ok && { open: full }) })}\n`,
    );
    return;
  }
  const about = isNew ? "The dashboard runs until Ctrl+C." : "The dashboard runs already, and has this project now.";
  const how = code?.ok
    ? "The address signs one browser in, once, within 60 seconds. For another one: countersign serve"
    : "For an address that signs you in, run countersign serve in a terminal; elsewhere sign in with a token.";
  print(`${about}\n\n  ${full}\n\n`);
  tell(`${how}\n`);
}

function ownVersion(): string {
  const file = findPackageJSON(import.meta.url);
  return file === undefined ? "" : String(JSON.parse(readFileSync(file, "utf8")).version);
}
