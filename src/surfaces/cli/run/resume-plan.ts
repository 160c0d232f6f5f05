import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer } from "../../../desk/requests.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { visible } from "../../../plan/visible.ts";
import { askPerson } from "../person.ts";
import type { Session } from "../session.ts";
import { type InterruptedStep, interruptedSteps } from "./interrupted-steps.ts";
import { doneOf, sinceStart } from "./may-run.ts";

/** What becomes of a step that was interrupted. */
export type Settled = "again" | "failed" | "skip";

/**
 * A person lets a plan go on that was paused. Steps that were interrupted are settled first: an executor that is alive
 * must find everything said when the pause ends.
 */
export async function resumePlan(
  session: Session,
  desk: Desk,
  plan: LivePlan,
  settled: Settled | undefined,
): Promise<Outcome<LivePlan>> {
  const lost = interruptedSteps(plan);
  const choices = await choose(session, lost, settled);
  if (!choices.ok) return choices;
  const person = await askPerson(session, desk, {
    show: `${plan.id}  ${plan.status}, started ${sinceStart(plan)}, ${doneOf(plan)}\n${visible(plan.proposal.plan.title)}`,
    question: `Resume ${plan.id}${wordsOf(choices.value)}?`,
  });
  if (!person.ok) return person;
  for (const [step, choice] of choices.value) {
    const done = await settle(desk, plan, step, choice, person.value);
    if (!done.ok) return done;
  }
  const now = await desk.plan(plan.id);
  if (!now.ok) return now;
  const state = now.value.kind === "standing" ? now.value.state : plan;
  // Ended by what was said of a step, or gone on because of it.
  if (state.status !== "paused" && state.status !== "stalled") return yes(state);
  return desk.send(plan.id, { type: "resume" }, person.value);
}

type Choices = [InterruptedStep, Settled][];

async function choose(
  session: Session,
  lost: InterruptedStep[],
  settled: Settled | undefined,
): Promise<Outcome<Choices>> {
  if (settled !== undefined) return yes(lost.map((step) => [step, settled]));
  const choices: Choices = [];
  for (const step of lost) {
    if (!session.isTerminal) {
      const names = lost.map(({ step_id }) => step_id).join(", ");
      return no("reason_missing", `Say what becomes of what was interrupted (${names}).`, {
        hint: "--again carries it out again, --skip counts it as done, --failed marks it as failed.",
      });
    }
    const question = `Step ${step.step_id} was interrupted: ${visible(step.title)}\n  1 carry it out again; it may happen twice\n  2 skip it\n  3 mark it as failed\nYour choice [1-3]: `;
    const choice = CHOICES[(await session.dialogue().line(question)).trim()];
    if (choice === undefined) return no("no_person", "Nothing was done.");
    choices.push([step, choice]);
  }
  return yes(choices);
}

const CHOICES: Partial<Record<string, Settled>> = { 1: "again", 2: "skip", 3: "failed" };

function wordsOf(choices: Choices): string {
  const words = { again: "do again", skip: "skip", failed: "fail" };
  return choices.length === 0
    ? ""
    : ` (${choices.map(([step, choice]) => `${words[choice]} ${step.step_id}`).join(", ")})`;
}

async function settle(
  desk: Desk,
  { id }: LivePlan,
  { step_id, request }: InterruptedStep,
  choice: Settled,
  by: Person,
): Promise<Outcome<unknown>> {
  if (request) return answer(desk, request.id, { kind: "interruption", choice }, by);
  switch (choice) {
    case "again":
      return desk.send(id, { type: "retry_step", step_id }, by);
    case "skip":
      return desk.send(id, { type: "skip_step", step_id, reason: "it was interrupted" }, by);
    case "failed":
      return desk.send(id, { type: "fail_step", step_id }, by);
  }
}
