import { outdatedSteps, outdatedWords } from "../../../acts/request-decide.ts";
import { formOf, type RequestForm } from "../../../acts/request-form.ts";
import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer, findRequest, type InboxEntry } from "../../../desk/requests.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Answer } from "../../../lifecycle/request.ts";
import { closedWords } from "../../../lifecycle/request-closing.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { refused, reply } from "../reply.ts";
import type { Session } from "../session.ts";
import { errorText } from "../text/error-text.ts";
import { requestText } from "../text/inbox-text.ts";
import { typedAnswer } from "../typed-answer.ts";

export const run: Run = async (session, args) => {
  const [id = "", ...words] = args.words;
  const note = text(args, "message");
  const desk = await session.desk();
  const found = await findByName(desk, id);
  if (!found.ok) return refused(found.refusal);
  const request = found.value;
  const { closing, kind, journal } = request;
  // A decision can still be answered after its request expired.
  const isLate = kind === "decision" && closing?.how === "expired";
  if (closing && !isLate) return refused(no("request_closed", closedWords(closing), { facts: { closing } }).refusal);
  const form = formOf(request, kind === "decision" ? await planOf(desk, journal) : undefined);
  const isAsking = words.length === 0 && kind !== "review" && session.isTerminal;
  const asked = requestText(form, { ...session, now: new Date() });
  if (isAsking) session.tell(asked);
  const said = isAsking ? await askAnswer(session, form, note) : given(form, words, note);
  if (!said.ok)
    return refused(kind === "review" ? { ...said.refusal, hint: `countersign approve ${journal}` } : said.refusal);
  const { typed, answer: wish } = said.value;
  const question = `Answer ${request.id} with "${typed}"?`;
  const person = await askPerson(session, desk, { ...(!isAsking && { show: asked }), question, typed });
  if (!person.ok) return refused(person.refusal);
  const outcome = isLate
    ? await decideLate(desk, request, wish, person.value)
    : await answer(desk, request.id, wish, person.value);
  if (!outcome.ok) return refused(outcome.refusal);
  const plan = isLate ? await planOf(desk, journal) : undefined;
  const done = `${session.style.green("Answered")} ${session.style.cyan(request.id)}.`;
  return reply({ request: outcome.value }, `${done}${plan ? outdatedWords(outdatedSteps(plan)) : ""}`);
};

interface Given {
  typed: string;
  answer: Answer;
}

function given(form: RequestForm, words: readonly string[], note: string | undefined): Outcome<Given> {
  const parsed = typedAnswer((said) => form.parse(said, note), words);
  const typed = [words.join(" "), ...(note ? [note] : [])].join(": ");
  return parsed.ok ? yes({ typed, answer: parsed.value }) : parsed;
}

/** Asks until the line is an answer; an empty line ends it. A refusal may have a note. */
async function askAnswer(session: Session, form: RequestForm, note: string | undefined): Promise<Outcome<Given>> {
  for (;;) {
    const said = await session.dialogue().line("Your answer: ");
    if (said.trim() === "") return no("wrong_answer", "Nothing was answered.");
    const parsed = given(form, [said], note);
    if (!parsed.ok) {
      session.tell(errorText(parsed.refusal));
      continue;
    }
    const refusing = form.choices.find(({ refuses }) => refuses)?.answer;
    if (note !== undefined || form.words?.with !== "refusal" || parsed.value.answer !== refusing) return parsed;
    return given(form, [said], await session.dialogue().line(`${form.words.asks} (Enter: nothing) `));
  }
}

async function planOf(desk: Desk, id: string): Promise<LivePlan | undefined> {
  const found = await desk.plan(id);
  return found.ok && found.value.kind === "standing" ? found.value.state : undefined;
}

async function decideLate(desk: Desk, request: InboxEntry, wish: Answer, by: Person): Promise<Outcome<InboxEntry>> {
  if (request.kind !== "decision" || wish.kind !== "decision") return findRequest(desk, request.id);
  const { decision_id } = request;
  const sent = await desk.send(request.journal, { type: "decide", decision_id, selections: wish.selections }, by);
  return sent.ok ? findRequest(desk, request.id) : sent;
}

/** Finds a request by its id, or by `PLAN-…/decision`: the open request of the decision, else the last one. */
async function findByName(desk: Desk, id: string): Promise<Outcome<InboxEntry>> {
  const found = await findRequest(desk, id);
  if (found.ok) return found;
  const slash = id.lastIndexOf("/");
  const plan = await planOf(desk, id.slice(0, slash));
  if (plan === undefined) return found;
  const asked = Object.values(plan.requests).filter(
    (request) => request.kind === "decision" && request.decision_id === id.slice(slash + 1),
  );
  const last = asked.find((request) => request.closing === undefined) ?? asked.at(-1);
  return last ? yes({ ...last, journal: plan.id }) : found;
}
