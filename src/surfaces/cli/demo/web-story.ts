import type { PlanningNews } from "../../../agent/planner/planning-news.ts";
import type { RequestId } from "../../../lifecycle/request.ts";
import { visible } from "../../../plan/visible.ts";
import type { DashboardClient } from "./dashboard-client.ts";
import { followRun } from "./follow-run.ts";
import { GOAL } from "./sample-project.ts";
import type { StageDesk } from "./stage-desk.ts";
import type { Telling } from "./telling.ts";
import { said } from "./transcript.ts";

/** Who answers in the story: a person in the browser, or this process in their place. */
export interface Reviewer {
  question(request: RequestId): Promise<void>;
  review(plan: string, revision: number): Promise<void>;
  /** Returns the lines that the terminal prints about it. */
  outside(request: RequestId): Promise<string[]>;
}

/** The story on the dashboard: told in the terminal from the first look of the agent to the end of its plan. */
export class WebStory {
  readonly #client: DashboardClient;
  readonly #desk: StageDesk;
  readonly #reviewer: Reviewer;
  readonly #tell: Telling;
  readonly #over = new AbortController();
  #plan: string | undefined;
  #run: Promise<void> | undefined;

  constructor(client: DashboardClient, desk: StageDesk, reviewer: Reviewer, tell: Telling) {
    this.#client = client;
    this.#desk = desk;
    this.#reviewer = reviewer;
    this.#tell = tell;
  }

  /** `began` is told the planning session. Returns the plan, if there was one. */
  async run(began: (planning: string) => void): Promise<string | undefined> {
    const events = this.#client.live(this.#over.signal);
    // The stream begins: nothing after this is missed.
    await events.next();
    const { id } = await this.#client.plan(GOAL);
    began(id);
    let told = 0;
    for await (const event of events) {
      if (event !== "planning") continue;
      const planning = await this.#client.planning(id);
      const news = planning?.news.slice(told) ?? [];
      told += news.length;
      for (const one of news) await this.#happened(one.news);
      if (planning?.phase === "ended" && this.#run === undefined) this.#over.abort();
    }
    if (!this.#over.signal.aborted) throw new Error("The dashboard ended before the story.");
    await this.#run;
    return this.#plan;
  }

  async #happened(news: PlanningNews): Promise<void> {
    this.#tell.lines(linesOf(news));
    if (news.type === "asked") await this.#reviewer.question(news.request);
    if (news.type !== "proposed") return;
    this.#plan = news.plan_id;
    this.#run ??= followRun({
      ...{ desk: this.#desk, plan: news.plan_id, print: (lines: readonly string[]) => this.#tell.lines(lines) },
      outside: (request) => this.#reviewer.outside(request),
    }).finally(() => this.#over.abort());
    await this.#reviewer.review(news.plan_id, news.revision);
  }
}

function linesOf(news: PlanningNews): string[] {
  switch (news.type) {
    case "started":
      return said("agent", `plans, with the model ${news.model}`);
    case "called":
      if (news.tool === "ask_user") return [];
      return said("", visible(`${news.tool} ${news.summary}`.trim()), "> ");
    case "refused":
      return said("", visible(news.reason), "  ✗ ");
    case "asked":
      return said("agent", `asks: ${visible(news.question)}`);
    case "answered":
      return said("", "It has its answer.", "  ✓ ");
    case "proposed":
      return said("", `Submitted ${news.plan_id}, revision ${news.revision}`, "  ✓ ");
    case "revising":
      return said("agent", "revises its plan");
    case "not_a_plan":
    case "retried":
    case "trouble":
      return said("", visible(news.reason), "! ");
    case "reminded":
      return [];
  }
}
