import { formOf } from "../../../acts/request-form.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { InboxEntry } from "../../../desk/requests.ts";
import { accessToAnswer, isLimited } from "../../../lifecycle/access.ts";
import { mayAllow, mayAnswerFor, quorumOf } from "../../../lifecycle/approvers.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { openRequests } from "../../../lifecycle/request.ts";
import { closingWords } from "../../../lifecycle/request-closing.ts";
import { commandsToRun } from "../../../plan/commands-to-run.ts";
import { defined } from "../../../plan/defined.ts";
import { isPlanId } from "../../../plan/plan.ts";
import { readyStep, runningPlan } from "../../../run/running-plan.ts";
import type { Slip } from "../api/requests.ts";
import type { Visitor } from "./handler.ts";

interface Around {
  /** The key of its project. */
  project: string;
  desk: Desk;
  /** The plan that asks, if it is one and can be read. */
  plan: LivePlan | undefined;
  visitor: Visitor | undefined;
}

/** A request with everything that is needed to answer it in place. */
export function slipOf(entry: InboxEntry, around: Around): Slip {
  const { project, plan } = around;
  const { heading, question, topic, facts, choices, picks, words, withheld } = formOf(entry, plan);
  const { id, journal, kind, opened_at, opened_by, expires_at, title } = entry;
  const why = Object.entries(withheld ?? {}).map(([word, { message }]) => [word, message] as const);
  return {
    ...{ id, project, journal, kind, heading, question, topic, picks, opened_at, opened_by },
    ...(isPlanId(journal) && { plan: journal }),
    ...defined({ title, expires_at, words }),
    facts: [...facts],
    choices: choices.map(({ answer: _, also: __, ...choice }) => choice),
    ...(why.length > 0 && { withheld: Object.fromEntries(why) }),
    ...(entry.kind === "review" && { review: reviewOf(entry, around) }),
    ...(entry.kind === "decision" && { decision: entry.decision_id }),
    ...defined({ step: stepOf(entry) }),
    may_answer: entry.closing === undefined && mayAnswer(entry, around),
    stands_still: standsStill(entry, plan),
    ...(entry.closing && { closing: closingOf(entry.closing) }),
  };
}

/** What a reader weighs before opening it. */
function reviewOf(
  { revision, digest }: Extract<InboxEntry, { kind: "review" }>,
  { plan, desk }: Around,
): NonNullable<Slip["review"]> {
  if (plan?.proposal.digest !== digest) return { revision, digest };
  const text = plan.proposal.plan;
  return {
    ...{ revision, digest, steps: text.steps.length, commands: commandsToRun(text).length },
    high_risk: text.steps.filter(({ risk }) => risk === "high").length,
    signed: "signatures" in plan ? plan.signatures.map(({ by }) => by.name) : [],
    needed: quorumOf(plan, desk.configuration.config.approvers),
  };
}

function closingOf(closing: NonNullable<InboxEntry["closing"]>): NonNullable<Slip["closing"]> {
  const { by, how } = closingWords(closing);
  const { at, by: actor } = closing;
  return {
    ...{ at, by: actor, how: closing.how, words: `${by} ${how}.` },
    ...(closing.how === "answered" && { answer: closing.answer }),
  };
}

function stepOf(entry: InboxEntry): string | undefined {
  if (entry.kind === "amendment" || entry.kind === "interruption") return entry.step_id;
  return entry.kind === "budget" && entry.of !== "plan" ? entry.of.step_id : undefined;
}

/** For what is shown: an answer is checked by the desk. */
function mayAnswer(entry: InboxEntry, { desk, plan, visitor }: Around): boolean {
  if (visitor === undefined || isLimited(visitor.actor, accessToAnswer(entry.kind))) return false;
  const { approvers } = desk.configuration.config;
  const by = visitor.actor;
  if (plan !== undefined) {
    const hasSigned =
      entry.kind === "review" &&
      "signatures" in plan &&
      plan.signatures.some((signature) => signature.by.person !== undefined && signature.by.person === by.person);
    return !hasSigned && mayAnswerFor(plan, { approvers, by }) === undefined;
  }
  // A refusal gives an agent nothing, so everybody may give that.
  return entry.kind !== "confirmation" || mayAllow(approvers, by) === undefined;
}

/** Whether nothing of what asks goes on: an agent waits for its answer; of a run, other steps may go on. */
function standsStill(entry: InboxEntry, plan: LivePlan | undefined): boolean {
  if (entry.closing !== undefined) return false;
  const running = runningPlan(plan);
  if (running?.status !== "executing") return true;
  const waiting = openRequests(running.requests).flatMap((open) => (open.kind === "amendment" ? [open.step_id] : []));
  const isAtWork = running.run.steps.that("in_progress").some((id) => !waiting.includes(id));
  return !isAtWork && readyStep(running) === undefined;
}
