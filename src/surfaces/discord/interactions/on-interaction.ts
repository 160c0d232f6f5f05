import type { AutocompleteInteraction, Interaction, RepliableInteraction } from "discord.js";
import { type DeskRefusal, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import type { Bot } from "../bot.ts";
import { parseCustomId } from "../cards/custom-id.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { rightsOf } from "../rights.ts";
import { memberOf, type Told } from "../who.ts";
import { onClick } from "./on-click.ts";
import { onForm } from "./on-form.ts";
import { onSlash } from "./on-slash.ts";
import { refuse } from "./reply.ts";
import { soon } from "./soon.ts";
import { suggestions } from "./suggestions.ts";

/** Whatever somebody did with the bot. Who they are and what they may is looked at now, whenever the card was made. */
export async function onInteraction(interaction: Interaction, bot: Bot): Promise<void> {
  const agent = interaction.channelId === null ? undefined : bot.agentAt(interaction.channelId);
  if (interaction.isAutocomplete()) return suggest(interaction, agent);
  if (!interaction.isRepliable()) return;
  if (agent === undefined) return refuse(interaction, NO_AGENT);
  try {
    await answer(interaction, agent);
  } catch (error) {
    await refuse(interaction, TROUBLE).catch(() => {});
    throw error;
  }
}

async function answer(interaction: RepliableInteraction, agent: ChannelAgent): Promise<void> {
  const known = whoIsIt(interaction, agent);
  if (!known.ok) return refuse(interaction, known.refusal);
  const { person, talks } = known.value;
  if (interaction.isChatInputCommand()) {
    const begins = interaction.commandName === "plan" && interaction.options.getSubcommand() === "start";
    return begins && !talks ? refuse(interaction, silent(person.name, agent)) : onSlash(interaction, agent, person);
  }
  const id = "customId" in interaction ? parseCustomId(interaction.customId) : undefined;
  if (id === undefined) return refuse(interaction, UNKNOWN);
  if (interaction.isButton() || interaction.isStringSelectMenu()) return onClick(interaction, id, agent, person);
  if (interaction.isModalSubmit()) return onForm(interaction, id, agent, person);
  return refuse(interaction, UNKNOWN);
}

/** Whoever may not ask sees nothing of what there is; who is only slow to find sees nothing yet. */
async function suggest(interaction: AutocompleteInteraction, agent: ChannelAgent | undefined): Promise<void> {
  if (agent === undefined || !whoIsIt(interaction, agent).ok) return interaction.respond([]);
  const found = await soon(suggestions(interaction, agent));
  await interaction.respond(found === "late" ? [] : found);
}

/** Somebody who may talk to the agent, or sign what it plans. */
function whoIsIt(told: Told, agent: ChannelAgent): Outcome<{ person: Person; talks: boolean }> {
  const member = memberOf(told);
  const person = agent.personOf(member);
  if (!person.ok) return person;
  const { talks, signs } = rightsOf(agent, member, person);
  return talks || signs ? yes({ person: person.value, talks }) : { ok: false, refusal: silent(member.name, agent) };
}

function silent(name: string, { config }: ChannelAgent): DeskRefusal {
  const message = `${name} may not talk to ${config.name}.`;
  return { kind: "not_an_approver", message, hint: "Ask whoever runs the bot." };
}

/** What went wrong is told to whoever runs the bot: it may name places that are nobody else's business. */
const TROUBLE = {
  message: "Something went wrong, and perhaps nothing was done.",
  hint: "/plan status shows what holds. The log of the bot says more.",
};
const NO_AGENT = { message: "No agent listens in this channel.", hint: "Use it in the channel of an agent." };
const UNKNOWN = { message: "This button is not used any more.", hint: "/plan status shows what there is." };
