import type { ButtonInteraction, StringSelectMenuInteraction } from "discord.js";
import { PersonCommands } from "../../../agent/person-commands.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer } from "../../../desk/requests.ts";
import { mayReview } from "../../../lifecycle/approvers.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { RequestState } from "../../../lifecycle/request.ts";
import { type CustomId, isOfRequest, type PlanVerb, type RequestRef } from "../cards/custom-id.ts";
import { detailsOf } from "../cards/details-message.ts";
import { answerModal, denyModal } from "../cards/modals/answer-modals.ts";
import type { CardModal } from "../cards/modals/form.ts";
import { notesModal } from "../cards/modals/notes-modal.ts";
import { changesModal, commentModal, editModal, rejectModal, skipModal } from "../cards/modals/review-modals.ts";
import { staleCard } from "../cards/plan-card.ts";
import { shownText } from "../cards/plan-facts.ts";
import { requestCard } from "../cards/request-card.ts";
import { chosenAnswer } from "../cards/request-options.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { showPlans, tellOutcome } from "./on-slash.ts";
import { planAsShown } from "./plan-at.ts";
import { refuse, reply, thinkPrivately } from "./reply.ts";

type Click = ButtonInteraction | StringSelectMenuInteraction;

/** A button, or a choice from a menu, on a card of any age. */
export async function onClick(click: Click, id: CustomId, agent: ChannelAgent, person: Person): Promise<void> {
  switch (id.on) {
    case "plans":
      await thinkPrivately(click);
      return showPlans(click, agent, id.after);
    case "request":
      return onRequest(click, id, agent, person);
    case "plan":
      return onPlan(click, id, agent, person);
  }
}

type PlanClick = Extract<CustomId, { on: "plan" }>;

async function onPlan(click: Click, id: PlanClick, agent: ChannelAgent, person: Person): Promise<void> {
  const place = placeOf(click) ?? id.about;
  const plan = await planAsShown(agent, id);
  if (!plan.ok) {
    await refuse(click, plan.refusal);
    return refreshStale(click, id, agent);
  }
  if (id.verb === "details" || id.verb === "step") return showDetails(click, plan.value, place);
  const modal = modalOf(id.verb, plan.value, place, agent);
  if (modal === undefined) {
    await thinkPrivately(click);
    return tellOutcome(click, await act(id.verb, plan.value, place, agent, person));
  }
  // Whoever may not say it is told so before they have written anything.
  const refused = REVIEWS.includes(id.verb)
    ? mayReview(
        agent.desk.configuration.config.approvers,
        person,
        plan.value.requester,
        plan.value.proposal.proposed_by,
      )
    : undefined;
  if (refused) return refuse(click, refused);
  await click.showModal(modal as never);
}

/** What only those may say who may sign it. */
const REVIEWS: readonly PlanVerb[] = ["options", "changes", "comment", "reject"];

function placeOf(click: Click): number | undefined {
  return click.isStringSelectMenu() ? Number(click.values[0]) : undefined;
}

async function showDetails(click: Click, plan: LivePlan, place: number | undefined): Promise<void> {
  const step = shownText(plan).plan.steps[place ?? 0]?.id;
  const card = detailsOf(plan, step);
  // From one step to the next it stays the same message.
  if (click.message.flags.has(1 << 6)) {
    await click.update({ components: card.components } as never);
    return;
  }
  return reply(click, card);
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
      return notesModal(
        shown,
        plan,
        models.map(({ provider, id }) => `${provider}/${id}`),
      );
    }
    case "skip_step":
      return skipModal(shown, plan, place ?? 0);
    default:
      return undefined;
  }
}

async function act(
  verb: PlanVerb,
  state: LivePlan,
  place: number | undefined,
  agent: ChannelAgent,
  person: Person,
): Promise<Outcome<string>> {
  const { id, proposal } = state;
  const { revision, digest } = proposal;
  const commands = new PersonCommands(agent.session, person, id);
  const step = place === undefined ? undefined : shownText(state).plan.steps[place]?.id;
  switch (verb) {
    case "approve": {
      const sent = await agent.desk.send(id, { type: "approve", revision, digest }, person);
      if (!sent.ok) return sent;
      const isEnough = sent.value.status === "approved";
      return yes(`You signed revision ${revision} of ${id}.${isEnough ? "" : " More signatures are needed."}`);
    }
    case "reopen": {
      const sent = await agent.desk.send(id, { type: "reopen" }, person);
      return sent.ok ? yes(`${id} may be revised once more.`) : sent;
    }
    case "start":
      return commands.carryOut(id);
    case "pause":
      return commands.pause();
    case "resume":
      return commands.resume();
    case "retry":
      return commands.retry();
    case "retry_step":
      return step === undefined ? NO_STEP : commands.retry(step);
    case "fail":
      return commands.fail("");
    case "cancel":
      return commands.cancelOther();
    default:
      return no("wrong_state", "This button does nothing any more.", { hint: "/plan status shows the plan." });
  }
}

const NO_STEP = no("unknown_step", "There is no such step any more.");

/** A card that shows what is no longer so is made to show what is; one that has a successor says where that is. */
async function refreshStale(click: Click, { id, revision }: PlanClick, agent: ChannelAgent): Promise<void> {
  agent.cards.refresh(`plan:${id}`);
  if (agent.cards.isShownBy(id, click.message.id) || click.message.flags.has(1 << 6)) return;
  const url = agent.cards.urlOf(id, click.guildId);
  const { components } = staleCard({ id, title: id, revision }, url === undefined ? {} : { url });
  await click.message.edit({ components, attachments: [], allowedMentions: { parse: [] } } as never);
}

type RequestClick = Extract<CustomId, { on: "request" }>;

async function onRequest(click: Click, id: RequestClick, agent: ChannelAgent, person: Person): Promise<void> {
  const request = await findByRef(agent, id.request);
  if (request === undefined) return refuse(click, GONE);
  if (request.closing !== undefined) {
    agent.cards.refresh(`request:${request.id}`);
    return refuse(click, { message: closedWords(request) });
  }
  switch (id.verb) {
    case "show": {
      const plan = await agent.cards.planOf(request);
      return reply(click, requestCard(request, plan ? { plan } : {}));
    }
    case "words":
      await click.showModal(answerModal(request) as never);
      return;
    case "refuse_words":
      await click.showModal(denyModal(request) as never);
      return;
    case "choose":
    case "pick": {
      await thinkPrivately(click);
      const chosen = click.isStringSelectMenu() ? click.values : [id.about ?? ""];
      const given = chosenAnswer(request, chosen);
      if (given === undefined) return refuse(click, GONE);
      const answered = await answer(agent.desk, request.id, given, person);
      return tellOutcome(click, answered.ok ? yes("Your answer is recorded.") : answered);
    }
  }
}

const GONE = { message: "This is not asked any more.", hint: "/plan status shows what waits." };

export function closedWords({ closing }: RequestState): string {
  return closing?.how === "answered" ? `${closing.by.name} has answered already.` : `The request is ${closing?.how}.`;
}

/** By what a button says of it: open or closed, of the agent or of a plan. */
export async function findByRef(agent: ChannelAgent, ref: RequestRef): Promise<RequestState | undefined> {
  return agent.cards.findRequest((id) => isOfRequest(ref, id), ref);
}
