import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { Person } from "../../desk/persons.ts";
import type { Phase } from "../../lifecycle/agent-phase.ts";
import type { CardBook } from "./card-book.ts";

export interface RequesterOptions {
  plan: PlanSession;
  book: CardBook;
  /** The agent's own channel. */
  owner: string;
}

/** For whom an agent plans: the person who set it to work, and not one who speaks while it plans. */
export class Requester {
  readonly #options: RequesterOptions;
  /** Who last set it to work, while it does not plan. */
  #speaker: Person | undefined;

  constructor(options: RequesterOptions) {
    this.#options = options;
    options.plan.listen((news) => this.#planned(news));
  }

  /** An agent that plans from the start plans for the first person who talks to it. */
  setToWork(person: Person, phase: Phase): void {
    const { book, owner } = this.#options;
    if (phase === "inactive") this.#speaker = person;
    else if (book.requester(owner) === undefined) book.setRequester(owner, person);
  }

  #planned(news: PlanNews): void {
    const { plan, book, owner } = this.#options;
    if (news.type === "entered" && this.#speaker) book.setRequester(owner, this.#speaker);
    const isOver = news.type === "recorded" && news.event.data.type === "planning_left";
    if (isOver && news.event.journal === plan.agent.id) book.dropRequester(owner);
  }
}
