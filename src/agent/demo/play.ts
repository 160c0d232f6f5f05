import { execFileSync, spawnSync } from "node:child_process";
import { App, type AppProcess } from "./app.ts";
import { Approver } from "./approver.ts";
import { OPTIONS } from "./empty-title.ts";
import { GOAL } from "./sample-project.ts";
import type { Stage } from "./stage.ts";
import { indented, said, told } from "./told.ts";

interface Waiting {
  requests: { id: string; kind: string; journal: string; revision?: number }[];
}

interface Shown {
  plan: { status: string; steps?: Record<string, unknown> };
}

/** The story without a terminal: the real app, with somebody who answers by the command line. The exit code. */
export async function play(
  stage: Stage,
  countersign: readonly [string, ...string[]],
  child: AppProcess,
  print: (line: string) => void,
): Promise<number> {
  const tell = (lines: readonly string[]) => lines.forEach(print);
  const chapter = (title: string) => tell(["", `== ${title}`, ""]);
  tell(INTRODUCTION);
  chapter("A project, and tests that fail");
  tell(indented(tests(stage)));

  const approver = new Approver(stage, countersign);
  const app = new App(child);
  chapter("The agent plans: it can look at everything and change nothing");
  tell(said(approver.name, `/plan ${GOAL}`));
  app.type(`/plan ${GOAL}`);
  let plan: string | undefined;
  let isQuestionOpen = true;
  for await (const seen of app.watch()) {
    if (seen.type === "message") tell(told(seen.message));
    if (seen.type === "trouble") tell(said("", seen.words, "! "));
    if (seen.type === "dialog" && isQuestionOpen) {
      isQuestionOpen = false;
      await answersQuestion();
    }
    if (seen.type !== "settled") continue;
    const review = (await waiting()).find(({ kind }) => kind === "review");
    if (review === undefined) break;
    plan = review.journal;
    await (review.revision === 1 ? sendsBack(plan) : signs(plan, review.revision ?? 0));
  }
  app.leave();
  return plan === undefined ? gaveUp() : report(plan);

  async function waiting(): Promise<Waiting["requests"]> {
    return ((await approver.json("inbox")) as Waiting).requests;
  }

  async function answersQuestion(): Promise<void> {
    const question = (await waiting()).find(({ kind }) => kind === "question");
    if (question === undefined) return;
    const [first = ""] = OPTIONS;
    tell(said(approver.name, `${first}   (of: ${OPTIONS.join(", ")}, or own words)`));
    await approver.run("answer", question.id, first);
  }

  async function sendsBack(id: string): Promise<void> {
    chapter("The plan, as a person sees it before they sign");
    tell(indented(await approver.run("show", id), 0));
    chapter("It is sent back");
    const words = "Pin what we agreed with a test first.";
    await command("request-changes", id, "-m", words);
    chapter("The agent revises");
  }

  async function signs(id: string, revision: number): Promise<void> {
    chapter("What changed since the first revision");
    tell(indented(await approver.run("compare", id), 0));
    chapter(`Revision ${revision} is countersigned: this text, and no other`);
    await command("approve", id, "-m", "Go.");
    chapter("It is carried out, within what was signed");
  }

  async function command(...args: string[]): Promise<void> {
    const shown = args.map((word) => (/^[\w./=-]+$/.test(word) ? word : JSON.stringify(word)));
    tell(said(approver.name, `$ countersign ${shown.join(" ")}`));
    tell(indented(await approver.run(...args)));
  }

  async function report(id: string): Promise<number> {
    const { status } = ((await approver.json("show", id)) as Shown).plan;
    chapter("What was changed, and only that");
    tell(
      indented(
        execFileSync("git", ["diff", "--unified=1"], { cwd: stage.project, env: stage.env, encoding: "utf8" }),
        0,
      ),
    );
    chapter("The record: who did what, sealed");
    tell(indented(await approver.run("audit", id), 0));
    tell(indented(await approver.run("audit", "--verify"), 0));
    chapter(`The plan is ${status}. The project and all of this is gone now`);
    tell(FAREWELL);
    return status === "completed" ? 0 : 1;
  }

  function gaveUp(): number {
    tell(said("", "The story broke off before there was a plan.", "! "));
    return 1;
  }
}

function tests({ project, env }: Stage): string {
  const { stdout } = spawnSync("node", ["--test", "--test-reporter=tap"], { cwd: project, env, encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => /^(?:not )?ok |^# (?:pass|fail) /.test(line));
  return ["$ node --test", ...lines].join("\n");
}

const INTRODUCTION = [
  "Countersign, a demonstration. There is no terminal here, so it plays by itself.",
  "The model is scripted, and the person (ana) is played by the command line with a",
  "token made for this. All else is real: project, guard, sandbox, signature, checks.",
];

const FAREWELL = [
  "In a terminal it is you who reviews and signs:  npm start -- --demo",
  "With a model of your own:  countersign, then /plan <goal>",
];
