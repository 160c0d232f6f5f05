import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { AgentServices } from "./channel-agent.ts";
import { incomingText } from "./conversation/incoming-text.ts";
import type { ReceivedMessage } from "./process-messages.ts";

/** Gives messages to the model. All messages of one channel are one prompt. */
export async function promptModel(messages: readonly ReceivedMessage[], services: AgentServices): Promise<void> {
  const { agent, talk, requester } = services;
  const { phase } = await agent.session.agent.state();
  for (const [channel, all] of Map.groupBy(messages, (message) => message.channel)) {
    const person = all[0] && agent.personOf(all[0].member);
    if (talk.isIdle && person?.ok) requester.setToWork(person.value, phase);
    await talk.say({
      channel,
      ids: all.map(({ message }) => message),
      text: all.map(({ incoming }) => incoming.text).join("\n\n"),
      images: all.flatMap(({ incoming }) => incoming.images),
    });
  }
}

export interface PlanningTask {
  task: string | undefined;
  /** The channel of the command. */
  channel: string;
  /** The id of the command. */
  id: string;
}

/** Enters plan mode for a person. The task, if there is one, is the first message to the model. */
export async function startPlanning(
  person: Person,
  { task, channel, id }: PlanningTask,
  { agent, talk, requester, store, note }: AgentServices,
): Promise<Outcome<unknown>> {
  const { phase } = await agent.session.agent.state();
  requester.setToWork(person, phase);
  talk.turnTo(channel);
  const message = { author: person.name, text: task ?? "", self: "", names: NO_NAMES, attachments: [] };
  const said = { text: incomingText(message, { isShared: true }).text, channel, ids: [id] };
  // Recorded with its text: after a crash Discord does not deliver the command again.
  if (task !== undefined) {
    store.inbox.take({ id, owner: agent.config.channel, channel, isCommand: true });
    note(said);
  }
  const entered = await agent.session.enter(person, task === undefined ? {} : { task });
  if (entered.ok && task !== undefined) await talk.say(said);
  else store.inbox.drop(id);
  return entered;
}

const NO_NAMES = { users: {}, roles: {}, channels: {} };
