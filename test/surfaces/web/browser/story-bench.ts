import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { Desk } from "../../../../src/desk/desk.ts";
import type { Person } from "../../../../src/desk/persons.ts";
import { projectKey } from "../../../../src/desk/project-key.ts";
import { createSignInCode } from "../../../../src/desk/sign-in-codes.ts";
import { createToken } from "../../../../src/desk/tokens.ts";
import type { Actor } from "../../../../src/lifecycle/actor.ts";
import type { PlanEvent } from "../../../../src/lifecycle/plan-event.ts";
import type { RequestState } from "../../../../src/lifecycle/request.ts";
import type { OpenAiServer, ScriptedStep } from "../../../../testing/openai-server.ts";
import { afterTest } from "../../../agent/bench/after-test.ts";
import { prepareCli } from "../../../agent/bench/pi-cli.ts";
import { makeProject, type Project } from "../../../agent/bench/project.ts";
import { must } from "../../../desk/fixture.ts";
import { freePort, PROGRAM, ServeProcess } from "../serve-process.ts";
import { StoryPage } from "./story-page.ts";
import { StoryTerminal } from "./story-terminal.ts";

export const DESKTOP = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" } as const;
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** One project with `countersign serve` as a process, a model that follows a script, and people who come from everywhere. */
export class StoryBench {
  readonly project: Project;
  readonly model: OpenAiServer;
  readonly desk: Desk;
  readonly port: number;
  readonly #env: Record<string, string>;
  readonly #browser: Browser;
  #server: ServeProcess;

  private constructor(parts: Parts) {
    this.project = parts.project;
    this.model = parts.model;
    this.desk = new Desk({ directory: this.project.cwd, env: this.project.env });
    this.port = parts.port;
    this.#env = parts.env;
    this.#browser = parts.browser;
    this.#server = parts.server;
    afterTest(() => this.desk.close());
  }

  static async start(browser: Browser, script: ScriptedStep[] = [], its?: Project): Promise<StoryBench> {
    const project = its ?? makeProject({ git: true, execution: "subagent", files: { "README.md": "# Sample\n" } });
    const { server: model, env } = await prepareCli({ project, script });
    const port = await freePort();
    const server = new ServeProcess(project.cwd, env, ["--port", String(port)]);
    const bench = new StoryBench({ project, model, env, port, browser, server });
    await server.served;
    return bench;
  }

  /** Of its project. */
  get key(): string {
    return projectKey(this.project.cwd);
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** As if the machine had lost its power: nothing is told to anybody. */
  async kill(): Promise<void> {
    this.#server.process.kill("SIGKILL");
    await this.#server.exit;
  }

  async startAgain(): Promise<void> {
    this.#server = new ServeProcess(this.project.cwd, this.#env, ["--port", String(this.port)]);
    await this.#server.served;
  }

  /** A browser of its own, signed in by a code, or by a token as the person whose it is. */
  async opens(path: string, options: BrowserContextOptions = DESKTOP, token?: string): Promise<StoryPage> {
    const context = await this.#browser.newContext(options);
    afterTest(() => context.close());
    const page: Page = await context.newPage();
    const story = new StoryPage(page);
    if (token === undefined) await page.goto(`${this.address}${path}#code=${this.#code()}`);
    else {
      await page.goto(`${this.address}/sign-in`);
      await page.getByLabel("Your token").fill(token);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL("**/inbox");
      await page.goto(this.address + path);
    }
    await page.getByRole("img", { name: "live", exact: true }).waitFor();
    return story;
  }

  /** pi in a terminal, in the same project. */
  terminal(): Promise<StoryTerminal> {
    return StoryTerminal.open(this.project, this.model);
  }

  pathOf(plan: string, tab = ""): string {
    return `/p/${this.key}/${plan}${tab}`;
  }

  /** Of an approver with this name. */
  token(name: string): string {
    const { desk } = this;
    return createToken(desk.homeDatabase(), { name, roles: [] }, this.#local(), desk.at()).secret;
  }

  person(token: string): Person {
    return must(this.desk.authenticate({ via: "token", secret: token }));
  }

  /** `countersign …` as the person who has this token. */
  async types(token: string, ...words: string[]): Promise<string> {
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      ...{ cwd: this.project.cwd, env: { ...this.#env, COUNTERSIGN_APPROVER_TOKEN: token } },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return out + err;
  }

  /** A plan that an agent proposed elsewhere; with an id its next revision. */
  async proposed(draft: object, id?: string): Promise<string> {
    const agent: Actor = { kind: "agent", surface: "terminal", id: "pi-elsewhere", name: "pi" };
    const { plan } = must(await this.desk.propose(draft, agent, id === undefined ? {} : { id }));
    return plan.id;
  }

  /** What the journal of the plan says, in order. */
  async journal(plan: string): Promise<{ by: Actor; event: PlanEvent }[]> {
    const { records } = await this.desk.store.loadJournal(plan);
    return records.flatMap(({ by, events }) => (events as PlanEvent[]).map((event) => ({ by, event })));
  }

  /** What persons did to the plan, in order. Requests and steps follow what was done. */
  async acts(plan: string): Promise<string[]> {
    const all = (await this.journal(plan)).flatMap(({ by, event }) => (by.kind === "person" ? [event.type] : []));
    return all.filter((type) => !/^(request|step)_/.test(type));
  }

  /** The requests of this kind that the plan has had. */
  async requests(plan: string, kind: RequestState["kind"]): Promise<string[]> {
    const all = (await this.journal(plan)).flatMap(({ event }) =>
      event.type === "request_opened" ? [event.request] : [],
    );
    return all.flatMap((request) => (request.kind === kind ? [request.id] : []));
  }

  #code(): string {
    const { desk } = this;
    return must(createSignInCode(desk.homeDatabase(), this.#local(), desk.at()));
  }

  #local(): Person {
    return must(this.desk.authenticate({ via: "terminal" }));
  }
}

interface Parts {
  project: Project;
  model: OpenAiServer;
  env: Record<string, string>;
  port: number;
  browser: Browser;
  server: ServeProcess;
}
