import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer, findRequest, type InboxEntry } from "../../../desk/requests.ts";
import type { Answer } from "../../../lifecycle/request.ts";
import { runChoices } from "../../../lifecycle/run-request-words.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { refused, reply } from "../reply.ts";
import { inboxText } from "../text/inbox-text.ts";

export const run: Run = async (session, args) => {
  const [id = "", ...words] = args.words;
  const desk = await session.desk();
  const found = await findByName(desk, id);
  if (!found.ok) return refused(found.refusal);
  const request = found.value;
  const isAsking = words.length === 0 && session.isTerminal;
  const asked = inboxText([request], { ...session, now: new Date() });
  if (isAsking) session.tell(asked);
  const said = isAsking ? await session.dialogue().line("Your answer: ") : words.join(" ");
  const given = understood(request, said);
  if (!given.ok) return refused(given.refusal);
  const question = `Answer ${request.id} with "${said}"?`;
  const person = await askPerson(session, desk, { ...(!isAsking && { show: asked }), question, typed: said });
  if (!person.ok) return refused(person.refusal);
  // A decision that nobody took in time can still be taken.
  const isLate = request.kind === "decision" && request.closing?.how === "expired";
  const outcome = isLate
    ? await decideLate(desk, request, given.value, person.value)
    : await answer(desk, request.id, given.value, person.value);
  if (!outcome.ok) return refused(outcome.refusal);
  return reply({ request: outcome.value }, `${session.style.green("Answered")} ${session.style.cyan(request.id)}.`);
};

async function decideLate(desk: Desk, request: InboxEntry, given: Answer, by: Person): Promise<Outcome<InboxEntry>> {
  if (request.kind !== "decision" || given.kind !== "decision") return findRequest(desk, request.id);
  const { decision_id } = request;
  const sent = await desk.send(request.journal, { type: "decide", decision_id, selections: given.selections }, by);
  return sent.ok ? findRequest(desk, request.id) : sent;
}

/** By its id, or a decision by `PLAN-…/name`: the open request for it, else the last one. */
async function findByName(desk: Desk, id: string): Promise<Outcome<InboxEntry>> {
  const found = await findRequest(desk, id);
  if (found.ok) return found;
  const slash = id.lastIndexOf("/");
  const plan = await desk.plan(id.slice(0, slash));
  if (!plan.ok || plan.value.kind !== "standing") return found;
  const { id: journal, requests } = plan.value.state;
  const asked = Object.values(requests).filter(
    (request) => request.kind === "decision" && request.decision_id === id.slice(slash + 1),
  );
  const last = asked.find((request) => request.closing === undefined) ?? asked.at(-1);
  return last ? yes({ ...last, journal }) : found;
}

function understood(request: InboxEntry, said: string): Outcome<Answer> {
  const word = said.trim();
  switch (request.kind) {
    case "decision":
      return yes({
        kind: "decision",
        selections: word
          .split(",")
          .map((label) => label.trim())
          .filter(Boolean),
      });
    case "divergence":
      return word === "signed" || word === "review"
        ? yes({ kind: "divergence", choice: word })
        : no("wrong_answer", "Answer with: signed (go on with the signed text) or review.");
    case "amendment":
    case "budget":
    case "interruption": {
      // Where it is not offered, the refusal says why.
      if (request.kind === "amendment" && word === "add") return yes({ kind: "amendment", choice: "add" });
      const choices = runChoices(request);
      const chosen = choices.find((choice) => choice.word === word.replace(/[ -]/g, "_"));
      const words = choices.map((choice) => `${choice.word} (${choice.label.toLowerCase()})`).join(", ");
      return chosen ? yes(chosen.answer) : no("wrong_answer", `Answer with one of: ${words}.`);
    }
    case "confirmation":
      if (/^(y|yes)$/i.test(word)) return yes({ kind: "confirmation", allow: true });
      if (/^(n|no)$/i.test(word)) return yes({ kind: "confirmation", allow: false });
      return no("wrong_answer", "Answer with: yes or no.");
    case "question":
      return word === "" ? no("wrong_answer", "The answer is empty.") : yes({ kind: "question", text: said });
    case "review":
      return no("wrong_answer", "A review is answered by approving, requesting changes or rejecting.", {
        hint: `countersign approve ${request.journal}`,
      });
  }
}
