import fc from "fast-check";
import { formOf } from "../../src/acts/request-form.ts";
import type { Actor } from "../../src/lifecycle/actor.ts";
import { ANYONE, type Approvers } from "../../src/lifecycle/approvers.ts";
import { COMMANDS } from "../../src/lifecycle/commands.ts";
import { decide } from "../../src/lifecycle/decide.ts";
import { evolve } from "../../src/lifecycle/evolve.ts";
import type { PlanCommand, PlanCommandType, RunAnswer, Terms } from "../../src/lifecycle/plan-command.ts";
import type { Occasion, PlanEvent } from "../../src/lifecycle/plan-event.ts";
import { ABSENT, type PlanState } from "../../src/lifecycle/plan-state.ts";
import type { Decided } from "../../src/lifecycle/refusal.ts";
import { after, isRunRequest } from "../../src/lifecycle/request.ts";
import type { StepStatus } from "../../src/lifecycle/step-state.ts";
import { isAllowedFrom } from "../../src/lifecycle/wrong-state.ts";
import { type Digest, digestOf } from "../../src/plan/digest.ts";
import type { Plan } from "../../src/plan/plan.ts";
import {
  ANN,
  agent,
  amend,
  BOB,
  decision,
  FILE,
  HOST,
  hitBudget,
  LEASE,
  missModel,
  person,
  planOf,
  T0,
  terms,
} from "../builders.ts";

const base: Plan = {
  ...planOf(
    "a",
    { id: "constructor", depends_on: ["a"] },
    { id: "c", decision_id: "colour", depends_on: ["constructor"] },
    "d",
  ),
  decisions: [decision("colour", { default: ["red"], deadline_minutes: 30 })],
};
const PLANS: readonly Plan[] = [
  base,
  { ...base, title: "Another" },
  { ...base, priority: 3 },
  {
    ...base,
    decisions: [decision("colour", { question: "Which one not?", options: [{ label: "red" }, { label: "green" }] })],
  },
  { ...base, steps: base.steps.map((step) => (step.id === "a" ? { ...step, description: "carefully" } : step)) },
  planOf("a", "d", { id: "e", depends_on: ["a", "d"] }),
];
const DIGESTS = PLANS.map(digestOf);

export const ACTORS: readonly Actor[] = [
  ANN,
  BOB,
  person("cat"),
  person("ann", { surface: "discord", id: "7" }),
  agent(),
  HOST,
  FILE,
  { kind: "local", surface: "cli", id: "u", name: "u", person: "local" },
];
const APPROVERS: readonly Approvers[] = [
  ANYONE,
  { ...ANYONE, quorum: 2 },
  { from: ["bob", "cat"], quorum: 1, exclude_requester: false },
  { from: "requester", quorum: 1, exclude_requester: false },
  { ...ANYONE, exclude_requester: true },
];
const WAITS = [1, 1, 1, 1, 7, 40, 45 * 24 * 60];
const TYPES = Object.keys(COMMANDS) as PlanCommandType[];

/** Chances, by which each move chooses; `wrong` is 0 where everything the mover says should fit. */
const move = fc.record({
  any: fc.nat(9),
  type: fc.nat(999),
  who: fc.nat(99),
  wrong: fc.nat(5),
  a: fc.nat(99),
  b: fc.nat(99),
});
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;

export interface Step {
  before: PlanState;
  command: PlanCommand;
  terms: Terms;
  decided: Decided<PlanEvent>;
  after: PlanState;
  occasion: Occasion;
}

/** A plan's life under whatever anybody may ask of it, in whatever order. */
export const walk: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...APPROVERS), fc.array(move, { minLength: 5, maxLength: 60, size: "max" }))
  .map(([approvers, moves]) => {
    let state: PlanState = ABSENT;
    let at = T0;
    const steps = moves.map((chance): Step => {
      const before = state;
      at = after(at, pick(WAITS, chance.b)) ?? at;
      const by = chance.who < 60 ? pick(ACTORS.slice(0, 4), chance.who) : pick(ACTORS, chance.who);
      const under = terms({
        at,
        by,
        approvers,
        review_timeout_minutes: 30,
        stale_after_days: 30,
        decision_timeout_seconds: 600,
        ...lease(before, chance.wrong),
      });
      const command = commandFor(before, chance);
      const decided = decide(before, command, under);
      const version = (before.status === "absent" ? 0 : before.version) + 1;
      const occasion = { journal: base.id, version, at, by };
      if (decided.ok) state = decided.events.reduce((now, event) => evolve(now, event, occasion), before);
      return { before, command, terms: under, decided, after: state, occasion };
    });
    return Object.defineProperty(steps, fc.toStringMethod, {
      value: () => steps.map(inWords).join("\n"),
      enumerable: false,
    });
  });

/** Whoever is right acts under the lease that holds. */
function lease(state: PlanState, wrong: number): { lease?: string } {
  const held = state.status === "absent" ? undefined : state.run?.lease?.id;
  return held === undefined ? {} : { lease: wrong > 0 ? held : "another" };
}

function inWords({ command, terms, decided, after }: Step): string {
  const answer = decided.ok ? after.status : `no: ${decided.refusal.kind}`;
  const { plan: _, ...said } = { plan: undefined, ...command };
  return `${terms.at} ${terms.by.kind} ${terms.by.name}: ${JSON.stringify(said)} → ${answer}`;
}

function commandFor(state: PlanState, chance: Move): PlanCommand {
  const possible = TYPES.filter((type) => isAllowedFrom(type, state.status)).flatMap((type) =>
    Array<PlanCommandType>(WEIGHTS[type] ?? 2).fill(type),
  );
  return spell(pick(chance.any === 0 || possible.length === 0 ? TYPES : possible, chance.type), state, chance);
}

/** What leads on is likelier than what leads away, or no walk would get far. */
const WEIGHTS: Partial<Record<PlanCommandType, number>> = {
  ...{ approve: 8, start: 12, decide: 4, start_step: 16, end_step: 16, complete: 8, skip_step: 4, retry: 6 },
  ...{ cancel: 0, reject: 0, go_stale: 0, pause: 1, stall: 1, fail: 1, edit: 1, retry_step: 4, expire_request: 1 },
};

/** A command of this type, as the mover understands the state. */
export function spell(
  type: PlanCommandType,
  state: PlanState,
  { wrong, a, b }: Pick<Move, "wrong" | "a" | "b">,
): PlanCommand {
  const isRight = wrong > 0;
  const live = state.status === "absent" ? undefined : state;
  const index = a % PLANS.length;
  const text = { plan: pick(PLANS, index), text: `text ${a}`, digest: pick(DIGESTS, index) as Digest };
  const revision = isRight ? (live?.proposal.revision ?? 1) : a % 4;
  const step_id =
    pick([...(live?.run?.steps ?? [])].map(([id]) => id).concat(isRight ? [] : ["z", "valueOf"]), a) ?? "a";
  const stepThatIs = (...statuses: StepStatus[]): string | undefined =>
    isRight ? [...(live?.run?.steps ?? [])].find(([, { status }]) => statuses.includes(status))?.[0] : undefined;
  switch (type) {
    case "propose":
      return { type, ...text, requester: ANN };
    case "edit":
      return { type, ...text };
    case "approve": {
      const digest = isRight ? (live?.proposal.digest ?? text.digest) : text.digest;
      const left_out = b % 4 === 0 ? [pick(["d", "c", "a", "z"], a)] : [];
      return { type, revision, digest, choices: { left_out } };
    }
    case "request_changes":
      return { type, revision, feedback: isRight ? "smaller" : "", comments: b % 9 === 0 ? { z: "?" } : {} };
    case "reject":
      return { type, revision };
    case "decide":
      return { type, decision_id: isRight ? "colour" : "toString", selections: [pick(["red", "blue", "green"], a)] };
    case "settle_divergence":
      return { type, choice: a % 2 === 0 ? "signed" : "review" };
    case "expire_request": {
      const open = Object.values(live?.requests ?? {}).filter(({ closing }) => !isRight || closing === undefined);
      return { type, request_id: pick(open, a)?.id ?? "nothing" };
    }
    case "start":
      return { type, run_id: `run-${a}` };
    case "end_step":
      return {
        type,
        step_id: stepThatIs("in_progress") ?? step_id,
        outcome: pick(["completed", "completed", "failed", "interrupted"] as const, b),
      };
    case "skip_step":
      return { type, step_id, reason: isRight ? "not needed" : " " };
    case "start_step":
      return { type, step_id: stepThatIs("pending") ?? step_id };
    case "fail_step":
      return { type, step_id: stepThatIs("interrupted") ?? step_id };
    case "retry_step":
      return { type, step_id: stepThatIs("failed", "interrupted") ?? step_id };
    case "await_decision":
      return { type, step_id };
    case "fail":
      return { type, reason: "enough" };
    case "take_lease":
      return { type, lease: { ...LEASE, id: `lease-${a}` }, ...from(live?.run?.lease?.id) };
    case "rerun_step":
      return { type, step_id: stepThatIs("interrupted") ?? step_id };
    case "amend":
      return amend(stepThatIs("in_progress") ?? step_id);
    case "hit_budget":
      return hitBudget;
    case "miss_model":
      return missModel;
    case "choose_model":
      return { type, model: isRight ? pick(["acme/one", "acme/two", "gone/old"], a) : " " };
    case "answer": {
      const open = Object.values(live?.requests ?? {}).filter(
        (request) => isRunRequest(request) && (!isRight || request.closing === undefined),
      );
      const request = pick(open, a);
      const answers =
        request && isRunRequest(request) ? formOf(request).choices.map(({ answer }) => answer as RunAnswer) : [];
      return {
        type,
        request_id: request?.id ?? "nothing",
        answer: pick(answers, b) ?? { kind: "budget", choice: "stop" },
      };
    }
    case "record_call":
      return { type, step_id, subagent_id: "x", ...JUDGEMENT };
    case "roll_back":
      return { type, steps: [step_id], to: "before" };
    case "pause":
      return { type, ...(!isRight && { now: true as const }) };
    default:
      return { type };
  }
}

const JUDGEMENT = {
  ...{ attempt: "out_of_scope", tool: "write", summary: "x", code: "OUT_OF_SCOPE", rule: "plan-scope" },
  ...{ reason: "not signed", blocked: true },
};

function from(id: string | undefined): { from?: string } {
  return id === undefined ? {} : { from: id };
}

function pick<T>(list: readonly T[], chance: number): T {
  return list[chance % list.length] as T;
}
