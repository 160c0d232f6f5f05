import { formOf } from "../../../acts/request-form.ts";
import { availableModels } from "../../../agent/session-models.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { mayAnswerFor } from "../../../lifecycle/approvers.ts";
import { offers } from "../../../lifecycle/offers.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { RequestState } from "../../../lifecycle/request.ts";
import { closedWords } from "../../../lifecycle/request-closing.ts";
import type { CommandToRun } from "../../../plan/commands-to-run.ts";
import { commandsPage } from "../cards/commands-message.ts";
import type { CustomId, PlanVerb, RequestRef } from "../cards/custom-id.ts";
import { detailsPage } from "../cards/details-message.ts";
import { answerModal, denyModal } from "../cards/modals/answer-modals.ts";
import type { CardModal } from "../cards/modals/form.ts";
import { notesModal } from "../cards/modals/notes-modal.ts";
import { changesModal, commentModal, editModal, rejectModal, skipModal } from "../cards/modals/review-modals.ts";
import { shownText } from "../cards/plan-facts.ts";
import { requestCard } from "../cards/request-card.ts";
import { clickedWords } from "../cards/request-controls.ts";
import { signCard } from "../cards/sign-card.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { onSaid } from "./on-said.ts";
import { showPlans } from "./on-slash.ts";
import { type Act, perform } from "./perform.ts";
import { planAsShown } from "./plan-at.ts";
import { type Answered, type Click, openForm, respond } from "./reply.ts";
import { NO_STEP, previewRollBack } from "./roll-back.ts";
import { retireOutdated, settleCopy } from "./stale-cards.ts";
import { unreadCommands } from "./unread-commands.ts";

/** A button, or a choice from a menu, on a card of any age. */
export async function onClick(click: Click, id: CustomId, agent: ChannelAgent, person: Person): Promise<void> {
  switch (id.on) {
    case "plans":
      await respond(click, () => showPlans(agent, id.after), { inPlace: true });
      return;
    case "request":
      return onRequest(click, id, agent, person);
    case "plan":
      return onPlan(click, id, agent, person);
    case "rollback":
      await respond(click, () => perform({ act: "rollback", preview: id }, agent, person));
  }
}

type PlanClick = Extract<CustomId, { on: "plan" }>;

async function onPlan(click: Click, id: PlanClick, agent: ChannelAgent, person: Person): Promise<void> {
  if (id.verb === "said_changes" || id.verb === "said_agent") return onSaid(click, id.verb, id, agent, person);
  const place = click.isStringSelectMenu() ? Number(click.values[0]) : id.about;
  const isForm = id.verb in FORMS;
  const outcome = isForm
    ? await openForm(click, planForm(id, place, agent, person))
    : SHOWS.includes(id.verb)
      ? await showAlone(click, id, place, agent, person)
      : await respond(click, () => clicked(id, place, agent, person));
  if (outcome === "late") return;
  if (!outcome.ok && outcome.refusal.kind === "stale_revision") await retireOutdated(click, id, agent);
  else if (id.verb === "sign") await settleCopy(agent.asked.take(person.id, id) ?? click, id, agent);
  else if (id.verb === "approve") agent.asked.put(person.id, id, click);
}

async function planForm(
  id: PlanClick,
  place: number | undefined,
  agent: ChannelAgent,
  person: Person,
): Promise<Outcome<CardModal>> {
  const plan = await planAsShown(agent, id);
  if (!plan.ok) return plan;
  const { approvers } = agent.desk.configuration.config;
  // A person who may not review is told so before they write anything.
  const refusal = REVIEWS.includes(id.verb) ? mayAnswerFor(plan.value, { approvers, by: person }) : undefined;
  if (refusal) return { ok: false, refusal };
  const form = FORMS[id.verb]?.(plan.value, place ?? 0, agent);
  return form === undefined ? OUT_OF_DATE : yes(form);
}

const FORMS: Partial<Record<PlanVerb, (state: LivePlan, about: number, agent: ChannelAgent) => CardModal>> = {
  changes: (state) => changesModal(shownText(state), shownText(state).plan),
  comment: (state, place) => commentModal(shownText(state), shownText(state).plan, place),
  reject: (state) => rejectModal(shownText(state)),
  edit: (state) => editModal(shownText(state), shownText(state).text),
  options: (state, onCard, { session }) => {
    const models = availableModels(session.context);
    const isInSession = !session.isBySubagents;
    return notesModal(shownText(state), shownText(state).plan, { models, isInSession, onCard });
  },
  skip_step: (state, place) => skipModal(shownText(state), shownText(state).plan, place),
};

/** Only approvers may give these. */
const REVIEWS: readonly PlanVerb[] = ["options", "changes", "comment", "reject"];

async function clicked(
  id: PlanClick,
  place: number | undefined,
  agent: ChannelAgent,
  person: Person,
): Promise<Answered> {
  const plan = await planAsShown(agent, id);
  if (!plan.ok) return plan;
  const step = shownText(plan.value).plan.steps[place ?? 0]?.id;
  if (id.verb === "rollback") return previewRollBack(agent, plan.value);
  if (id.verb === "approve" && (await maySign(id, plan.value, agent, person)))
    return yes(signCard(plan.value, id.about ?? 0));
  const act = actOf(id);
  if (act !== undefined) return perform(act, agent, person);
  if (id.verb !== "retry_step" && id.verb !== "fail_step") return OUT_OF_DATE;
  if (place === undefined || step === undefined) return NO_STEP;
  return perform({ act: id.verb === "retry_step" ? "retry" : "fail", plan: id.id, step }, agent, person);
}

/** Whether the person is asked once more; else the act itself says why not. */
async function maySign(id: PlanClick, plan: LivePlan, agent: ChannelAgent, person: Person): Promise<boolean> {
  if (!offers(plan, person, agent.desk.configuration.config.approvers).includes("approve")) return false;
  return unreadCommands({ plan, person: person.id, onCard: id.about ?? 0 }, agent.opened) === undefined;
}

/** These show something to the person alone. */
const SHOWS: readonly PlanVerb[] = ["details", "step", "commands"];

/** A step, or commands. The person has opened the commands in it once it was sent to them. */
async function showAlone(
  click: Click,
  id: PlanClick,
  place: number | undefined,
  agent: ChannelAgent,
  person: Person,
): Promise<Answered> {
  let opened: readonly CommandToRun[] = [];
  const show = async (): Promise<Answered> => {
    const plan = await planAsShown(agent, id);
    if (!plan.ok) return plan;
    const at = place ?? 0;
    const page =
      id.verb === "commands"
        ? commandsPage(plan.value, at)
        : detailsPage(plan.value, shownText(plan.value).plan.steps[at]?.id);
    opened = page.opened;
    return yes(page.card);
  };
  const outcome = await respond(click, show, { inPlace: true });
  agent.opened.open(person.id, id, opened);
  return outcome;
}

/** An act on the whole plan; the others are about one of its steps. */
function actOf({ verb, id: plan, revision, digest, about: onCard = 0 }: PlanClick): Act | undefined {
  switch (verb) {
    case "approve":
    case "sign":
      return { act: "approve", plan, wish: { revision, digest }, onCard };
    case "pause":
      return { act: "pause", plan, now: false };
    case "reopen":
    case "start":
    case "resume":
    case "retry":
    case "fail":
    case "clone":
    case "cancel":
      return { act: verb, plan };
    default:
      return undefined;
  }
}

const OUT_OF_DATE = no("wrong_state", "This button is out of date.", { hint: "/plan status shows the plan." });

type RequestClick = Extract<CustomId, { on: "request" }>;

async function onRequest(click: Click, id: RequestClick, agent: ChannelAgent, person: Person): Promise<void> {
  if (id.verb === "words" || id.verb === "refuse_words") {
    const modal = id.verb === "words" ? answerModal : denyModal;
    await openForm(
      click,
      openRequest(agent, id.request, "button").then((found) => (found.ok ? yes(modal(formOf(found.value))) : found)),
    );
    return;
  }
  await respond(click, async () => {
    const found = await openRequest(agent, id.request, "button");
    if (!found.ok) return found;
    const request = found.value;
    if (id.verb === "show") return yes(requestCard(request, await agent.cards.planOf(request)));
    const form = formOf(request);
    const chosen = clickedWords(form, click.isStringSelectMenu() ? click.values : [id.about ?? ""]);
    if (chosen === undefined) return gone("button");
    return perform({ act: "answer", request: request.id, answer: form.parse(chosen) }, agent, person);
  });
}

/** The request of a button or form, if it is still open; of the agent or of a plan. */
export async function openRequest(
  { cards }: ChannelAgent,
  ref: RequestRef,
  on: "button" | "form",
): Promise<Outcome<RequestState>> {
  const request = await cards.findRequest(ref);
  if (request === undefined) return gone(on);
  if (request.closing === undefined) return yes(request);
  cards.refresh(`request:${request.id}`);
  return no("request_closed", closedWords(request.closing));
}

export function gone(on: "button" | "form"): Outcome<never> {
  return no("unknown_request", `This ${on} is out of date.`, { hint: "/plan status shows what waits." });
}
