import type { ApplicationCommandOptionChoiceData, AutocompleteInteraction } from "discord.js";
import { availableModels } from "../../../agent/session-models.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import type { Decision } from "../../../plan/plan.ts";
import { plain } from "../cards/discord-text.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { LIMITS } from "../limits.ts";
import { planAt } from "./plan-at.ts";

type Choice = ApplicationCommandOptionChoiceData<string>;

/** Completes what a person has typed so far. */
export async function suggestions(interaction: AutocompleteInteraction, agent: ChannelAgent): Promise<Choice[]> {
  const { name, value } = interaction.options.getFocused(true);
  const all = await ofOption(interaction, agent, name, value);
  const typed = (name === "choice" ? lastOf(value) : value).trim().toLowerCase();
  const found = all.filter(
    ({ name: label, value: id }) =>
      id.length <= LIMITS.choice && (id.toLowerCase().includes(typed) || label.toLowerCase().includes(typed)),
  );
  return found.slice(0, LIMITS.choices);
}

async function plans({ desk }: ChannelAgent): Promise<Choice[]> {
  const { rows } = await desk.plans({ limit: 100 });
  return rows.map(({ id, title, status }) => ({
    name: plain(`${id} ${title} (${status.replaceAll("_", " ")})`, LIMITS.choice),
    value: id,
  }));
}

async function ofOption(
  interaction: AutocompleteInteraction,
  agent: ChannelAgent,
  what: string,
  typed: string,
): Promise<Choice[]> {
  if (what === "plan") return plans(agent);
  if (what === "model") return availableModels(agent.session.context).map((model) => ({ name: model, value: model }));
  const plan = await planAt(agent, interaction.options.getString("plan"));
  if (!plan.ok) return [];
  switch (what) {
    case "step":
      return steps(plan.value);
    case "decision":
      return (bindingPlan(plan.value).decisions ?? []).map(({ decision_id, header }) => ({
        name: plain(`${decision_id}: ${header}`, LIMITS.choice),
        value: decision_id,
      }));
    case "choice": {
      const id = interaction.options.getString("decision");
      const decision = bindingPlan(plan.value).decisions?.find(({ decision_id }) => decision_id === id);
      return decision ? choices(decision, typed) : [];
    }
    default:
      return [];
  }
}

/** If several may be chosen, each suggestion adds one to those typed. */
function choices({ options, multi_select }: Decision, typed: string): Choice[] {
  const before = multi_select ? typed.slice(0, typed.length - lastOf(typed).length) : "";
  return options.map(({ label }, index) => {
    // A label that would be read as several, or is too long to be sent, goes by its number.
    const word = label.includes(",") || label.length > LIMITS.choice ? String(index + 1) : label;
    const chosen = before === "" ? word : `${before.trimEnd()} ${word}`;
    return { name: plain(before === "" ? label : `${before.trimEnd()} ${label}`, LIMITS.choice), value: chosen };
  });
}

function lastOf(typed: string): string {
  return typed.slice(typed.lastIndexOf(",") + 1);
}

function steps(plan: LivePlan): Choice[] {
  return bindingPlan(plan).steps.map(({ id, title }, index) => {
    const stands = plan.run?.steps.get(id) ? ` (${STEP_LOOKS[shownStatus(plan.run, id)].word})` : "";
    return { name: plain(`${index + 1}. ${title}${stands}`, LIMITS.choice), value: id };
  });
}
