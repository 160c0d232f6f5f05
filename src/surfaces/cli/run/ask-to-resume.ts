import { interruptIfDead } from "../../../acts/interrupt-if-dead.ts";
import {
  INTERRUPTED_CHOICES,
  type InterruptedChoice,
  type InterruptedStep,
  interruptedSteps,
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
  const lost = interruptedSteps(plan);
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

type Choices = [InterruptedStep, InterruptedChoice][];

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

const LINES = INTERRUPTED_CHOICES.map((choice, index) => {
  const description = "description" in choice ? `; ${choice.description}` : "";
  return `  ${index + 1} ${choice.label}${description}\n`;
});
const QUESTION = `${LINES.join("")}Your choice [1-3]: `;

/** Asks until 1, 2 or 3 is typed; an empty line ends it. */
async function choose(session: Session, { step_id, title }: InterruptedStep): Promise<InterruptedChoice | undefined> {
  for (;;) {
    const typed = await session.dialogue().line(`Step ${step_id} was interrupted: ${visible(title)}\n${QUESTION}`);
    if (typed.trim() === "") return undefined;
    const choice = INTERRUPTED_CHOICES.find((_, index) => typed.trim() === String(index + 1));
    if (choice !== undefined) return choice.word;
  }
}

function wordsOf(choices: Choices): string {
  const words = { again: "run again", skip: "skip", failed: "fail" };
  return choices.length === 0
    ? ""
    : ` (${choices.map(([step, choice]) => `${words[choice]} ${step.step_id}`).join(", ")})`;
}
