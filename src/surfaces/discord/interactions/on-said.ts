import type { Message } from "discord.js";
import { no } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import type { ShownText } from "../cards/custom-id.ts";
import { noticeMessage } from "../cards/text-message.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { perform } from "./perform.ts";
import { planAsShown } from "./plan-at.ts";
import { type Answered, type Click, respond } from "./reply.ts";
import { replace, retireOutdated } from "./stale-cards.ts";

/** The author of an unclear reply says what they meant by it. The question replies to that message, which has all of the text. */
export async function onSaid(
  click: Click,
  verb: "said_changes" | "said_agent",
  shown: ShownText,
  agent: ChannelAgent,
  person: Person,
): Promise<void> {
  const outcome = await respond(click, () => said(click, verb, shown, agent, person));
  const isOld = !outcome.ok && outcome.refusal.kind === "stale_revision";
  if (isOld) await retireOutdated(click, shown, agent);
  if (outcome.ok) await replace(click.message, noticeMessage(`${person.name} ${MEANT[verb]}`));
}

const MEANT = {
  said_changes: "meant this as a request for changes.",
  said_agent: "meant this for the agent. The plan stays as it is.",
};

async function said(
  { message, user }: Click,
  verb: "said_changes" | "said_agent",
  shown: ShownText,
  agent: ChannelAgent,
  person: Person,
): Promise<Answered> {
  const original: Message | undefined = await message.fetchReference().catch(() => undefined);
  if (original === undefined) return GONE;
  if (original.author.id !== user.id) {
    return no("not_an_approver", `Only ${original.author.displayName} can say what the message means.`, {
      hint: "Reply to the card yourself, or use its buttons.",
    });
  }
  if (verb === "said_agent") {
    const isHeard = await agent.hear(original);
    return isHeard ? { ok: true, value: "The agent got your message. The plan stays as it is." } : MAY_NOT_TALK;
  }
  const plan = await planAsShown(agent, shown);
  if (!plan.ok) return plan;
  const feedback = await agent.textOf(original);
  return perform({ act: "request_changes", plan: shown.id, seen: shown, feedback }, agent, person);
}

const GONE = no("not_found", "Your message was deleted, so nothing was done.", {
  hint: "Write it again, as a reply to the card.",
});
const MAY_NOT_TALK = no("not_an_approver", "You may not talk to this agent.", { hint: "Nothing was done." });
