import { brokenJournal } from "../../desk/broken-journal.ts";
import type { Desk, FoundPlan } from "../../desk/desk.ts";
import { type Outcome, yes } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { unknownStep } from "../../desk/unknown-step.ts";
import type { PlanCommandType } from "../../lifecycle/plan-command.ts";
import { openReview, type RequestId } from "../../lifecycle/request.ts";
import { wrongState } from "../../lifecycle/wrong-state.ts";
import { visible } from "../../plan/visible.ts";
import { askPerson } from "./person.ts";
import type { Session } from "./session.ts";

/** The plan that an answer is about, as the person sees it now. */
export interface Subject {
  view: FoundPlan;
  revision: number;
  digest: string;
  /** The open review request; empty if it expired. */
  review: { request_id?: RequestId };
  /** The version that is shown; the answer counts only for this version. */
  version?: number;
  /** Id, status and title, in two lines. */
  head: string;
}

/** Finds the plan, and refuses a command that its status does not allow, or an unknown step, before a person is asked. */
export async function subjectOf(
  desk: Desk,
  id: string,
  command: PlanCommandType,
  step?: string,
): Promise<Outcome<Subject>> {
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const view = found.value;
  if (view.kind === "elsewhere") {
    const { plan } = view.document;
    return yes({
      view,
      revision: 1,
      digest: view.digest,
      review: {},
      head: `${id}  elsewhere\n${visible(plan.title)}`,
    });
  }
  if (view.kind === "broken") return brokenJournal(id, view.broken);
  const { state } = view;
  if (state === undefined) return yes({ view, revision: 1, digest: "", review: {}, head: id });
  const wrong = wrongState(state, command);
  if (wrong) return { ok: false, refusal: wrong };
  const { revision, digest, plan } = state.proposal;
  const steps = (state.run?.plan ?? plan).steps.map((one) => one.id);
  if (step !== undefined && !steps.includes(step)) return unknownStep(step, steps);
  const head = `${id}  ${state.status.replaceAll("_", " ")}\n${visible(plan.title)}`;
  const request_id = openReview(state.requests)?.id;
  return yes({ view, revision, digest, review: request_id ? { request_id } : {}, version: state.version, head });
}

/** Shows the plan and asks a person whether to give the command. */
export async function askAbout(
  session: Session,
  id: string,
  command: PlanCommandType,
  question: string,
  step?: string,
): Promise<Outcome<{ desk: Desk; subject: Subject; by: Person }>> {
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, command, step);
  if (!subject.ok) return subject;
  const person = await askPerson(session, desk, { show: subject.value.head, question });
  return person.ok ? yes({ desk, subject: subject.value, by: person.value }) : person;
}
