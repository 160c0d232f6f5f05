import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ModelRuntime } from "@earendil-works/pi-coding-agent";
import { type RunOptions, runPlan } from "../../src/acts/run-plan.ts";
import { piAgents } from "../../src/agent/step-runner/pi-agents.ts";
import { audit } from "../../src/desk/audit.ts";
import { Desk } from "../../src/desk/desk.ts";
import type { Outcome } from "../../src/desk/outcome.ts";
import type { Person } from "../../src/desk/persons.ts";
import type { ProgramTools } from "../../src/desk/program-tools.ts";
import { answer, type InboxEntry, inbox } from "../../src/desk/requests.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import type { Answer } from "../../src/lifecycle/request.ts";
import type { Plan, Step } from "../../src/plan/plan.ts";
import type { RunEnd } from "../../src/run/execute.ts";
import type { RunNews } from "../../src/run/run-news.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { writeModelsJson } from "../../testing/models-json.ts";
import { OpenAiServer, type ScriptedStep } from "../../testing/openai-server.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { type ScriptedModel, scriptModel } from "../agent/bench/model.ts";
import { makeProject, type Project } from "../agent/bench/project.ts";
import { must } from "../desk/fixture.ts";

export interface StoryOptions {
  plan: Omit<Plan, "id" | "title" | "steps"> & { steps: Step[] };
  responses?: Parameters<typeof scriptModel>[0];
  /** In the place of the scripted model: a provider on this machine, and a time that stands still. */
  server?: ScriptedStep[];
  files?: Record<string, string>;
  settings?: object;
  tools?: ProgramTools;
  /** Before the plan is signed. */
  prepare?(project: Project): void;
}

/** A signed plan in a repository, carried out with everything real but the model; and somebody who watches. */
export class Story {
  readonly project: Project;
  readonly desk: Desk;
  readonly person: Person;
  readonly id: string;
  readonly model: ScriptedModel;
  readonly clock = new FakeClock();
  /** What the desk's clock is ahead. */
  readonly ahead: { minutes: number };
  readonly news: RunNews[] = [];
  readonly server: OpenAiServer | undefined;
  readonly #models: ModelRuntime;
  readonly #listeners = new Set<() => void>();

  static async signed(options: StoryOptions): Promise<Story> {
    const project = makeProject({ git: true, files: { "a.txt": "one\n", ...options.files } });
    if (options.settings) writeFileSync(join(project.home, "plans.json"), JSON.stringify(options.settings));
    options.prepare?.(project);
    const model = scriptModel(options.responses);
    const server = options.server && (await OpenAiServer.start(options.server));
    if (server) {
      afterTest(() => server.close());
      writeModelsJson(project.agentDir, { url: server.url });
    }
    const models = await ModelRuntime.create({
      authPath: join(project.agentDir, "auth.json"),
      modelsPath: server ? join(project.agentDir, "models.json") : null,
      modelsStorePath: join(project.agentDir, "models-store.json"),
      refreshOnCreate: false,
    });
    models.registerNativeProvider(model.provider);
    await models.refresh({ allowNetwork: false });
    const ahead = { minutes: 0 };
    const now = () => new Date(Date.now() + ahead.minutes * 60_000);
    const { tools } = options;
    const desk = new Desk({ directory: project.cwd, env: project.env, now, ...(tools && { tools }) });
    afterTest(() => desk.close());
    const person = must(desk.authenticate({ via: "terminal" }));
    const name = server ? "scripted/scripted-1" : `${model.faux.getModel().provider}/faux-1`;
    const steps = options.plan.steps.map((step) => (step.run === undefined ? { model: name, ...step } : step));
    const { plan } = must(await desk.propose({ title: "A story", ...options.plan, steps }, person));
    const signed = await desk.send(plan.id, { type: "approve", revision: 1, digest: plan.proposal.digest }, person);
    return new Story({ project, desk, person, id: must(signed).id, model, server, models, ahead });
  }

  constructor(
    of: Pick<Story, "project" | "desk" | "person" | "id" | "model" | "server" | "ahead"> & { models: ModelRuntime },
  ) {
    this.project = of.project;
    this.desk = of.desk;
    this.person = of.person;
    this.id = of.id;
    this.model = of.model;
    this.server = of.server;
    this.ahead = of.ahead;
    this.#models = of.models;
    const listener = this.desk.listen(() => this.#wake());
    afterTest(listener);
  }

  run(more: Partial<RunOptions> = {}): Promise<Outcome<RunEnd>> {
    const { desk } = this;
    const env = { ...process.env, ...this.project.env };
    return runPlan(this.id, {
      ...{ desk, env, canWait: true, agents: () => piAgents({ desk, env, models: this.#models }) },
      signal: new AbortController().signal,
      ...(this.server && { clock: this.clock }),
      tell: (news) => {
        this.news.push(news);
        this.#wake();
      },
      ...more,
    });
  }

  send(command: PlanCommand) {
    return this.desk.send(this.id, command, this.person);
  }

  /** Answers what is asked next, and says what was asked. */
  async answer(given: Answer): Promise<InboxEntry> {
    const find = async () => (await inbox(this.desk)).find(({ kind }) => kind === given.kind);
    await this.until(async () => (await find()) !== undefined);
    return must(await answer(this.desk, (await find())?.id ?? "", given, this.person));
  }

  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) {
      await new Promise<void>((resolve) => {
        const listener = () => {
          this.#listeners.delete(listener);
          clearTimeout(timer);
          resolve();
        };
        // Other processes wake nobody here.
        const timer = setTimeout(listener, 50);
        this.#listeners.add(listener);
      });
    }
  }

  async plan(): Promise<LivePlan> {
    const found = must(await this.desk.plan(this.id));
    if (found.kind !== "standing") throw new Error(`The plan is ${found.kind}.`);
    return found.state;
  }

  async steps(): Promise<Record<string, string>> {
    return Object.fromEntries([...((await this.plan()).run?.steps ?? [])].map(([id, { status }]) => [id, status]));
  }

  /** What its journal tells since it was signed, in short; its seals hold. */
  async journal(): Promise<string[]> {
    const { journals } = await audit(this.desk);
    for (const { broken } of journals) if (broken) throw new Error(broken.message);
    const { records } = await this.desk.store.loadJournal(this.id);
    const told = records.flatMap(({ events }) => (events as PlanEvent[]).map(inShort));
    return told.slice(told.indexOf("approved") + 1);
  }

  async inbox(): Promise<string[]> {
    return (await inbox(this.desk)).map(({ kind }) => kind);
  }

  /** What whoever watched was told of it: statuses of the plan, reasons to wait, and activities, once each in a row. */
  get watched(): string[] {
    const told = this.news.flatMap((news): string[] => {
      if (news.type === "changed") return [news.plan.status];
      if (news.type === "waiting") return [`waits: ${news.reasons.join("; ")}`];
      if (news.type === "note") return [`note: ${news.text}`];
      const { progress, step_id } = news;
      if (progress.type === "tool") return [`${step_id}: ${progress.tool} ${progress.summary}`];
      if (progress.type === "activity") return [`${step_id}: ${progress.text}`];
      return progress.type === "waiting" ? [`${step_id} waits: ${progress.reason}`] : [];
    });
    return told.filter((line, index) => line !== told[index - 1]);
  }

  /** The tree that git itself would make of all files but the plans. */
  tree(): string {
    const index = join(this.project.root, "index");
    const env = { ...process.env, ...this.project.env, GIT_INDEX_FILE: index };
    const git = (...args: string[]) =>
      execFileSync("git", args, { cwd: this.project.cwd, encoding: "utf8", env }).trim();
    try {
      git("add", "--all", "--", ".", ":(exclude).pi");
      return git("write-tree");
    } finally {
      rmSync(index, { force: true });
    }
  }

  /** What of the repository is the user's. */
  repository(): Record<string, string> {
    const names = ["index", "HEAD", "logs/HEAD", "refs/heads/main", "config"];
    const read = (name: string) => {
      const path = join(this.project.cwd, ".git", name);
      return existsSync(path) ? readFileSync(path, "base64") : "";
    };
    return Object.fromEntries(names.map((name) => [name, read(name)]));
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }
}

function inShort(event: PlanEvent): string {
  switch (event.type) {
    case "step_updated":
      return `${event.step_id} ${event.to}`;
    case "request_opened":
      return `asks ${event.request.kind}`;
    case "request_answered":
      return `answered ${event.answer.kind}`;
    case "paused":
      return `paused: ${event.why}`;
    default:
      return event.type;
  }
}
