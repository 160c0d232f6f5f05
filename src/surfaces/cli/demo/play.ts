import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { App, type AppProcess } from "./app.ts";
import { Approver, NAME } from "./approver.ts";
import { OPTIONS } from "./empty-title.ts";
import { failingTests } from "./failing-tests.ts";
import { followRun } from "./follow-run.ts";
import { report } from "./report.ts";
import { GOAL } from "./sample-project.ts";
import type { StageDesk } from "./stage-desk.ts";
import type { Telling } from "./telling.ts";
import { indented, said, Transcript } from "./transcript.ts";
import { whereCommandsRun } from "./where-commands-run.ts";

/**
 * The story without a terminal: the real app, and a process that answers in place of a person. Returns whether it
 * succeeded.
 */
export async function play(desk: StageDesk, startApp: () => AppProcess, tell: Telling): Promise<boolean> {
  const { env, project } = desk.stage;
  tell.lines([...INTRODUCTION, await whereCommandsRun(env, project)]);
  return new Play(desk, new App(startApp()), new Approver(desk.desk), tell).run();
}

class Play {
  readonly #desk: StageDesk;
  readonly #app: App;
  readonly #approver: Approver;
  readonly #tell: Telling;

  constructor(desk: StageDesk, app: App, approver: Approver, tell: Telling) {
    this.#desk = desk;
    this.#app = app;
    this.#approver = approver;
    this.#tell = tell;
  }

  async run(): Promise<boolean> {
    const tell = this.#tell;
    tell.chapter("A project, and tests that fail");
    tell.lines(indented(failingTests(this.#desk.stage)));
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
    return report(this.#desk, this.#plan?.id, tell);
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
    const plan = await this.#desk.plan(review.journal);
    this.#plan = plan;
    await (plan.proposal.revision === 1 ? this.#sendBack(plan) : this.#sign(plan));
    return true;
  }

  async #sendBack(plan: LivePlan): Promise<void> {
    const words = "Pin what we agreed with a test first.";
    this.#tell.chapter("What a person sees before they sign (countersign show)");
    this.#tell.lines(indented(await this.#desk.run("show", plan.id), 0));
    this.#tell.chapter("It is sent back, and the agent revises");
    this.#tell.lines(said(NAME, `requests changes: ${words}`));
    await this.#approver.requestsChanges(plan, words);
  }

  async #sign(plan: LivePlan): Promise<void> {
    const { revision, digest } = plan.proposal;
    const tell = this.#tell;
    this.#tell.chapter("What has changed since (countersign compare)");
    this.#tell.lines(indented(await this.#desk.run("compare", plan.id), 0));
    this.#tell.chapter("It is countersigned, and runs within its approved scope");
    this.#tell.lines(said(NAME, `signs revision ${revision} of ${plan.id}: this text, and no other`));
    this.#tell.lines(indented(digest));
    // The app reports nothing more by itself: the journal has what its subagents do.
    this.#run = followRun({
      ...{ desk: this.#desk, plan: plan.id, print: (lines) => tell.lines(lines) },
      outside: async (request) => {
        await this.#approver.refuses(request);
        return said(NAME, "refuses: it stays as it was signed");
      },
    }).finally(() => this.#app.leave());
    await this.#approver.signs(plan);
  }
}

const INTRODUCTION = [
  "Countersign, a demonstration. There is no terminal here, so it plays by itself.",
  "The model is scripted, and the person (ana) is played by another process with a",
  "token made for it. All else is real: project, guard, signature, checks.",
];
