import { interruptIfDead } from "../../../acts/interrupt-if-dead.ts";
import {
  INTERRUPTED_CHOICES,
  type InterruptedChoice,
  type InterruptedStep,
  interruptedSteps,
  providerChoices,
} from "../../../acts/interrupted-steps.ts";
import { mayStart, notInsideAgent, sinceStart } from "../../../acts/may-start.ts";
import { decideOnStep } from "../../../acts/resume-plan.ts";
import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { localActor, type Person } from "../../../desk/persons.ts";
import type { Actor } from "../../../lifecycle/actor.ts";
import { doneWords } from "../../../lifecycle/counts-words.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { visible } from "../../../plan/visible.ts";
import { askPerson } from "../person.ts";
import type { Session } from "../session.ts";

/**
 * Authenticates a person for a resume, after they decided on each interrupted step. A plan that is not paused needs only the
 * local user: it is approved, and only its process ended.
 */
export async function askToResume(
  session: Session,
  desk: Desk,
  found: LivePlan,
  given: InterruptedChoice | undefined,
): Promise<Outcome<Actor>> {
  const outside = notInsideAgent(localActor(session.env));
  if (!outside.ok) return outside;
  const settled = given === undefined ? yes(found) : await interruptIfDead(desk, found);
  if (!settled.ok) return settled;
  const plan = settled.value;
  const may = await mayStart(desk, plan, { isResume: true });
  if (!may.ok) return may;
  const lost = interruptedSteps(plan).filter(({ until }) => until === undefined);
  const undecided = lost.filter(({ hasCheck }) => !hasCheck);
  if (plan.status === "approved" || (plan.status === "executing" && lost.length === 0))
    return yes(localActor(session.env));
  const choices = given === undefined ? await chooseEach(session, undecided) : yes<Choices>([]);
  if (!choices.ok) return choices;
  const person = await askPerson(session, desk, {
    show: `${plan.id}  ${plan.status}, started ${sinceStart(plan)}, ${doneWords(stepCounts(plan))}\n${visible(plan.proposal.plan.title)}`,
    question: `Resume ${plan.id}${wordsOf(choices.value)}?`,
  });
  if (!person.ok) return person;
  return decided(desk, plan, choices.value, person.value);
}

async function decided(desk: Desk, { id }: LivePlan, choices: Choices, by: Person): Promise<Outcome<Actor>> {
  for (const [step, choice] of choices) {
    const done = await decideOnStep(desk, id, step, choice, by);
    if (!done.ok) return done;
  }
  return yes(by);
}

/** Not to stop: the person wants the plan to continue. */
type ResumeChoice = InterruptedChoice | "wait";
type Choices = [InterruptedStep, ResumeChoice][];

async function chooseEach(session: Session, lost: readonly InterruptedStep[]): Promise<Outcome<Choices>> {
  const choices: Choices = [];
  if (lost.length > 0 && !session.isTerminal) {
    const names = lost.map(({ step_id }) => step_id).join(", ");
    return no("reason_missing", `Decide on the interrupted steps (${names}).`, {
      hint: "--again runs them again, --skip counts them as done, --failed marks them as failed.",
    });
  }
  for (const step of lost) {
    const choice = await choose(session, step);
    if (choice === undefined) return no("no_person", "Nothing was done.");
    choices.push([step, choice]);
  }
  return yes(choices);
}

interface Offered {
  word: ResumeChoice;
  label: string;
  description?: string;
}

function offered({ request }: InterruptedStep): Offered[] {
  const minutes = request?.kind === "interruption" ? request.wait_minutes : undefined;
  const [wait] = minutes === undefined ? [] : providerChoices(minutes);
  return [...INTERRUPTED_CHOICES, ...(wait ? [wait] : [])];
}

/** Asks until a number is typed that is offered; an empty line ends it. */
async function choose(session: Session, step: InterruptedStep): Promise<ResumeChoice | undefined> {
  const choices = offered(step);
  const lines = choices.map(
    ({ label, description }, index) => `  ${index + 1} ${label}${description ? `; ${description}` : ""}\n`,
  );
  const asks = `Step ${step.step_id} was interrupted: ${visible(step.title)}\n${lines.join("")}Your choice [1-${choices.length}]: `;
  for (;;) {
    const typed = await session.dialogue().line(asks);
    if (typed.trim() === "") return undefined;
    const choice = choices.find((_, index) => typed.trim() === String(index + 1));
    if (choice !== undefined) return choice.word;
  }
}

function wordsOf(choices: Choices): string {
  const words = { again: "run again", skip: "skip", failed: "fail", wait: "wait, then run again" };
  return choices.length === 0
    ? ""
    : ` (${choices.map(([step, choice]) => `${words[choice]} ${step.step_id}`).join(", ")})`;
}
