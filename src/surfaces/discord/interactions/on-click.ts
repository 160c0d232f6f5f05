import type { ButtonInteraction, StringSelectMenuInteraction } from "discord.js";
import { cancelPlan } from "../../../acts/cancel-plan.ts";
import { failPlan, failStep } from "../../../acts/fail-plan.ts";
import { pausePlan } from "../../../acts/pause-plan.ts";
import { formOf } from "../../../acts/request-form.ts";
import { resumePlan } from "../../../acts/resume-plan.ts";
import { retryPlan } from "../../../acts/retry-plan.ts";
import { startPlan } from "../../../acts/start-plan.ts";
import { actingFrom } from "../../../agent/acting-from.ts";
import { approvePlan } from "../../../agent/approve-plan.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer } from "../../../desk/requests.ts";
import { mayAnswerFor } from "../../../lifecycle/approvers.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { RequestState } from "../../../lifecycle/request.ts";
import { closedWords } from "../../../lifecycle/request-closing.ts";
import { type CustomId, isOfRequest, type PlanVerb, type RequestRef } from "../cards/custom-id.ts";
import { detailsOf } from "../cards/details-message.ts";
import { answerModal, denyModal } from "../cards/modals/answer-modals.ts";
import type { CardModal } from "../cards/modals/form.ts";
import { notesModal } from "../cards/modals/notes-modal.ts";
import { changesModal, commentModal, editModal, rejectModal, skipModal } from "../cards/modals/review-modals.ts";
import { shownText } from "../cards/plan-facts.ts";
import { requestCard } from "../cards/request-card.ts";
import { clickedWords } from "../cards/request-controls.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { doneText } from "../done-text.ts";
import { cloneHere } from "./clone-here.ts";
import { showPlans, tellOutcome } from "./on-slash.ts";
import { planAsShown, signedWords, whoWasFirst } from "./plan-at.ts";
import { deferInPlace, deferPrivately, refuse, reply } from "./reply.ts";
import { confirmRollBack, showRollBack } from "./roll-back.ts";
import { refuseStale, settleCopy } from "./stale-cards.ts";
import { withinDeadline } from "./within-deadline.ts";

type Click = ButtonInteraction | StringSelectMenuInteraction;

/** A button, or a choice from a menu, on a card of any age. */
export async function onClick(click: Click, id: CustomId, agent: ChannelAgent, person: Person): Promise<void> {
  switch (id.on) {
    case "plans":
      await deferInPlace(click);
      return showPlans(click, agent, id.after);
    case "request":
      return onRequest(click, id, agent, person);
    case "plan":
      return onPlan(click, id, agent, person);
    case "rollback":
      await deferPrivately(click);
      return confirmRollBack(click, id, agent, person);
  }
}

type PlanClick = Extract<CustomId, { on: "plan" }>;

async function onPlan(click: Click, id: PlanClick, agent: ChannelAgent, person: Person): Promise<void> {
  const place = placeOf(click) ?? id.about;
  if (OPENS_A_FORM.includes(id.verb)) return openForm(click, id, place, agent, person);
  if (id.verb === "details" || id.verb === "step") await deferInPlace(click);
  else await deferPrivately(click);
  const plan = await planAsShown(agent, id);
  if (!plan.ok) return refuseStale(click, id, agent, plan.refusal);
  if (id.verb === "details" || id.verb === "step") {
    return reply(click, detailsOf(plan.value, shownText(plan.value).plan.steps[place ?? 0]?.id));
  }
  if (id.verb === "rollback") return showRollBack(click, agent, plan.value, {});
  const outcome = await act(id, plan.value, place, agent, person);
  const known = outcome.ok ? outcome : await whoWasFirst(agent, id, outcome);
  await tellOutcome(click, known);
  if (id.verb === "approve") await settleCopy(click, id, agent);
}

/** A form must be there within three seconds, and nothing can be said before it: who waits too long is asked again. */
async function openForm(
  click: Click,
  id: PlanClick,
  place: number | undefined,
  agent: ChannelAgent,
  person: Person,
): Promise<void> {
  const plan = await withinDeadline(planAsShown(agent, id));
  if (plan === "late") return refuse(click, LATE);
  if (!plan.ok) return refuseStale(click, id, agent, plan.refusal);
  const { approvers } = agent.desk.configuration.config;
  // A person who may not review is told so before they write anything.
  const refused = REVIEWS.includes(id.verb) ? mayAnswerFor(plan.value, { approvers, by: person }) : undefined;
  if (refused) return refuse(click, refused);
  const modal = modalOf(id.verb, plan.value, place, agent);
  if (modal === undefined) return refuse(click, NOT_USED.refusal);
  await click.showModal(modal as never);
}

const OPENS_A_FORM: readonly PlanVerb[] = ["options", "changes", "comment", "reject", "edit", "skip_step"];

const LATE = { message: "That took too long, so nothing was done.", hint: "Click once more." };

/** Only approvers may give these. */
const REVIEWS: readonly PlanVerb[] = ["options", "changes", "comment", "reject"];

function placeOf(click: Click): number | undefined {
  return click.isStringSelectMenu() ? Number(click.values[0]) : undefined;
}

function modalOf(
  verb: PlanVerb,
  state: LivePlan,
  place: number | undefined,
  { session }: ChannelAgent,
): CardModal | undefined {
  const shown = shownText(state);
  const { plan, text } = shown;
  switch (verb) {
    case "changes":
      return changesModal(shown, plan);
    case "comment":
      return commentModal(shown, plan, place ?? 0);
    case "reject":
      return rejectModal(shown);
    case "edit":
      return editModal(shown, text);
    case "options": {
      const models = session.context.modelRegistry.getAvailable();
      return notesModal(shown, plan, {
        models: models.map(({ provider, id }) => `${provider}/${id}`),
        isInSession: !session.isBySubagents,
      });
    }
    case "skip_step":
      return skipModal(shown, plan, place ?? 0);
    default:
      return undefined;
  }
}

async function act(
  { verb, revision, digest }: PlanClick,
  state: LivePlan,
  place: number | undefined,
  agent: ChannelAgent,
  person: Person,
): Promise<Outcome<string>> {
  const { id } = state;
  const acting = actingFrom(agent.session, person);
  const step = place === undefined ? undefined : shownText(state).plan.steps[place]?.id;
  switch (verb) {
    case "approve": {
      const signed = await approvePlan(agent.session, id, { revision, digest }, person);
      return signed.ok ? yes(signedWords({ id, revision }, signed.value)) : signed;
    }
    case "reopen": {
      const sent = await agent.desk.send(id, { type: "reopen" }, person);
      return sent.ok ? yes(`${id} may be revised once more.`) : sent;
    }
    case "start":
      return doneText(await startPlan(acting, id));
    case "pause":
      return doneText(await pausePlan(acting, id, { now: false }));
    case "resume":
      return doneText(await resumePlan(acting, id));
    case "retry":
      return doneText(await retryPlan(acting, id));
    case "retry_step":
      return step === undefined ? NO_STEP : doneText(await retryPlan(acting, id, step));
    case "fail_step":
      return step === undefined ? NO_STEP : doneText(await failStep(acting, id, step));
    case "clone":
      return cloneHere(agent, id, person);
    case "fail":
      return doneText(await failPlan(acting, id));
    case "cancel":
      return doneText(await cancelPlan(acting, id));
    default:
      return NOT_USED;
  }
}

const NOT_USED = no("wrong_state", "This button is out of date.", { hint: "/plan status shows the plan." });

const NO_STEP = no("unknown_step", "The plan no longer has this step.");

type RequestClick = Extract<CustomId, { on: "request" }>;

async function onRequest(click: Click, id: RequestClick, agent: ChannelAgent, person: Person): Promise<void> {
  if (id.verb === "words" || id.verb === "refuse_words") {
    const request = await withinDeadline(findByRef(agent, id.request));
    if (request === "late") return refuse(click, LATE);
    if (request === undefined || request.closing !== undefined) return refuseClosed(click, request, agent);
    const form = formOf(request);
    const modal = id.verb === "words" ? answerModal(form) : denyModal(form);
    await click.showModal(modal as never);
    return;
  }
  await deferPrivately(click);
  const request = await findByRef(agent, id.request);
  if (request === undefined || request.closing !== undefined) return refuseClosed(click, request, agent);
  if (id.verb === "show") {
    const plan = await agent.cards.planOf(request);
    return reply(click, requestCard(request, plan ? { plan } : {}));
  }
  const chosen = click.isStringSelectMenu() ? click.values : [id.about ?? ""];
  const form = formOf(request);
  const clicked = clickedWords(form, chosen);
  if (clicked === undefined) return refuse(click, GONE);
  const given = form.parse(clicked);
  const answered = given.ok ? await answer(agent.desk, request.id, given.value, person) : given;
  return tellOutcome(click, answered.ok ? yes("Your answer is recorded.") : answered);
}

function refuseClosed(click: Click, request: RequestState | undefined, agent: ChannelAgent): Promise<void> {
  if (request?.closing === undefined) return refuse(click, GONE);
  agent.cards.refresh(`request:${request.id}`);
  return refuse(click, { message: closedWords(request.closing) });
}

const GONE = { message: "This button is out of date.", hint: "/plan status shows what waits." };

/** By what a button says of it: open or closed, of the agent or of a plan. */
export async function findByRef(agent: ChannelAgent, ref: RequestRef): Promise<RequestState | undefined> {
  return agent.cards.findRequest((id) => isOfRequest(ref, id), ref);
}
