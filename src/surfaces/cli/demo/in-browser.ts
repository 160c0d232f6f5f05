import { once } from "node:events";
import { openInBrowser } from "../../../desk/open-in-browser.ts";
import { projectKey } from "../../../desk/project-key.ts";
import type { DashboardClient } from "./dashboard-client.ts";
import type { StageDesk } from "./stage-desk.ts";
import type { Telling } from "./telling.ts";
import { said } from "./transcript.ts";
import { type Reviewer, WebStory } from "./web-story.ts";

export interface InBrowser {
  /** Of the dashboard. */
  address: string;
  client: DashboardClient;
  desk: StageDesk;
  tell: Telling;
  /** Where commands run. */
  sandbox: string;
}

/** The person acts in the browser; the terminal gives them an address, and tells what happens. Returns the exit code. */
export async function inBrowser({ address, client, desk, tell, sandbox }: InBrowser): Promise<number> {
  tell.lines([...INTRODUCTION, sandbox]);
  let page = "/";
  const open = () => {
    const full = `${address}${page}#code=${desk.signInCode()}`;
    const isOpened = openInBrowser(desk.desk.home, desk.desk.project, full);
    tell.lines([
      "",
      isOpened ? "It opens in your browser:" : "Open it in a browser on this machine:",
      "",
      `  ${full}`,
      "",
    ]);
  };
  const hint = (words: string) => said("you", words, "→ ");
  const reviewer: Reviewer = {
    question: async () => tell.lines(hint("answer it in the browser")),
    review: async () => tell.lines(hint("read it in the browser; request changes, or approve it")),
    outside: async () => hint("refuse it in the browser, or add it"),
  };
  const story = new WebStory(client, desk, reviewer, tell).run((planning) => {
    page = `/new/${projectKey(desk.desk.project)}/${planning}`;
    open();
    tell.lines([...MANUAL, ""]);
    process.stdin.on("data", open);
  });
  const plan = await story.finally(() => process.stdin.off("data", open));
  const status = plan && (await desk.plan(plan)).status;
  tell.lines(["", plan ? `${plan} is ${status}.` : "Planning has ended without a plan.", ...END]);
  await once(process.stdin, "data");
  return 0;
}

const INTRODUCTION = [
  "Countersign, a demonstration in the browser. The model is scripted. All else is",
  "real: a throwaway project, the guard, your signature, the edits, the checks.",
];

const MANUAL = [
  "There you answer what the agent asks, read its plan, request changes or approve",
  "it, and decide when a step asks for more than you approved.",
  "The address signs one browser in, once, within 60 seconds. Enter gives another.",
  "Ctrl+C ends the demonstration at any time, and nothing is left behind.",
];

const END = ["The page of the plan shows its changes and its record.", "Enter ends the demonstration."];
