import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { ANYONE, mayAllow } from "../../lifecycle/approvers.ts";
import type { ChannelAgent } from "./channel-agent.ts";
import { mayTalk } from "./config/may-talk.ts";
import type { Member } from "./who.ts";

/** What somebody may do with an agent. Whether they may sign a certain plan is the desk's to say. */
export interface Rights {
  /** It listens to what they say. */
  talks: boolean;
  /** They are named as an approver: what they click, or reply to a card, counts. */
  signs: boolean;
}

export function rightsOf({ config, desk }: ChannelAgent, member: Member, person: Outcome<Person>): Rights {
  const { from } = desk.configuration.config.approvers;
  const signs = person.ok && Array.isArray(from) && mayAllow({ ...ANYONE, from }, person.value) === undefined;
  return { talks: mayTalk(config.talk, member), signs };
}
