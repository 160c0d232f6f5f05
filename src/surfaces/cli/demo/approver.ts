import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Desk } from "../../../desk/desk.ts";
import type { DeskEvent } from "../../../desk/events.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer, type InboxEntry, inbox } from "../../../desk/requests.ts";
import { createToken } from "../../../desk/tokens.ts";
import { watch } from "../../../desk/watch.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Stage } from "./stage.ts";

export const NAME = "ana";

/** Answers in place of a person at a terminal: another process, with a token made in the throwaway home. */
export class Approver {
  readonly #stage: Stage;
  readonly #countersign: readonly [string, ...string[]];
  readonly #desk: Desk;
  readonly #person: Person;
  readonly #closed = new AbortController();

  constructor(stage: Stage, countersign: readonly [string, ...string[]]) {
    this.#stage = stage;
    this.#countersign = countersign;
    this.#desk = new Desk({ directory: stage.project, env: stage.env });
    this.#person = told(this.#desk.authenticate({ via: "token", secret: makeToken(this.#desk) }));
  }

  waiting(): Promise<InboxEntry[]> {
    return inbox(this.#desk);
  }

  async plan(id: string): Promise<LivePlan> {
    const found = told(await this.#desk.plan(id));
    if (found.kind !== "standing") throw new Error(`${id} is ${found.kind}.`);
    return found.state;
  }

  async answers(question: InboxEntry, text: string): Promise<void> {
    told(await answer(this.#desk, question.id, { kind: "question", text }, this.#person));
  }

  /** A call outside the approved scope. */
  async refuses(request: string): Promise<void> {
    told(await answer(this.#desk, request, { kind: "amendment", choice: "refuse" }, this.#person));
  }

  /** Records from now on, by any process. */
  watch(): AsyncGenerator<DeskEvent> {
    return watch(this.#desk, { signal: this.#closed.signal });
  }

  async requestsChanges({ id, proposal: { revision } }: LivePlan, feedback: string): Promise<void> {
    told(await this.#desk.send(id, { type: "request_changes", revision, feedback }, this.#person));
  }

  /** Names revision and digest: a changed text would be refused. */
  async signs({ id, proposal: { revision, digest } }: LivePlan): Promise<void> {
    told(await this.#desk.send(id, { type: "approve", revision, digest }, this.#person));
  }

  /** Runs `countersign …` in the project; returns its output. */
  async run(...args: string[]): Promise<string> {
    const [program, ...before] = this.#countersign;
    const { project: cwd, env } = this.#stage;
    return (await promisify(execFile)(program, [...before, ...args], { cwd, env })).stdout;
  }

  close(): void {
    this.#closed.abort();
    this.#desk.close();
  }
}

/** As `countersign token create` makes it, whose question only a terminal could answer. */
function makeToken(desk: Desk): string {
  const owner = told(desk.authenticate({ via: "surface", surface: "terminal", id: NAME, name: NAME }));
  return createToken(desk.homeDatabase(), { name: NAME, roles: [] }, owner, desk.at()).secret;
}

function told<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}
