import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { Person } from "../../desk/persons.ts";
import type { Phase } from "../../lifecycle/agent-phase.ts";
import type { CardStore } from "./card-store.ts";

export interface RequesterOptions {
  plan: PlanSession;
  store: CardStore;
  /** The agent's own channel. */
  owner: string;
}

/** The person an agent plans for: the one who gave it the task, not one who writes while it plans. */
export class Requester {
  readonly #options: RequesterOptions;
  /** The person who last gave it a task while it was not planning. */
  #speaker: Person | undefined;

  constructor(options: RequesterOptions) {
    this.#options = options;
    options.plan.listen((news) => this.#planned(news));
  }

  /** An agent that plans from the start plans for the first person who talks to it. */
  setToWork(person: Person, phase: Phase): void {
    const { store, owner } = this.#options;
    if (phase === "inactive") this.#speaker = person;
    else if (store.requester(owner) === undefined) store.setRequester(owner, person);
  }

  #planned(news: PlanNews): void {
    const { plan, store, owner } = this.#options;
    if (news.type === "entered" && this.#speaker) store.setRequester(owner, this.#speaker);
    const isOver = news.type === "recorded" && news.event.data.type === "planning_left";
    if (isOver && news.event.journal === plan.agent.id) store.dropRequester(owner);
  }
}
