import type { AutocompleteInteraction, Interaction, RepliableInteraction } from "discord.js";
import { type DeskRefusal, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import type { Bot } from "../bot.ts";
import { parseCustomId } from "../cards/custom-id.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { type Author, memberOf, rightsOf } from "../member.ts";
import { withinDeadline } from "../within-deadline.ts";
import { onClick } from "./on-click.ts";
import { onForm } from "./on-form.ts";
import { onSlash } from "./on-slash.ts";
import { refuse, respond } from "./reply.ts";
import { suggestions } from "./suggestions.ts";

/** Answers a command, click, form or autocompletion. Rights are checked now, not when the card was made. */
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
  const known = authenticate(interaction, agent);
  if (!known.ok) return refuse(interaction, known.refusal);
  const { person, talks } = known.value;
  if (interaction.isChatInputCommand()) {
    const begins = interaction.commandName === "plan" && interaction.options.getSubcommand() === "start";
    if (begins && !talks) return refuse(interaction, mayNotTalk(person.name, agent));
    await respond(interaction, () => onSlash(interaction, agent, person));
    return;
  }
  const id = "customId" in interaction ? parseCustomId(interaction.customId) : undefined;
  if (id === undefined) return refuse(interaction, UNKNOWN);
  if (interaction.isButton() || interaction.isStringSelectMenu()) return onClick(interaction, id, agent, person);
  if (interaction.isModalSubmit()) return onForm(interaction, id, agent, person);
  return refuse(interaction, UNKNOWN);
}

/** No suggestions for a person without rights, or if they take too long. */
async function suggest(interaction: AutocompleteInteraction, agent: ChannelAgent | undefined): Promise<void> {
  if (agent === undefined || !authenticate(interaction, agent).ok) return interaction.respond([]);
  const found = await withinDeadline(suggestions(interaction, agent));
  await interaction.respond(found === "late" ? [] : found);
}

/** A person who may talk to the agent, or approve its plans. */
function authenticate(author: Author, agent: ChannelAgent): Outcome<{ person: Person; talks: boolean }> {
  const member = memberOf(author);
  const person = agent.personOf(member);
  if (!person.ok) return person;
  const { talks, signs } = rightsOf(agent, member, person);
  return talks || signs ? yes({ person: person.value, talks }) : { ok: false, refusal: mayNotTalk(member.name, agent) };
}

function mayNotTalk(name: string, { config }: ChannelAgent): DeskRefusal {
  const message = `${name} may not talk to ${config.name}.`;
  return { kind: "not_an_approver", message, hint: "Ask the person who runs the bot." };
}

/** The error itself goes to the log of the bot: it may name paths. */
const TROUBLE = {
  message: "Something failed; the action may not have happened.",
  hint: "/plan status shows the plan. The log of the bot has the error.",
};
const NO_AGENT = { message: "No agent listens in this channel.", hint: "Use it in the channel of an agent." };
const UNKNOWN = { message: "This button is out of date.", hint: "/plan status shows the plan." };
