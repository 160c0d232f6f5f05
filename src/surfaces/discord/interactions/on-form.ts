import type { ModalSubmitInteraction } from "discord.js";
import { formOf } from "../../../acts/request-form.ts";
import { skipStep } from "../../../acts/skip-step.ts";
import { actingFrom } from "../../../agent/acting-from.ts";
import { approvePlan } from "../../../agent/approve-plan.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer } from "../../../desk/requests.ts";
import { closedWords } from "../../../lifecycle/request-closing.ts";
import { defined } from "../../../plan/defined.ts";
import type { CustomId } from "../cards/custom-id.ts";
import { refusingAnswer, writtenAnswer } from "../cards/modals/answer-modals.ts";
import { FIELDS } from "../cards/modals/form.ts";
import { parseLeftOut, parseStart } from "../cards/modals/notes-modal.ts";
import { shownText } from "../cards/plan-facts.ts";
import { parseStepComments } from "../cards/step-comments.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { download } from "../conversation/download.ts";
import { doneText } from "../done-text.ts";
import { formValues } from "./form-values.ts";
import { findByRef } from "./on-click.ts";
import { planAsShown, signedWords, whoWasFirst } from "./plan-at.ts";
import { deferPrivately, refuseKeeping, say } from "./reply.ts";
import { settleCopy } from "./stale-cards.ts";

const LARGEST_PLAN = 2_000_000;

/** Answers a submitted form. If it is refused, the person gets their text back. */
export async function onForm(
  form: ModalSubmitInteraction,
  id: CustomId,
  agent: ChannelAgent,
  person: Person,
): Promise<void> {
  await deferPrivately(form);
  if (id.on !== "plan") return tell(form, await onRequest(form, id, agent, person));
  const { outcome, written } = await onPlan(form, id, agent, person);
  await tell(form, { outcome: outcome.ok ? outcome : await whoWasFirst(agent, id, outcome), written });
  await settleCopy(form, id, agent);
}

async function tell(form: ModalSubmitInteraction, { outcome, written }: Given): Promise<void> {
  if (outcome.ok) return say(form, outcome.value);
  return refuseKeeping(form, outcome.refusal, written);
}

interface Given {
  outcome: Outcome<string>;
  written: string;
}

async function onPlan(
  form: ModalSubmitInteraction,
  id: Extract<CustomId, { on: "plan" }>,
  agent: ChannelAgent,
  person: Person,
): Promise<Given> {
  const fields = formValues(form);
  const file = fields.file(FIELDS.file);
  const sentIn: Outcome<string> = file ? await uploaded(file) : yes(fields.text(FIELDS.text));
  const text = sentIn.ok ? sentIn.value : "";
  const feedback = fields.text(FIELDS.feedback);
  const remarks = fields.text(FIELDS.comments);
  const notes = fields.text(FIELDS.notes);
  const written = [text, feedback, remarks, notes].filter(Boolean).join("\n\n");
  const found = await planAsShown(agent, id);
  if (!found.ok) {
    agent.cards.refresh(`plan:${id.id}`);
    return { outcome: found, written };
  }
  const state = found.value;
  const { plan } = shownText(state);
  const { desk } = agent;
  const { revision, digest } = id;
  const step = plan.steps[id.about ?? 0]?.id;
  switch (id.verb) {
    case "changes": {
      const { comments, rest } = parseStepComments(remarks, plan);
      const all = [feedback, rest].filter(Boolean).join("\n\n");
      return { outcome: await requestChanges(all, comments), written };
    }
    case "comment":
      return { outcome: await requestChanges("", step === undefined ? {} : { [step]: feedback }), written };
    case "reject": {
      const sent = await desk.send(id.id, { type: "reject", revision, ...(feedback && { feedback }) }, person);
      return { outcome: sent.ok ? yes(`You rejected ${id.id}.`) : sent, written };
    }
    case "edit": {
      if (!sentIn.ok) return { outcome: sentIn, written };
      const edited = await desk.edit(id.id, text, person, state.version);
      if (!edited.ok) return { outcome: edited, written: text };
      const isSame = edited.value.plan.proposal.digest === digest;
      const said = isSame
        ? `${id.id} says the same as before.`
        : `You edited ${id.id}. The new text has no signatures yet.`;
      return { outcome: yes(said), written };
    }
    case "options": {
      const { steps: left_out, unknown } = parseLeftOut(fields.values(FIELDS.leftOut), plan);
      if (unknown.length > 0)
        return { outcome: no("unknown_step", `There is no step ${unknown.join(", ")}.`), written };
      const [executor_model] = fields.values(FIELDS.model);
      const choices = {
        ...(left_out.length > 0 && { left_out }),
        ...defined({ executor_model }),
      };
      const when = parseStart(fields.values(FIELDS.start)[0]);
      const wish = { revision, digest, choices, ...(notes && { notes }), ...when };
      const signed = await approvePlan(agent.session, state.id, wish, person);
      return { outcome: signed.ok ? yes(signedWords(id, signed.value)) : signed, written };
    }
    case "skip_step":
      return {
        outcome: doneText(await skipStep(actingFrom(agent.session, person), id.id, step ?? "", feedback)),
        written,
      };
    default:
      return { outcome: no("wrong_state", "This form is out of date."), written };
  }

  async function requestChanges(words: string, comments: Record<string, string>): Promise<Outcome<string>> {
    const sent = await desk.send(
      id.on === "plan" ? id.id : "",
      { type: "request_changes", revision, feedback: words, comments },
      person,
    );
    if (!sent.ok) return sent;
    const isLast = sent.value.status === "needs_review";
    return yes(`Your changes are requested. ${isLast ? NO_REVISION_LEFT : "The agent revises its plan."}`);
  }
}

const NO_REVISION_LEFT = "The agent has no revisions left: approve it, reject it, or allow one more on its card.";

async function onRequest(
  form: ModalSubmitInteraction,
  id: Exclude<CustomId, { on: "plan" }>,
  agent: ChannelAgent,
  person: Person,
): Promise<Given> {
  const fields = formValues(form);
  const text = fields.text(FIELDS.text);
  const notes = fields.text(FIELDS.notes);
  const written = text || notes;
  const request = id.on === "request" ? await findByRef(agent, id.request) : undefined;
  if (id.on !== "request" || request === undefined)
    return { outcome: no("unknown_request", "This form is out of date."), written };
  if (request.closing !== undefined) return { outcome: no("request_closed", closedWords(request.closing)), written };
  const asked = formOf(request);
  const given =
    id.verb === "refuse_words"
      ? refusingAnswer(asked, notes)
      : writtenAnswer(asked, text, fields.values(FIELDS.choice)[0]);
  if (!given.ok) return { outcome: given, written };
  const answered = await answer(agent.desk, request.id, given.value, person);
  return { outcome: answered.ok ? yes("Your answer is recorded.") : answered, written };
}

async function uploaded(file: { url: string; size: number }): Promise<Outcome<string>> {
  const bytes = await download(file.url, { fetch, largest: LARGEST_PLAN, timeoutMs: 20_000 });
  if (typeof bytes === "string") return unreadable(bytes);
  try {
    return yes(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return unreadable("it is not text in UTF-8");
  }
}

function unreadable(why: string): Outcome<string> {
  return no("unreadable", `The file could not be read: ${why}.`, { hint: "Nothing was done. Try again." });
}
