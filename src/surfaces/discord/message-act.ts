import type { Person } from "../../desk/persons.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { openReview } from "../../lifecycle/request.ts";
import { noticeMessage, type RefusalWords, refusalMessage } from "./cards/text-message.ts";
import type { AgentServices } from "./channel-agent.ts";
import { type Act, perform } from "./interactions/perform.ts";
import { nonceOf } from "./nonce-of.ts";
import type { ReceivedMessage } from "./process-messages.ts";

/** Does the act of a message. A refusal is answered, and `done` where a person could not tell from the cards. */
export async function performed(
  act: Act,
  heard: ReceivedMessage,
  person: Person,
  services: AgentServices,
  done?: string,
): Promise<true> {
  const outcome = await perform(act, services.agent, person);
  if (!outcome.ok) refuse(heard, outcome.refusal, services);
  else if (done !== undefined) reply(heard, done, services);
  return true;
}

/** It comes with a file, or answers another message: its words alone may not be what it means. */
export function saysMore({ words, whole }: ReceivedMessage): boolean {
  return words !== whole;
}

/** Recorded before the review is sent: a process that reads the message again knows that it was a review. */
export function noteReview({ message }: ReceivedMessage, { requests }: LivePlan, { store }: AgentServices): void {
  const review = openReview(requests);
  if (review) store.inbox.mean(message, review.id);
}

export function refuse(
  { channel, message }: ReceivedMessage,
  refusal: RefusalWords,
  { channels, trouble }: AgentServices,
): void {
  const nonce = nonceOf(message, refusal.message);
  channels.say(channel, refusalMessage(refusal), { replyTo: message, nonce }).catch(trouble);
}

function reply({ channel, message }: ReceivedMessage, text: string, { channels, talk, trouble }: AgentServices): void {
  talk.covered(channel);
  channels.say(channel, noticeMessage(text), { replyTo: message, nonce: nonceOf(message, text) }).catch(trouble);
}
