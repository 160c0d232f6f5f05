import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FauxResponseStep } from "@earendil-works/pi-ai";
import { Check, Errors } from "typebox/value";
import { Desk } from "../../../src/desk/desk.ts";
import { projectKey } from "../../../src/desk/project-key.ts";
import { createSignInCode } from "../../../src/desk/sign-in-codes.ts";
import type { Refused } from "../../../src/surfaces/web/api/basics.ts";
import type { RouteName } from "../../../src/surfaces/web/api/routes.ts";
import { addressOf, ROUTES } from "../../../src/surfaces/web/api/routes.ts";
import { type AnswerOf, type BodyOf, SHAPES } from "../../../src/surfaces/web/api/shapes.ts";
import { DashboardServer } from "../../../src/surfaces/web/dashboard-server.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { type ScriptedPi, scriptedPi } from "../../agent/bench/scripted-pi.ts";
import { type Fixture, fixture, must } from "../../desk/fixture.ts";

export interface Asked<Name extends RouteName = RouteName> {
  plan?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: BodyOf<Name> | object;
}

interface Answered<Value> {
  status: number;
  json: Value;
  text: string;
}

export interface WebBenchOptions {
  settings?: object;
  projects?: readonly string[];
  git?: boolean;
  /** What the model says, one answer after the other. */
  model?: FauxResponseStep[];
  /** The directory of a built page. */
  page?: string;
}

/** A real server with one project on a free port of this machine, and browsers that are signed in. */
export class WebBench {
  readonly f: Fixture;
  readonly server: DashboardServer;
  readonly scripted: ScriptedPi | undefined;
  /** The key of its project. */
  readonly key: string;

  #closed: Promise<void> | undefined;

  private constructor(f: Fixture, server: DashboardServer, scripted: ScriptedPi | undefined) {
    this.scripted = scripted;
    this.f = f;
    this.server = server;
    this.key = projectKey(f.project);
  }

  static async start(options: WebBenchOptions = {}): Promise<WebBench> {
    const made = fixture(options.settings);
    if (options.git) {
      const git = (...args: string[]) => execFileSync("git", args, { cwd: made.project, stdio: "ignore" });
      git("init", "--quiet");
      git("-c", "user.name=a", "-c", "user.email=a@b.invalid", "commit", "--quiet", "--allow-empty", "-m", "Begin");
    }
    // The server has the time of the system, so everybody here has it.
    const desk = new Desk({ directory: made.project, env: made.env });
    afterTest(() => desk.close());
    const f: Fixture = { ...made, desk, person: must(desk.authenticate({ via: "terminal" })) };
    const page = options.page ?? join(f.root, "page");
    if (options.page === undefined) {
      mkdirSync(page);
      writeFileSync(join(page, "index.html"), "<!doctype html>");
    }
    if (options.model) keepPiAway(join(f.root, "agent"));
    const scripted = options.model && (await scriptedPi(join(f.root, "agent"), options.model));
    const server = await DashboardServer.start({
      ...(scripted && { pi: { models: scripted.models, settings: scripted.piSettings } }),
      ...{ home: f.desk.home, projects: [f.project, ...(options.projects ?? [])], env: { ...process.env, ...f.env } },
      ...{ listen: { host: "127.0.0.1", port: 0 }, page, version: "0.0.0-test", log: () => {} },
    });
    const bench = new WebBench(f, server, scripted);
    afterTest(() => bench.close());
    return bench;
  }

  close(): Promise<void> {
    this.#closed ??= this.server.close();
    return this.#closed;
  }

  /** A browser on this machine, opened with a code. */
  async local(): Promise<Browser> {
    const { desk, person } = this.f;
    return this.signIn({ code: must(createSignInCode(desk.homeDatabase(), person, desk.at())) });
  }

  signedOut(): Browser {
    return new Browser(this, "");
  }

  async signIn(proof: object): Promise<Browser> {
    const response = await fetch(`${this.server.address}${ROUTES.signIn.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: this.server.address },
      body: JSON.stringify(proof),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
    if (cookie === undefined) throw new Error(`Not signed in: ${await response.text()}`);
    return new Browser(this, cookie);
  }
}

/** pi reads nothing of the user's, and asks no network. */
function keepPiAway(agentDir: string): void {
  const env = { PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" };
  const before = { ...process.env };
  Object.assign(process.env, env);
  afterTest(() => {
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
}

/** What a page of the dashboard does. Every answer is checked against the contract. */
export class Browser {
  readonly #bench: WebBench;
  readonly cookie: string;

  constructor(bench: WebBench, cookie: string) {
    this.#bench = bench;
    this.cookie = cookie;
  }

  /** The answer of a route that must not refuse. */
  async ask<Name extends RouteName>(name: Name, asked: Asked<Name> = {}): Promise<AnswerOf<Name>> {
    const { status, json, text } = await this.send(name, asked);
    if (status !== 200) throw new Error(`${name} answered ${status}: ${text.slice(0, 1000)}`);
    return json;
  }

  /** The refusal of a route that must refuse. */
  async refused<Name extends RouteName>(
    name: Name,
    asked: Asked<Name> = {},
  ): Promise<Refused["error"] & { status: number }> {
    const { status, text } = await this.send(name, asked);
    if (status < 400) throw new Error(`${name} refused nothing: ${text.slice(0, 1000)}`);
    return { status, ...(JSON.parse(text) as Refused).error };
  }

  async send<Name extends RouteName>(name: Name, asked: Asked<Name> = {}): Promise<Answered<AnswerOf<Name>>> {
    const { plan = "", params = {}, query, body } = asked;
    const address = addressOf(name, { project: this.#bench.key, plan, ...params });
    const response = await this.fetch(`${address}${query ? `?${new URLSearchParams(query)}` : ""}`, {
      method: ROUTES[name].method,
      ...(ROUTES[name].method === "POST" && { body: JSON.stringify(body ?? {}) }),
    });
    const text = await response.text();
    const isFile = response.headers.has("content-disposition");
    const isJson = !isFile && response.headers.get("content-type")?.startsWith("application/json") === true;
    const json = isJson ? JSON.parse(text) : text;
    const shape = SHAPES[name].answer;
    if (response.status === 200 && !Check(shape, json)) {
      throw new Error(`${name} has a wrong shape: ${JSON.stringify(Errors(shape, json).slice(0, 5), undefined, 1)}`);
    }
    return { status: response.status, json: json as AnswerOf<Name>, text };
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#bench.server.address}${path}`, {
      ...init,
      headers: {
        cookie: this.cookie,
        origin: this.#bench.server.address,
        ...(init.body !== undefined && { "content-type": "application/json" }),
        ...(init.headers as Record<string, string>),
      },
    });
  }
}
