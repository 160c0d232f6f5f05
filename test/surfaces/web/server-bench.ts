import { mkdirSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createSignInCode } from "../../../src/desk/sign-in-codes.ts";
import { createToken, type NewToken } from "../../../src/desk/tokens.ts";
import type { SignInProof } from "../../../src/desk/web-sessions.ts";
import { DashboardServer, type DashboardServerOptions } from "../../../src/surfaces/web/dashboard-server.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { type Fixture, fixture, must } from "../../desk/fixture.ts";

/** A request as it goes over the wire, with what a browser on the page would send unless said otherwise. */
export interface Asked {
  method?: string;
  path?: string;
  /** A header that is undefined is not sent. */
  headers?: Record<string, string | undefined>;
  cookie?: string;
  /** An object is sent as JSON. */
  body?: object | string;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of a program, looked at field by field
  json: any;
}

/** A project, a home, and the real server of the dashboard on a free port of this machine. */
export class ServerBench {
  readonly f: Fixture;
  readonly server: DashboardServer;
  readonly log: string[];

  private constructor(f: Fixture, server: DashboardServer, log: string[]) {
    this.f = f;
    this.server = server;
    this.log = log;
  }

  static async start(more: Partial<DashboardServerOptions> = {}, f = fixture()): Promise<ServerBench> {
    const page = join(f.root, "page");
    mkdirSync(join(page, "assets"), { recursive: true });
    writeFileSync(join(page, "index.html"), "<!doctype html><title>The page</title>");
    writeFileSync(join(page, "assets/app-1234.js"), "export {};");
    writeFileSync(join(f.root, "outside.txt"), "out of reach");
    const log: string[] = [];
    const server = await DashboardServer.start({
      ...{ home: f.desk.home, projects: [f.project], env: f.env, page, version: "1.2.3" },
      listen: { host: "127.0.0.1", port: 0 },
      log: (line) => log.push(line),
      now: () => new Date(f.desk.at()),
      ...more,
    });
    afterTest(() => server.close());
    return new ServerBench(f, server, log);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  code(): string {
    return must(createSignInCode(this.f.desk.homeDatabase(), this.f.person, this.f.desk.at()));
  }

  token(more: Partial<NewToken> = {}): { secret: string; id: string } {
    const { desk, person } = this.f;
    const { secret, token } = createToken(desk.homeDatabase(), { name: "ana", roles: [], ...more }, person, desk.at());
    return { secret, id: token.id };
  }

  /** Signs a browser in; the cookie that it sends from then on. */
  async signIn(proof: SignInProof = { code: this.code() }): Promise<string> {
    const { status, headers, text } = await this.ask({ method: "POST", path: "/api/sign-in", body: proof });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return headers["set-cookie"]?.split(";", 1)[0] ?? "";
  }

  /** One request on a connection of its own. */
  async ask({ method = "GET", path = "/", headers = {}, cookie, body }: Asked = {}): Promise<Answered> {
    const bytes = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const sent = {
      host: `127.0.0.1:${this.server.port}`,
      connection: "close",
      ...(method !== "GET" && { origin: this.origin, "content-type": "application/json" }),
      ...(body !== undefined && { "content-length": String(Buffer.byteLength(bytes)) }),
      ...(cookie && { cookie }),
      ...headers,
    };
    const lines = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
    return read(await this.raw(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${bytes}`));
  }

  /** What the server says to these bytes until it closes the connection. */
  raw(bytes: string | Buffer): Promise<string> {
    return new Promise((resolve) => {
      const said: Buffer[] = [];
      const socket = connect(this.server.port, "127.0.0.1", () => socket.write(bytes));
      socket.on("data", (part) => said.push(part));
      // A server that closes while bytes are still coming resets the connection.
      socket.on("error", () => {});
      socket.on("close", () => resolve(Buffer.concat(said).toString()));
    });
  }
}

export function read(answer: string): Answered {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const text = rest.join("\r\n\r\n");
  const isJson = headers["content-type"]?.startsWith("application/json") && text !== "";
  return { status: Number(first.split(" ")[1]), headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** An event stream that stays open: its status, once the server has answered. */
export class OpenStream {
  readonly #socket: Socket;
  readonly status: Promise<number>;
  readonly closed: Promise<string>;

  /** `who`: the header that tells who asks. */
  constructor(port: number, cookie: string, who = `Cookie: ${cookie}`) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.write(`GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${who}\r\n\r\n`);
    let said = "";
    this.status = new Promise((resolve) => {
      this.#socket.on("data", (part) => {
        said += part.toString();
        if (said.includes("\r\n")) resolve(Number(said.split(" ")[1]));
      });
      this.#socket.on("error", () => resolve(0));
    });
    this.closed = new Promise((resolve) => this.#socket.on("close", () => resolve(said)));
  }

  end(): void {
    this.#socket.destroy();
  }
}
