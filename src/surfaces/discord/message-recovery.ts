import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import { openRequests } from "../../lifecycle/request.ts";
import type { AgentServices } from "./channel-agent.ts";
import { splitText } from "./conversation/split-text.ts";
import type { InboxMessage } from "./message-inbox.ts";
import { type MessageOutcome, messageOutcome } from "./message-outcome.ts";
import { nonceOf } from "./nonce-of.ts";

const END = 60;

/** Recovers the messages that an earlier process accepted and did not finish. */
export class MessageRecovery {
  readonly #services: AgentServices;
  readonly #entries: () => SessionEntry[];
  #left: InboxMessage[];

  constructor(services: AgentServices, entries: () => SessionEntry[]) {
    this.#services = services;
    this.#entries = entries;
    this.#left = services.store.inbox.of(services.agent.config.channel);
  }

  /** Returns the messages that the session never got. An interrupted turn is reported in the channel and not repeated. */
  async unfinished(): Promise<InboxMessage[]> {
    const { talk, agent, trouble } = this.#services;
    const { inbox } = this.#services.store;
    const all = this.#entries();
    const unheard: InboxMessage[] = [];
    const told = new Set<string>();
    for (const taken of this.#left.splice(0)) {
      const { id, channel, text, isCommand } = taken;
      const became = messageOutcome(taken, all);
      if (became.what === "unheard" && !isCommand) unheard.push(taken);
      else if (became.what === "unheard") {
        const { phase } = await agent.session.agent.state();
        // If planning did not start, the command was refused: there is nothing to do.
        if (phase === "gathering" && text !== undefined) await talk.say({ text, channel, ids: [id] });
        else inbox.drop(id);
      } else {
        // All messages of one channel were one turn.
        if (!told.has(channel)) await this.#finish(taken, became).catch(trouble);
        told.add(channel);
        inbox.drop(id);
      }
    }
    // A message that cannot be fetched now stays for the next call.
    this.#left = unheard;
    return unheard;
  }

  async #finish({ id, channel }: InboxMessage, became: Exclude<MessageOutcome, { what: "unheard" }>): Promise<void> {
    const { channels, agent } = this.#services;
    if (became.what === "unfinished") {
      if (!(await this.#isSeenElsewhere(became.tools)))
        agent.tell("I was stopped before I had finished. Say “go on” if it still matters.", channel, id);
      return;
    }
    // The message may begin with other text.
    const end = became.text.trim().slice(-END);
    if (end === "" || (await channels.hasSaid(channel, end, id))) return;
    const answer = channels.answerChannel(channel);
    for (const [index, part] of splitText(became.text).entries()) await answer.send(part, nonceOf(id, `${index}`));
  }

  /** Whether the card of an open question, a submitted plan or an interrupted step already shows what to do. */
  async #isSeenElsewhere(tools: readonly string[]): Promise<boolean> {
    const { agent, isBySubagents } = this.#services.agent.session;
    const { phase, requests } = await agent.state();
    if (openRequests(requests).length > 0) return true;
    return phase === "executing"
      ? !isBySubagents
      : phase === "submitted" && tools.some((tool) => SUBMITS.includes(tool));
  }
}

const SUBMITS: readonly string[] = ["submit_plan", "present_plan", "plan_propose"];
