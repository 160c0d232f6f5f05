import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { findHome } from "../../../desk/home.ts";
import { isRunning } from "../../../desk/process-identity.ts";
import { runningServers } from "../../../desk/server-file.ts";
import { defined } from "../../../plan/defined.ts";
import { number, text, texts } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { printError } from "../output.ts";
import type { CliError } from "../reply.ts";
import { printed, type Reply, refused, reply } from "../reply.ts";
import type { Session } from "../session.ts";
import { ownFile } from "./start.ts";

/** The entry point of the dashboard's server. Surfaces do not import each other, and its code is loaded only to start it. */
interface Dashboard {
  main(options: {
    directories: readonly string[];
    port?: number;
    host?: string;
    public?: string;
    cert?: string;
    key?: string;
    proxies: readonly string[];
    open: boolean;
    json: boolean;
    env: NodeJS.ProcessEnv;
    isTerminal: boolean;
    print(text: string): void;
    tell(text: string): void;
  }): Promise<CliError | undefined>;
}

/** Opens the dashboard in a browser; runs its server if none runs. */
export const run: Run = async (session, args) => {
  const { env, json, isTerminal, directory, print } = session;
  if (env["COUNTERSIGN_AGENT"] !== undefined) return INSIDE_AGENT;
  if (args.options["list"] === true) return listServers(session);
  if (args.options["stop"] === true) return stopServers(session, number(args, "port"));
  const { main }: Dashboard = await import(pathToFileURL(ownFile("src/surfaces/web/main.ts", "dist/web/main.js")).href);
  const flags = { port: number(args, "port"), host: text(args, "host"), public: text(args, "public") };
  const failed = await main({
    ...defined({ ...flags, cert: text(args, "cert"), key: text(args, "key") }),
    proxies: texts(args, "trusted-proxy"),
    directories: args.words.length > 0 ? args.words : [directory],
    open: args.options["open"] === true,
    ...{ json, env, isTerminal, print, tell: printError },
  });
  return failed ? refused(failed) : printed();
};

function listServers({ env }: Session): Reply {
  const servers = runningServers(findHome(env));
  const lines = servers.map(
    ({ address, process, started_at }) => `${address}  process ${process.pid}  since ${started_at}`,
  );
  return reply({ servers }, lines.join("\n") || "No dashboard runs. To start one: countersign serve");
}

/** Those of this user, or the one at this port. */
async function stopServers({ env }: Session, port: number | undefined): Promise<Reply> {
  const servers = runningServers(findHome(env)).filter((server) => port === undefined || server.port === port);
  for (const server of servers) process.kill(server.process.pid, "SIGTERM");
  const end = Date.now() + STOPS_WITHIN_MS;
  while (servers.some((server) => isRunning(server.process))) {
    if (Date.now() > end) {
      const hint = "It pauses the plans that it runs first. Look again with countersign serve --list";
      return refused({ kind: "timed_out", message: "The dashboard has not ended yet.", hint });
    }
    await setTimeout(50);
  }
  const stopped = servers.map(({ address }) => address);
  return reply({ stopped }, stopped.map((address) => `Stopped ${address}`).join("\n") || "No dashboard runs.");
}

const STOPS_WITHIN_MS = 30_000;

const INSIDE_AGENT: Reply = refused({
  kind: "inside_agent",
  message: "An agent started this shell, and the dashboard is where persons answer agents.",
  hint: "Run it in a terminal of your own.",
});
