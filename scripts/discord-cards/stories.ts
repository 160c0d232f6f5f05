import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SubagentsAtWork } from "../../src/agent/subagents-at-work.ts";
import { Desk } from "../../src/desk/desk.ts";
import type { Outcome } from "../../src/desk/outcome.ts";
import type { Person } from "../../src/desk/persons.ts";
import { type Actor, HOST } from "../../src/lifecycle/actor.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { NO_STATS, type StepResult } from "../../src/lifecycle/step-result.ts";
import type { CardMessage } from "../../src/surfaces/discord/cards/card-message.ts";
import { planCard } from "../../src/surfaces/discord/cards/plan-card.ts";
import type { PlanFacts } from "../../src/surfaces/discord/cards/plan-facts.ts";
import { requestCard } from "../../src/surfaces/discord/cards/request-card.ts";

/** A card as it stands in a channel. */
export interface CardStory {
  card: CardMessage;
  plan: LivePlan;
  /** When somebody looks at it. */
  at: string;
}

/** One plan on its way, kept by a real desk, and its cards at the points that the documentation shows. */
export async function cardStories(): Promise<ReadonlyMap<string, CardStory>> {
  const scratch = mkdtempSync(join(tmpdir(), "discord-cards-"));
  const other = join(scratch, "other");
  try {
    mkdirSync(other);
    return new Map([...(await tell(new Teller(scratch))), ["long", await longPlan(new Teller(other))]]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const BUILDER: Actor = { kind: "agent", surface: "discord", id: "builder", name: "Builder" };

const LEADS = "100000000000000004";
const ADA = "100000000000000005";

/** Who is who for those who look at the cards. */
export const NAMES = { [LEADS]: "leads", [ADA]: "ada" };

const PLAN = {
  id: "PLAN-4f1d22c9",
  title: "Limit sign-in attempts",
  summary: "Nothing slows down somebody who guesses passwords. Failed attempts are counted for each account.",
  steps: [
    {
      ...{ id: "pin", title: "Pin what happens today with a test", mode: "test", risk: "low" },
      ...{ files: ["test/sign-in.test.ts"], tools: ["read", "write"] },
    },
    {
      ...{ id: "count", title: "Count failed attempts for each account", mode: "code", risk: "medium" },
      ...{ files: ["src/sign-in.ts"], tools: ["read", "edit"], verify: "npm test", depends_on: ["pin"] },
    },
    {
      ...{ id: "table", title: "Add the table to the database", mode: "run", risk: "high" },
      ...{ run: "npm run migrate", depends_on: ["pin"], decision_id: "store" },
    },
    {
      ...{ id: "docs", title: "Say so in the handbook", mode: "docs", risk: "low" },
      ...{ files: ["docs/handbook.md"], tools: ["read", "edit"], depends_on: ["count", "table"] },
    },
  ],
  decisions: [
    {
      ...{ decision_id: "store", header: "Where the counts are kept", question: "Where shall the counts be kept?" },
      options: [
        { label: "In the database", description: "survives a restart; one table more" },
        { label: "In memory", description: "nothing to migrate; forgotten at a restart" },
      ],
      recommended: "In the database",
    },
  ],
  questions: ["Is ten attempts an hour right for everybody?"],
};

const PARTS = ["orders", "refunds", "invoices", "vouchers", "reports", "emails"];

/** 30 steps: each part is read, ported, tested, migrated and documented. */
const LONG_PLAN = {
  id: "PLAN-7c3a90de",
  title: "Move the shop to the new payment service",
  summary: "The old service ends in March. Each part of the shop moves on its own.",
  steps: PARTS.flatMap((part) => [
    { id: `read-${part}`, title: `Read how ${part} use the old service`, mode: "research", risk: "low" },
    {
      ...{ id: `port-${part}`, title: `Port ${part} to the new client`, mode: "code", risk: "medium" },
      ...{ verify: "npm test", depends_on: [`read-${part}`], files: [`src/${part}/**`] },
    },
    {
      ...{ id: `test-${part}`, title: `Test ${part} against the sandbox`, mode: "test", risk: "low" },
      ...{ verify: "npm run e2e", depends_on: [`port-${part}`], files: [`test/${part}/**`] },
    },
    {
      ...{ id: `move-${part}`, title: `Migrate the table of ${part}`, mode: "run", risk: "high" },
      ...{ run: `npm run migrate ${part}`, depends_on: [`test-${part}`] },
    },
    {
      ...{ id: `docs-${part}`, title: `Describe ${part} in the handbook`, mode: "docs", risk: "low" },
      ...{ depends_on: [`move-${part}`], files: ["docs/handbook.md"] },
    },
  ]),
};

async function longPlan(teller: Teller): Promise<CardStory> {
  await teller.propose(LONG_PLAN, teller.person(ADA, "ada"));
  teller.later(2);
  return teller.planCard({ tree: { kind: "unchanged" } });
}

async function tell(teller: Teller): Promise<ReadonlyMap<string, CardStory>> {
  const ada = teller.person(ADA, "ada");
  const stories = new Map<string, CardStory>();
  const keep = (name: string, more: Partial<PlanFacts> = {}) => stories.set(name, teller.planCard(more));

  await teller.propose(PLAN, ada);
  teller.later(2);
  keep("proposed", { tree: { kind: "unchanged" } });

  const { revision, digest } = teller.plan.proposal;
  await teller.send({ type: "approve", revision, digest }, ada);
  await teller.send({ type: "start", run_id: "run-1" });
  await teller.send({ type: "start_step", step_id: "pin" });
  teller.later(3);
  await teller.send({ type: "end_step", step_id: "pin", outcome: "completed", result: took(170, 21_000) });
  await teller.send({ type: "start_step", step_id: "count" });
  await teller.send({ type: "await_decision", step_id: "table" });
  teller.later(1);
  const atWork: SubagentsAtWork = new Map([
    ["count", { subagent_id: "a", attempt: 1, doing: "edit src/sign-in.ts", stats: took(60, 9_000).stats }],
  ]);
  keep("running", { atWork });

  const [asked] = openRequests(teller.plan.requests);
  if (asked === undefined) throw new Error("Nothing is to be decided.");
  stories.set("decision", { card: requestCard(asked, teller.plan), plan: teller.plan, at: teller.at });

  await teller.send({ type: "decide", decision_id: "store", selections: ["In the database"] }, ada);
  teller.later(2);
  await teller.send({ type: "end_step", step_id: "count", outcome: "completed", result: took(190, 34_000) });
  await teller.send({ type: "start_step", step_id: "table" });
  teller.later(1);
  const error = "npm run migrate ended with 1";
  const output = "error: relation sign_in_attempts exists already";
  await teller.send({
    ...{ type: "end_step", step_id: "table", outcome: "failed", notes: error },
    result: { ...took(8, 0), output, error },
  });
  await teller.send({ type: "fail", reason: "Step 3 failed, and step 4 needs it." });
  keep("failed");
  return stories;
}

function took(seconds: number, tokens: number): StepResult {
  const cost = tokens * 0.000_004;
  return { output: "", stats: { ...NO_STATS, duration_seconds: seconds, prompt_tokens: tokens, cost } };
}

/** Tells a story at a desk, with a clock of its own. */
class Teller {
  readonly #desk: Desk;
  #now = Date.parse("2026-11-16T09:41:00.000Z");
  #plan: LivePlan | undefined;

  constructor(scratch: string) {
    const directory = join(scratch, "project");
    mkdirSync(directory);
    execFileSync("git", ["init", "-q", directory]);
    this.#desk = new Desk({
      directory,
      env: { PATH: process.env["PATH"], COUNTERSIGN_HOME: join(scratch, "home") },
      settings: { approvers: [`role:${LEADS}`, `discord:${ADA}`], review_timeout_minutes: 30 },
      now: () => new Date(this.#now),
    });
  }

  get at(): string {
    return new Date(this.#now).toISOString();
  }

  get plan(): LivePlan {
    if (this.#plan === undefined) throw new Error("Nothing is proposed yet.");
    return this.#plan;
  }

  person(id: string, name: string): Person {
    return sure(this.#desk.authenticate({ via: "surface", surface: "discord", id, name, roles: [] }));
  }

  later(minutes: number): void {
    this.#now += minutes * 60_000;
  }

  async propose(draft: unknown, requester: Actor): Promise<void> {
    this.#plan = sure(await this.#desk.propose(draft, BUILDER, { requester })).plan;
  }

  async send(command: PlanCommand, by: Actor = HOST): Promise<void> {
    this.#plan = sure(await this.#desk.send(this.plan.id, command, by));
  }

  planCard(more: Partial<PlanFacts>): CardStory {
    const { plan, at } = this;
    const { approvers } = this.#desk.configuration.config;
    return {
      card: planCard({ plan, approvers, at, picture: new Uint8Array(1), ...more }),
      plan,
      at,
    };
  }
}

function sure<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}
