import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { ANYONE, mayAllow } from "../../lifecycle/approvers.ts";
import type { ChannelAgent } from "./channel-agent.ts";
import { mayTalk } from "./config/may-talk.ts";
import type { Member } from "./who.ts";

/** What a member may do with an agent. Whether they may approve a certain plan is decided by the desk. */
export interface Rights {
  /** Their messages go to the agent. */
  talks: boolean;
  /** They are named as an approver: their clicks, and their replies to cards, count. */
  signs: boolean;
}

export function rightsOf({ config, desk }: ChannelAgent, member: Member, person: Outcome<Person>): Rights {
  const { from } = desk.configuration.config.approvers;
  const signs = person.ok && Array.isArray(from) && mayAllow({ ...ANYONE, from }, person.value) === undefined;
  return { talks: mayTalk(config.talk, member), signs };
}
