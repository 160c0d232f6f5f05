import type { ModalSubmitInteraction } from "discord.js";
import { formOf } from "../../../acts/request-form.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { defined } from "../../../plan/defined.ts";
import type { CustomId } from "../cards/custom-id.ts";
import { refusingAnswer, writtenAnswer } from "../cards/modals/answer-modals.ts";
import { FIELDS } from "../cards/modals/form.ts";
import { parseLeftOut, parseStart } from "../cards/modals/notes-modal.ts";
import { parseStepComments } from "../cards/modals/review-modals.ts";
import { shownText } from "../cards/plan-facts.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { download } from "../conversation/download.ts";
import { gone, openRequest } from "./on-click.ts";
import { type Act, perform } from "./perform.ts";
import { planAsShown } from "./plan-at.ts";
import { respond } from "./reply.ts";
import { settleCopy } from "./stale-cards.ts";

const LARGEST_PLAN = 2_000_000;

/** Answers a submitted form. If it is refused, the person gets their text back. */
export async function onForm(
  form: ModalSubmitInteraction,
  id: CustomId,
  agent: ChannelAgent,
  person: Person,
): Promise<void> {
  await respond(form, async () => {
    const values = await formValues(form);
    const act = id.on === "plan" ? await planAct(values, id, agent) : await requestAct(values, id, agent);
    const outcome = act.ok ? await perform(act.value, agent, person) : act;
    return outcome.ok ? outcome : { ok: false, refusal: { ...outcome.refusal, written: writtenIn(values) } };
  });
  if (id.on === "plan") await settleCopy(form, id, agent);
}

async function planAct(
  { text, values, uploaded }: FormValues,
  id: Extract<CustomId, { on: "plan" }>,
  agent: ChannelAgent,
): Promise<Outcome<Act>> {
  const found = await planAsShown(agent, id);
  if (!found.ok) {
    agent.cards.refresh(`plan:${id.id}`);
    return found;
  }
  const { plan: shown } = shownText(found.value);
  const { id: plan, revision, digest } = id;
  const feedback = text(FIELDS.feedback);
  const step = shown.steps[id.about ?? 0]?.id;
  switch (id.verb) {
    case "changes": {
      const { comments, rest } = parseStepComments(text(FIELDS.comments), shown);
      const all = [feedback, rest].filter(Boolean).join("\n\n");
      return yes({ act: "request_changes", plan, seen: { revision, digest }, feedback: all, comments });
    }
    case "comment": {
      const comments = step === undefined ? {} : { [step]: feedback };
      return yes({ act: "request_changes", plan, seen: { revision, digest }, feedback: "", comments });
    }
    case "reject":
      return yes({ act: "reject", plan, seen: { revision, digest }, feedback });
    case "edit":
      if (uploaded?.ok === false) return uploaded;
      return yes({ act: "edit", plan: found.value, text: uploaded?.value ?? text(FIELDS.text) });
    case "options": {
      const { steps: left_out, unknown } = parseLeftOut(values(FIELDS.leftOut), shown);
      if (unknown.length > 0) return no("unknown_step", `The plan has no step ${unknown.join(", ")}.`);
      const [executor_model] = values(FIELDS.model);
      const choices = { ...(left_out.length > 0 && { left_out }), ...defined({ executor_model }) };
      const notes = text(FIELDS.notes);
      const wish = { revision, digest, choices, ...(notes && { notes }), ...parseStart(values(FIELDS.start)[0]) };
      return yes({ act: "approve", plan, wish, onCard: id.about ?? 0 });
    }
    case "skip_step":
      return yes({ act: "skip", plan, step: step ?? "", reason: feedback });
    default:
      return gone("form");
  }
}

async function requestAct(
  { text, values }: FormValues,
  id: Exclude<CustomId, { on: "plan" }>,
  agent: ChannelAgent,
): Promise<Outcome<Act>> {
  if (id.on !== "request") return gone("form");
  const found = await openRequest(agent, id.request, "form");
  if (!found.ok) return found;
  const asked = formOf(found.value);
  const answer =
    id.verb === "refuse_words"
      ? refusingAnswer(asked, text(FIELDS.notes))
      : writtenAnswer(asked, text(FIELDS.text), values(FIELDS.choice)[0]);
  return yes({ act: "answer", request: found.value.id, answer });
}

/** The values of a submitted form. A missing field is empty. */
interface FormValues {
  text(name: string): string;
  values(name: string): string[];
  /** The text of the uploaded file, if the form has one. */
  uploaded: Outcome<string> | undefined;
}

/** discord.js has a type for each kind of field; all of them have some of these. */
interface Field {
  value?: unknown;
  values?: unknown;
  attachments?: ReadonlyMap<string, { url: string; size: number }>;
}

async function formValues({ fields }: ModalSubmitInteraction): Promise<FormValues> {
  const field = (name: string): Field => (fields.fields.get(name) as Field | undefined) ?? {};
  const [file] = field(FIELDS.file).attachments?.values() ?? [];
  return {
    text: (name) => {
      const { value } = field(name);
      return typeof value === "string" ? value : "";
    },
    values: (name) => {
      const { values, value } = field(name);
      if (Array.isArray(values)) return values.map(String);
      return typeof value === "string" && value !== "" ? [value] : [];
    },
    uploaded: file && (await uploadedText(file.url)),
  };
}

/** All that a person wrote in the form, to be given back. */
function writtenIn({ text, uploaded }: FormValues): string {
  const own = uploaded?.ok ? uploaded.value : text(FIELDS.text);
  const others = [FIELDS.feedback, FIELDS.comments, FIELDS.notes].map(text);
  return [own, ...others].filter(Boolean).join("\n\n");
}

async function uploadedText(url: string): Promise<Outcome<string>> {
  const bytes = await download(url, { fetch, largest: LARGEST_PLAN, timeoutMs: 20_000 });
  if (typeof bytes === "string") return unreadable(bytes);
  try {
    return yes(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return unreadable("it is not text in UTF-8");
  }
}

function unreadable(why: string): Outcome<never> {
  return no("unreadable", `The file could not be read: ${why}.`, { hint: "Nothing was done. Try again." });
}
