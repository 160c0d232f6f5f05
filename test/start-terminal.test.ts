import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PlanningNews } from "../src/agent/planner/planning-news.ts";
import { DashboardClient } from "../src/surfaces/cli/demo/dashboard-client.ts";
import { makeProject } from "./agent/bench/project.ts";
import { hasTmux, openTmux, type TmuxTerminal } from "./agent/bench/tmux.ts";
import { COMPILED } from "./desk/child-environment.ts";
import { root } from "./made-once.ts";
import { processesWith } from "./processes-with.ts";

// `npm start` in a terminal, by somebody who has no model and leaves at some moment.

interface Start extends TmuxTerminal {
  /** The environment of all its processes has it. */
  mark: string;
}

/** Addresses with codes are longer than a line of 80 columns. */
const WIDE = { columns: 140, rows: 50 };

/** Marks all processes of the program, and says afterwards whether the terminal edits lines again (`icanon`). */
const AROUND = 'trap : INT; DEMO_OF="$0" "$@"; code=$?; stty -a | grep -o -e "-*icanon"; exit $code';

async function start(...words: string[]): Promise<Start> {
  return startWith({}, words);
}

async function startWith(more: Record<string, string>, words: readonly string[] = []): Promise<Start> {
  const project = makeProject();
  const [TMPDIR, nowhere] = [join(project.root, "tmp"), join(project.root, "no-models")];
  for (const directory of [TMPDIR, nowhere]) mkdirSync(directory);
  const env = { TMPDIR, PI_CODING_AGENT_DIR: nowhere, NODE_COMPILE_CACHE: COMPILED, ...more };
  const program = ["sh", "-c", AROUND, project.root, process.execPath, join(root, "scripts/start.ts")] as const;
  const terminal = await openTmux({ project, program: [...program, ...words], ...(words.length > 0 && WIDE), env });
  return { ...terminal, mark: `DEMO_OF=${project.root}` };
}

const MOMENTS: Record<string, (terminal: Start) => Promise<unknown>> = {
  "at its first question": (terminal) => terminal.shows("[Y/n]"),
  "while it prepares": async (terminal) => {
    await terminal.shows("[Y/n]");
    terminal.press("enter");
    await terminal.shows("One moment");
  },
  "in the app": async (terminal) => {
    await MOMENTS["while it prepares"]?.(terminal);
    await terminal.shows("/plan make the failing tests");
  },
  "at a question of the agent": async (terminal) => {
    await MOMENTS["in the app"]?.(terminal);
    await terminal.ready("slugs");
    terminal.press("enter");
    await terminal.shows("In my own words");
  },
  "after an answer of the agent": async (terminal) => {
    await MOMENTS["at a question of the agent"]?.(terminal);
    // A dialog takes no key in its first moment.
    await new Promise((resolve) => setTimeout(resolve, 500));
    terminal.press("escape");
    await terminal.hides("In my own words");
  },
};

const WAYS: Record<string, (terminal: Start) => void> = {
  "Ctrl+C": (terminal) => terminal.press("ctrl+c"),
  "Ctrl+C, twice": (terminal) => terminal.press("ctrl+c", "ctrl+c"),
  "Ctrl+D": (terminal) => terminal.press("ctrl+d"),
  "/quit": (terminal) => {
    terminal.type("/quit");
    terminal.press("enter");
  },
  SIGTERM: ({ mark }) => {
    const [first] = processesWith(mark).sort((one, two) => one - two);
    if (first === undefined) throw new Error("The program does not run.");
    process.kill(first, "SIGTERM");
  },
};

describe.skipIf(!hasTmux)("npm start in a terminal", () => {
  it.each([
    ["at its first question", "Ctrl+C", 130],
    ["at its first question", "Ctrl+D", 0],
    ["at its first question", "SIGTERM", 143],
    ["while it prepares", "Ctrl+C", 130],
    ["while it prepares", "Ctrl+D", 0],
    ["while it prepares", "SIGTERM", 143],
    ["in the app", "Ctrl+C, twice", 0],
    ["in the app", "Ctrl+D", 0],
    ["in the app", "SIGTERM", 143],
    ["at a question of the agent", "Ctrl+D", 0],
    ["after an answer of the agent", "/quit", 0],
  ])("%s ends quietly on %s, with %i, and leaves nothing behind", async (moment, way, code) => {
    const terminal = await start();
    await MOMENTS[moment]?.(terminal);
    WAYS[way]?.(terminal);
    expect(await terminal.left()).toBe(code);
    const screen = terminal.screen();
    expect(screen).toMatch(/(?<!-)icanon/);
    expect(screen).not.toMatch(/Error|Warning: (?!fd|ripgrep)|\bat .*:\d+/);
    // pi would name a session that is gone.
    expect(screen).not.toContain("--session");
    if (code === 0 && moment !== "at its first question" && moment !== "while it prepares")
      expect(screen).toMatch(/Next, in a project of your own:\n {2}npm install -g countersign\n {2}countersign /);
    expectNothingLeft(terminal);
  });

  it("starts the app where there is a model, and says how to open the dashboard and the demonstration", async () => {
    const terminal = await startWith({ ANTHROPIC_API_KEY: "sk-none" });
    await terminal.shows("The dashboard in a browser: /plan web in the app, or npm start -- serve --open\n");
    await terminal.shows("/plan <goal> begins");
    WAYS["Ctrl+D"]?.(terminal);
    expect(await terminal.left()).toBe(0);
  });

  describe("-- --web", { timeout: 60_000 }, () => {
    it("gives addresses to a browser, tells what a person does there, and ends after the plan", async () => {
      const terminal = await start("--web");
      const { browser, planning } = await opened(terminal);
      // As a page does, until the server ends.
      const live = browser.live(new AbortController().signal);
      await live.next();
      terminal.press("enter");
      await terminal.shows(/#code=[\s\S]*#code=/);
      await terminal.shows("answer it in the browser");
      await browser.answer((await newsOf(browser, planning, "asked")).request, "throw an error");
      await terminal.shows("read it in the browser");
      const { plan_id: plan } = await newsOf(browser, planning, "proposed");
      const { standing, commands } = await browser.planPage(plan);
      await browser.act(plan, "approve", { seen: standing.shown, commands_seen: commands.length, start: "now" });
      await terminal.shows("refuse it in the browser");
      const { requests } = (await browser.planPage(plan)) as unknown as { requests: { id: string; kind: string }[] };
      await browser.answer(requests.find(({ kind }) => kind === "amendment")?.id ?? "", "refuse");
      await terminal.shows(`${plan} is completed.`);
      expect(processesWith(terminal.mark).length).toBeGreaterThan(0);
      terminal.press("enter");
      expect(await terminal.left()).toBe(0);
      expect(terminal.screen()).toContain("countersign serve      the dashboard of your own projects");
      expectNothingLeft(terminal);
      // The server has closed the stream.
      for await (const _ of live);
    });

    it.each([
      ["Ctrl+C", 130],
      ["Ctrl+D", 0],
    ])("ends on %s with %i while a page is open, and leaves nothing behind", async (way, code) => {
      const terminal = await start("--web");
      const { browser } = await opened(terminal);
      const live = browser.live(new AbortController().signal);
      await live.next();
      WAYS[way]?.(terminal);
      expect(await terminal.left()).toBe(code);
      expect(terminal.screen()).not.toMatch(/Error|\bat .*:\d+/);
      expectNothingLeft(terminal);
      for await (const _ of live);
    });
  });
});

/** A browser that followed the printed address, and the planning session that it shows. */
async function opened(terminal: Start): Promise<{ browser: DashboardClient; planning: string }> {
  const screen = await terminal.shows("There you answer what the agent asks");
  const [, server = "", project = "", planning = "", code = ""] =
    /(http:\/\/[^/]+)\/new\/([\w-]+)\/([\w-]+)#code=([\w-]+)/.exec(screen) ?? [];
  return { browser: await DashboardClient.signIn(server, project, code), planning };
}

async function newsOf<Type extends PlanningNews["type"]>(browser: DashboardClient, planning: string, type: Type) {
  const news = (await browser.planning(planning))?.news.map((one) => one.news) ?? [];
  const found = news.find((one): one is Extract<PlanningNews, { type: Type }> => one.type === type);
  if (found === undefined) throw new Error(`Nothing was ${type}.`);
  return found;
}

function expectNothingLeft({ project, mark }: Start): void {
  expect(readdirSync(join(project.root, "tmp"))).toEqual([]);
  expect(processesWith(mark)).toEqual([]);
}
