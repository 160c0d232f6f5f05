import type { Desk } from "../../../desk/desk.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer, type InboxEntry, inbox } from "../../../desk/requests.ts";
import { createToken } from "../../../desk/tokens.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { told } from "./told.ts";

export const NAME = "ana";

/** Answers in place of a person at a terminal: another process, with a token made in the throwaway home. */
export class Approver {
  readonly #desk: Desk;
  readonly #person: Person;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#person = told(desk.authenticate({ via: "token", secret: makeToken(desk) }));
  }

  waiting(): Promise<InboxEntry[]> {
    return inbox(this.#desk);
  }

  async answers(question: InboxEntry, text: string): Promise<void> {
    told(await answer(this.#desk, question.id, { kind: "question", text }, this.#person));
  }

  /** A call outside the approved scope. */
  async refuses(request: string): Promise<void> {
    told(await answer(this.#desk, request, { kind: "amendment", choice: "refuse" }, this.#person));
  }

  async requestsChanges({ id, proposal: { revision } }: LivePlan, feedback: string): Promise<void> {
    told(await this.#desk.send(id, { type: "request_changes", revision, feedback }, this.#person));
  }

  /** Names revision and digest: a changed text would be refused. */
  async signs({ id, proposal: { revision, digest } }: LivePlan): Promise<void> {
    told(await this.#desk.send(id, { type: "approve", revision, digest }, this.#person));
  }
}

/** As `countersign token create` makes it, whose question only a terminal could answer. */
function makeToken(desk: Desk): string {
  const owner = told(desk.authenticate({ via: "surface", surface: "terminal", id: NAME, name: NAME }));
  return createToken(desk.homeDatabase(), { name: NAME, roles: [] }, owner, desk.at()).secret;
}
