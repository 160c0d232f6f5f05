import { SnowflakeUtil } from "discord.js";
import { formOf } from "../../acts/request-form.ts";
import { detectGoAhead } from "../../agent/go-ahead.ts";
import type { Person } from "../../desk/persons.ts";
import { findRequest } from "../../desk/requests.ts";
import { usablePlan } from "../../desk/usable-plan.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { openRequests, type RequestState } from "../../lifecycle/request.ts";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { oldReplyCard } from "./cards/pointer-card.ts";
import { askMeaningCard, confirmApprovalCard } from "./cards/reply-card.ts";
import { isList } from "./cards/request-controls.ts";
import type { AgentServices } from "./channel-agent.ts";
import type { Act } from "./interactions/perform.ts";
import { cannotApprove, interpretPlanReply } from "./interpret-plan-reply.ts";
import { noteReview, performed, refuse, saysMore } from "./message-act.ts";
import { nonceOf } from "./nonce-of.ts";
import type { ReceivedMessage } from "./process-messages.ts";
import { customIdsOf, type ReplySubject } from "./reply-subject.ts";

/** Takes a message as an answer to a request, changes to a plan or an approval; any other message is for the agent. */
export async function interpretMessage(
  heard: ReceivedMessage,
  services: AgentServices,
): Promise<"done" | "for the agent"> {
  const person = services.agent.personOf(heard.member);
  if (!person.ok) {
    refuse(heard, person.refusal, services);
    return "done";
  }
  if (heard.whole === "" || (await hasAnswered(heard, person.value, services))) return "done";
  if (await isAnswer(heard, person.value, services)) return "done";
  if (heard.words !== "" && (await isApproval(heard, person.value, services))) return "done";
  if (heard.talks !== false) return "for the agent";
  refuse(heard, NOT_FOR_THE_AGENT, services);
  return "done";
}

const NOT_FOR_THE_AGENT = {
  message: "This card needs no answer, and you may not talk to this agent.",
  hint: "Nothing was done.",
};
const NOT_IN_WORDS = "Answer this request with the buttons on its card.";

/** A reply to a card is about the card; any message answers a single open question. */
async function isAnswer(heard: ReceivedMessage, person: Person, services: AgentServices): Promise<boolean> {
  const { talk, store } = services;
  const { about } = heard;
  if (about?.on === "old") return pointToNewest(about.id, heard, services);
  if (about?.on === "plan") return interpretPlanReply(about.id, heard, person, services);
  const asked = about ? await openRequest(about, services) : await openQuestions(services);
  const [only, ...others] = asked;
  if (only === undefined) return false;
  // A request that allows something is answered on its card, where all of it can be read.
  const form = formOf(only);
  const given = others.length === 0 && isList(form) ? form.parse(heard.whole) : undefined;
  if (!given?.ok) {
    const hint = "Reply to its card or use the buttons there. Nothing was answered.";
    const many = { message: `${asked.length} questions wait: which one do you mean?`, hint };
    refuse(heard, others.length > 0 ? many : (given?.refusal ?? { message: NOT_IN_WORDS }), services);
    return true;
  }
  // The agent continues in the channel of the answer.
  talk.turnTo(heard.channel);
  store.inbox.mean(heard.message, only.id);
  return performed({ act: "answer", request: only.id, answer: given }, heard, person, services);
}

/** An earlier process recorded the answer before it ended. */
async function hasAnswered(
  { message }: ReceivedMessage,
  { id }: Person,
  { store, agent: { desk } }: AgentServices,
): Promise<boolean> {
  const meant = store.inbox.find(message)?.meant;
  if (meant === undefined) return false;
  const found = await findRequest(desk, meant);
  if (!found.ok) return false;
  const { closing, kind, journal } = found.value;
  if (closing !== undefined) return closing.how === "answered" && closing.by.id === id;
  const plan = kind === "review" && isPlanId(journal) ? await usablePlan(desk, journal) : undefined;
  return plan?.ok === true && "signatures" in plan.value && plan.value.signatures.some(({ by }) => by.id === id);
}

/** None if it is closed: then the message is for the agent. */
async function openRequest(
  about: Exclude<ReplySubject, { on: "plan" | "old" }>,
  { agent: { desk } }: AgentServices,
): Promise<RequestState[]> {
  const found = about.on === "request" ? await findRequest(desk, about.id) : undefined;
  return found?.ok && found.value.closing === undefined ? [found.value] : [];
}

async function openQuestions({ agent: { session } }: AgentServices): Promise<RequestState[]> {
  const { requests } = await session.agent.state();
  return openRequests(requests).filter(({ kind }) => kind === "question");
}

/** A reply to an older text is not about the newest one. */
function pointToNewest(id: PlanId, { channel, message, guild }: ReceivedMessage, services: AgentServices): true {
  const { channels, agent, trouble } = services;
  agent.cards.refresh(`plan:${id}`);
  const card = oldReplyCard(id, agent.cards.urlOf(id, guild));
  channels.say(channel, card, { replyTo: message, nonce: nonceOf(message, "old") }).catch(trouble);
  return true;
}

/** "Go ahead" approves the plan if the settings allow it; else the person has to confirm it. */
async function isApproval(heard: ReceivedMessage, person: Person, services: AgentServices): Promise<boolean> {
  const { agent, channels, talk } = services;
  const { words, channel, message } = heard;
  const meant = await detectGoAhead(agent.session, words);
  switch (meant.means) {
    case "nothing":
      return false;
    case "too_early":
      agent.tell("There is no plan to approve yet. /plan cancel leaves plan mode without one.", channel, message);
      return false;
    case "look_first":
      agent.tell(cannotApprove(meant.plan.id), channel, message);
      return false;
    case "approval": {
      const onCard = await commandsShown(meant.plan, message, services);
      if (saysMore(heard) || meant.confirm || onCard === undefined) {
        const talks = heard.talks !== false;
        const question = saysMore(heard)
          ? askMeaningCard(meant.plan, heard.whole, { talks })
          : confirmApprovalCard(meant.plan, words, { talks });
        await channels.say(channel, question, { replyTo: message, nonce: nonceOf(message, "confirm") });
        return true;
      }
      talk.turnTo(channel);
      noteReview(heard, meant.plan, services);
      const { id, proposal } = meant.plan;
      const act: Act = { act: "approve_by_message", plan: meant.plan, message: words, onCard };
      // Words leave no other sign in the channel of what they did.
      const signed = `✍️ ${person.name} signed revision ${proposal.revision} of ${id} with these words (${proposal.digest.slice(0, 19)}…).`;
      return performed(act, heard, person, services, signed);
    }
  }
}

/**
 * How many of the commands that approval runs were on the card when the message was written. A message approves the text that
 * its card showed then, by Discord's own clock; undefined: the card showed an older text.
 */
async function commandsShown(
  { id, proposal }: LivePlan,
  message: string,
  services: AgentServices,
): Promise<number | undefined> {
  const { store, agent, channels } = services;
  const kept = store.find(agent.config.channel, `plan:${id}`);
  if (kept?.message === undefined) return undefined;
  const card = await channels.find(kept.channel, kept.message);
  if (card === undefined) return undefined;
  if ((card.editedTimestamp ?? card.createdTimestamp) > SnowflakeUtil.timestampFrom(message)) return undefined;
  const ids = customIdsOf(card).filter((shown) => shown.on === "plan" && shown.digest === proposal.digest);
  if (ids.length === 0) return undefined;
  return ids.flatMap((shown) => (shown.on === "plan" && shown.verb === "approve" ? (shown.about ?? 0) : []))[0] ?? 0;
}
