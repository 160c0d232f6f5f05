import type { PlanSession } from "../../agent/plan-session.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { CardBook } from "./card-book.ts";
import { incomingText } from "./conversation/incoming-text.ts";
import type { Heard } from "./hear-message.ts";
import type { Requester } from "./requester.ts";
import type { Said, Talk } from "./talk.ts";
import type { Member } from "./who.ts";

/** What words need on their way to the model. */
export interface WayToModel {
  plan: PlanSession;
  talk: Talk;
  requester: Requester;
  book: CardBook;
  /** The agent's own channel. */
  owner: string;
  personOf(member: Member): Outcome<Person>;
  /** Records what the session is about to be given. */
  note(said: Said): void;
}

/** Gives messages to the model. All messages of one channel are one prompt. */
export async function giveWords(words: readonly Heard[], way: WayToModel): Promise<void> {
  const { plan, talk, requester, personOf } = way;
  const { phase } = await plan.agent.state();
  for (const [channel, all] of Map.groupBy(words, (heard) => heard.channel)) {
    const person = all[0] && personOf(all[0].member);
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
  /** Where the command was typed. */
  channel: string;
  /** Of the command. */
  id: string;
}

/** Enters plan mode for a person. The task, if there is one, is the first message to the model. */
export async function startPlanning(
  person: Person,
  { task, channel, id }: PlanningTask,
  { plan, talk, requester, book, owner, note }: WayToModel,
): Promise<Outcome<unknown>> {
  const { phase } = await plan.agent.state();
  requester.setToWork(person, phase);
  talk.turnTo(channel);
  const message = { author: person.name, text: task ?? "", self: "", names: NO_NAMES, attachments: [] };
  const said = { text: incomingText(message, { isShared: true }).text, channel, ids: [id] };
  // The process after a crash needs the text of the task, and not only that there is one.
  if (task !== undefined) {
    book.inbox.take({ id, owner, channel, isCommand: true });
    note(said);
  }
  const entered = await plan.enter(person, task === undefined ? {} : { task });
  if (entered.ok && task !== undefined) await talk.say(said);
  else book.inbox.drop(id);
  return entered;
}

const NO_NAMES = { users: {}, roles: {}, channels: {} };
