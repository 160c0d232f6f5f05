import type { Interaction, RepliableInteraction } from "discord.js";
import { mayReview } from "../../../lifecycle/approvers.ts";
import type { Bot } from "../bot.ts";
import { parseCustomId } from "../cards/custom-id.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { mayTalk } from "../config/may-talk.ts";
import { memberOf } from "../who.ts";
import { onAutocomplete } from "./on-autocomplete.ts";
import { onClick } from "./on-click.ts";
import { onForm } from "./on-form.ts";
import { onSlash } from "./on-slash.ts";
import { refuse } from "./reply.ts";

/** Whatever somebody did with the bot. Who they are and what they may is looked at now, whenever the card was made. */
export async function onInteraction(interaction: Interaction, bot: Bot): Promise<void> {
  const agent = interaction.channelId === null ? undefined : bot.agentAt(interaction.channelId);
  if (interaction.isAutocomplete()) return agent ? onAutocomplete(interaction, agent) : interaction.respond([]);
  if (!interaction.isRepliable()) return;
  if (agent === undefined) return refuse(interaction, NO_AGENT);
  try {
    await answer(interaction, agent);
  } catch (error) {
    await refuse(interaction, {
      message: `Something went wrong: ${error instanceof Error ? error.message : error}`,
    }).catch(() => {});
    throw error;
  }
}

async function answer(interaction: RepliableInteraction, agent: ChannelAgent): Promise<void> {
  const member = memberOf(interaction);
  const person = agent.personOf(member);
  if (!person.ok) return refuse(interaction, person.refusal);
  const { approvers } = agent.desk.configuration.config;
  const isApprover =
    approvers.from !== "anyone" &&
    mayReview({ ...approvers, exclude_requester: false }, person.value, person.value) === undefined;
  if (!mayTalk(agent.config.talk, member) && !(isApprover && Array.isArray(approvers.from))) {
    return refuse(interaction, {
      message: `${member.name} may not talk to ${agent.config.name}.`,
      hint: "Ask whoever runs the bot.",
    });
  }
  if (interaction.isChatInputCommand()) return onSlash(interaction, agent, person.value);
  const id = "customId" in interaction ? parseCustomId(interaction.customId) : undefined;
  if (id === undefined) return refuse(interaction, UNKNOWN);
  if (interaction.isButton() || interaction.isStringSelectMenu()) return onClick(interaction, id, agent, person.value);
  if (interaction.isModalSubmit()) return onForm(interaction, id, agent, person.value);
  return refuse(interaction, UNKNOWN);
}

const NO_AGENT = { message: "No agent listens in this channel.", hint: "Use it in the channel of an agent." };
const UNKNOWN = { message: "This button is not used any more.", hint: "/plan status shows what there is." };
