import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { projectKey } from "../../../desk/project-key.ts";
import { DashboardClient } from "./dashboard-client.ts";
import { failingTests } from "./failing-tests.ts";
import { inBrowser } from "./in-browser.ts";
import { LONGEST_MS, type Played } from "./program.ts";
import { report } from "./report.ts";
import { StageDesk } from "./stage-desk.ts";
import { Telling } from "./telling.ts";
import { indented } from "./transcript.ts";
import { webReviewer } from "./web-reviewer.ts";
import { WebStory } from "./web-story.ts";
import { whereCommandsRun } from "./where-commands-run.ts";

/** The server pauses the plan that it runs before it ends. */
const PATIENCE_MS = 10_000;

/** The dashboard with the scripted model: the review is in the browser. Returns the exit code. */
export async function webDemo({ stage, program, running, hasTerminal, print }: Played): Promise<number> {
  const { project: cwd, env } = stage;
  const server = running.start(
    spawn(process.execPath, [...program.dashboard, cwd], {
      ...{ cwd, env, stdio: ["pipe", "pipe", "inherit"] },
      // Ctrl+C is for this process, which ends the server in order.
      detached: true,
      ...(!hasTerminal && { timeout: LONGEST_MS }),
    }),
    PATIENCE_MS,
  );
  const desk = new StageDesk(stage, program.countersign);
  try {
    const tell = new Telling(print);
    const address = await addressOf(server.stdout);
    const client = await DashboardClient.signIn(address, projectKey(desk.desk.project), desk.signInCode());
    const sandbox = await whereCommandsRun(env, cwd);
    if (!hasTerminal) return await playOnServer(client, desk, tell, sandbox);
    return await running.unlessLeft(true, () => inBrowser({ address, client, desk, tell, sandbox }));
  } finally {
    desk.close();
  }
}

async function playOnServer(client: DashboardClient, desk: StageDesk, tell: Telling, sandbox: string): Promise<number> {
  tell.lines([...NO_TERMINAL, sandbox]);
  tell.chapter("A project, and tests that fail");
  tell.lines(indented(failingTests(desk.stage)));
  tell.chapter("The agent plans on the server: it can look at everything and change nothing");
  const plan = await new WebStory(client, desk, webReviewer(client, desk, tell), tell).run(() => {});
  return (await report(desk, plan, tell)) ? 0 : 1;
}

/** What the server says once it listens. */
async function addressOf(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) return JSON.parse(line).address;
  throw new Error("The dashboard did not start.");
}

const NO_TERMINAL = [
  "Countersign, a demonstration. There is no terminal here, so it plays by itself.",
  "The model is scripted, and this process plays the person: it signs in to the",
  "dashboard with a code, and does what a browser does by the HTTP API. All else",
  "is real: project, guard, signature, checks.",
];
