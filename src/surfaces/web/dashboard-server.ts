import type { Home } from "../../desk/home.ts";
import { openHomeDatabase } from "../../desk/home-database.ts";
import { systemMoment } from "../../desk/moment.ts";
import { processIdentity } from "../../desk/process-identity.ts";
import { forgetServedProjects, serveProject } from "../../desk/served-projects.ts";
import { removeServerFile, writeServerFile } from "../../desk/server-file.ts";
import { createApp } from "./app.ts";
import { Attempts } from "./guard/attempts.ts";
import { TrustedProxies } from "./guard/client-address.ts";
import { OpenStreams } from "./guard/open-streams.ts";
import { ownAddresses } from "./guard/own-addresses.ts";
import { allHandlers } from "./handlers/all-handlers.ts";
import { followProjects } from "./live/follow-projects.ts";
import { Live } from "./live/live.ts";
import { PageFiles } from "./page-files.ts";
import { Plannings, type PlanningsOptions } from "./plannings.ts";
import { OpenProjects } from "./projects.ts";
import { Runs } from "./runs.ts";
import { type ListenOptions, WebServer } from "./server.ts";
import { Sessions } from "./sign-in/sessions.ts";
import { startApproved } from "./start-approved.ts";

export interface DashboardServerOptions {
  home: Home;
  /** The directories of its first projects. */
  projects: readonly string[];
  env: NodeJS.ProcessEnv;
  listen: ListenOptions;
  /** The public address, if it has one. */
  publicAddress?: URL;
  /** Networks of trusted reverse proxies. */
  proxies?: readonly string[];
  /** The directory of the built page. */
  page: string;
  version: string;
  log(line: string): void;
  /** For planning and for steps: the user's own models, keys and settings of pi by default. */
  pi?: Pick<PlanningsOptions, "models" | "settings">;
  /** The clock of sign-in and of the desks; by default the system's. */
  now?: () => Date;
  limits?: { streamsEach?: number; streamsInAll?: number };
}

/** The server of the dashboard, from its first request to its last. */
export class DashboardServer {
  readonly port: number;
  readonly address: string;
  readonly #end: () => Promise<void>;
  #ended: Promise<void> | undefined;

  private constructor(port: number, address: string, end: () => Promise<void>) {
    this.port = port;
    this.address = address;
    this.#end = end;
  }

  static async start(options: DashboardServerOptions): Promise<DashboardServer> {
    const { home, env, version, log } = options;
    const proxies = new TrustedProxies(options.proxies ?? []);
    const page = new PageFiles(options.page);
    const server = await WebServer.listen(options.listen);
    const { port } = server;
    const own = ownAddresses(port, options.listen.tls !== undefined, options.publicAddress);
    const at = () => options.now?.().toISOString() ?? systemMoment().at;
    const database = openHomeDatabase(home);
    forgetServedProjects(database, port);
    for (const directory of options.projects) serveProject(database, port, directory, at());
    const projects = new OpenProjects(database, { port, env, log, now: options.now });
    const sessions = new Sessions({ home, database, env, port, at });
    const live = new Live({ version });
    const runs = new Runs({ env, tell: (...news) => live.progress(...news), models: options.pi?.models });
    const plannings = new Plannings({ env, tell: (id) => live.tell({ type: "planning", id }), ...options.pi });
    const streams = new OpenStreams({ each: options.limits?.streamsEach, all: options.limits?.streamsInAll });
    const attempts = new Attempts({ now: () => Date.parse(at()) });
    const handlers = allHandlers({
      ...{ projects, env, version, runs, live, plannings },
      ...{ sessions, database, at, attempts },
    });
    const app = createApp({ own, port, sessions, streams, attempts, proxies, page, handlers, log });
    server.answerWith(app.fetch, own);
    const stopFollowing = followProjects(live, projects, (project, record) => {
      startApproved(runs, project, record).catch((error: unknown) =>
        log(`An approved plan did not start: ${(error as Error)?.message ?? error}`),
      );
    });
    writeServerFile(home, { port, address: own.main, process: ownProcess(), started_at: at() });
    return new DashboardServer(port, own.main, async () => {
      removeServerFile(home, port);
      stopFollowing();
      // The streams end, or the server would wait for them.
      live.close();
      await server.close();
      await Promise.all([runs.close(), plannings.close()]);
      projects.close();
      database.close();
    });
  }

  /** Takes no more requests, ends the streams, pauses the runs. */
  close(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }
}

function ownProcess() {
  const own = processIdentity(process.pid);
  if (own === undefined) throw new Error("This process has no identity.");
  return own;
}
