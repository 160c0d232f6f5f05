import { spawnSync } from "node:child_process";
import { runGit } from "../../../desk/git/launch-git.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import { App, type AppProcess } from "./app.ts";
import { Approver, NAME } from "./approver.ts";
import { OPTIONS } from "./empty-title.ts";
import { followRun } from "./follow-run.ts";
import { GOAL } from "./sample-project.ts";
import type { Stage } from "./stage.ts";
import { indented, said, Transcript } from "./transcript.ts";
import { whereCommandsRun } from "./where-commands-run.ts";

type Print = (line: string) => void;

/**
 * The story without a terminal: the real app, and a process that answers in place of a person. Returns whether it
 * succeeded.
 */
export async function play(
  stage: Stage,
  countersign: readonly [string, ...string[]],
  startApp: () => AppProcess,
  print: Print,
): Promise<boolean> {
  const tell = new Telling(print);
  tell.lines([...INTRODUCTION, await whereCommandsRun(stage.env, stage.project)]);
  const app = new App(startApp());
  const approver = new Approver(stage, countersign);
  try {
    return await new Play(stage, app, approver, tell).run();
  } finally {
    approver.close();
  }
}

class Play {
  readonly #stage: Stage;
  readonly #app: App;
  readonly #approver: Approver;
  readonly #tell: Telling;

  constructor(stage: Stage, app: App, approver: Approver, tell: Telling) {
    this.#stage = stage;
    this.#app = app;
    this.#approver = approver;
    this.#tell = tell;
  }

  async run(): Promise<boolean> {
    const tell = this.#tell;
    tell.chapter("A project, and tests that fail");
    tell.lines(indented(tests(this.#stage)));
    tell.chapter("The agent plans: it can look at everything and change nothing");
    tell.lines(said(NAME, `/plan ${GOAL}`));
    this.#app.type(`/plan ${GOAL}`);
    const transcript = new Transcript();
    for await (const seen of this.#app.watch()) {
      if (seen.type === "message") tell.lines(transcript.lines(seen.message));
      if (seen.type === "trouble") tell.lines(said("", seen.words, "! "));
      if (seen.type === "dialog") await this.#answerQuestion();
      if (seen.type === "settled" && this.#run === undefined && !(await this.#review())) break;
    }
    this.#app.leave();
    await this.#run;
    return this.#report();
  }

  #plan: LivePlan | undefined;
  /** Resolves when the run has ended. */
  #run: Promise<void> | undefined;

  async #answerQuestion(): Promise<void> {
    const question = (await this.#approver.waiting()).find(({ kind }) => kind === "question");
    const [first = ""] = OPTIONS;
    if (question === undefined) return;
    this.#tell.lines(said(NAME, `${first}   (of: ${OPTIONS.join(", ")}; or in own words)`));
    await this.#approver.answers(question, first);
  }

  /** Sends the first revision back and signs the second one. Returns whether there was one to review. */
  async #review(): Promise<boolean> {
    const review = (await this.#approver.waiting()).find(({ kind }) => kind === "review");
    if (review === undefined) return false;
    const plan = await this.#approver.plan(review.journal);
    this.#plan = plan;
    await (plan.proposal.revision === 1 ? this.#sendBack(plan) : this.#sign(plan));
    return true;
  }

  async #sendBack(plan: LivePlan): Promise<void> {
    const words = "Pin what we agreed with a test first.";
    this.#tell.chapter("What a person sees before they sign (countersign show)");
    this.#tell.lines(indented(await this.#approver.run("show", plan.id), 0));
    this.#tell.chapter("It is sent back, and the agent revises");
    this.#tell.lines(said(NAME, `requests changes: ${words}`));
    await this.#approver.requestsChanges(plan, words);
  }

  async #sign(plan: LivePlan): Promise<void> {
    const { revision, digest } = plan.proposal;
    const tell = this.#tell;
    this.#tell.chapter("What has changed since (countersign compare)");
    this.#tell.lines(indented(await this.#approver.run("compare", plan.id), 0));
    this.#tell.chapter("It is countersigned, and runs within its approved scope");
    this.#tell.lines(said(NAME, `signs revision ${revision} of ${plan.id}: this text, and no other`));
    this.#tell.lines(indented(digest));
    // The app reports nothing more by itself: the journal has what its subagents do.
    this.#run = followRun(this.#approver, plan.id, (lines) => tell.lines(lines)).finally(() => this.#app.leave());
    await this.#approver.signs(plan);
  }

  async #report(): Promise<boolean> {
    const tell = this.#tell;
    if (this.#plan === undefined) {
      tell.lines(said("", "The story broke off before there was a plan.", "! "));
      return false;
    }
    const plan = await this.#approver.plan(this.#plan.id);
    tell.chapter("The steps, as the host saw them");
    tell.lines(stepLines(plan));
    tell.chapter("The changes (git diff)");
    const { project, env } = this.#stage;
    tell.lines(indented(runGit(["diff", "--unified=1"], { project, env }).toString(), 0));
    tell.chapter("The record, sealed (countersign audit, and audit --verify)");
    const acts = ["proposed", "changes_requested", "approved", "run_started", "completed", "failed"];
    tell.lines(indented(await this.#approver.run("audit", plan.id, "--action", acts.join(",")), 0));
    tell.lines(indented(await this.#approver.run("audit", "--verify"), 0));
    tell.chapter(`The plan is ${plan.status}`);
    return plan.status === "completed";
  }
}

/** Each with its result and the command that showed it. */
function stepLines(plan: LivePlan): string[] {
  const run = "run" in plan ? plan.run : undefined;
  return bindingPlan(plan).steps.flatMap(({ id, title, verify, run: command }) => {
    const status = run?.steps.get(id)?.status ?? "pending";
    const how = verify ? `check: ${verify}` : `run: ${command ?? ""}`;
    return said("", `${id}: ${title}\n${status}, ${how}`, status === "completed" ? "✓ " : "✗ ");
  });
}

function tests({ project, env }: Stage): string {
  const { stdout } = spawnSync("node", ["--test", "--test-reporter=tap"], { cwd: project, env, encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => /^(?:not )?ok |^# (?:pass|fail) /.test(line));
  return ["$ node --test", ...lines].join("\n");
}

class Telling {
  readonly #print: Print;

  constructor(print: Print) {
    this.#print = print;
  }

  lines(lines: readonly string[]): void {
    for (const line of lines) this.#print(line);
  }

  chapter(title: string): void {
    this.lines(["", `== ${title}`, ""]);
  }
}

const INTRODUCTION = [
  "Countersign, a demonstration. There is no terminal here, so it plays by itself.",
  "The model is scripted, and the person (ana) is played by another process with a",
  "token made for it. All else is real: project, guard, signature, checks.",
];
