import {
  type Acknowledged,
  AUTOCOMPLETE,
  type Choice,
  COMPONENT,
  type LocalInteraction,
  MODAL_SUBMIT,
} from "../interaction.ts";
import { choiceProblems } from "../limits/commands.ts";
import { isFields } from "../limits/form.ts";
import { modalProblems } from "../limits/modal.ts";
import type { LocalMessage } from "../message.ts";
import { LocalModal } from "../modal.ts";
import { defer, edit, post, remove } from "../post.ts";
import { refusal, refuseForm } from "../refusal.ts";
import type { World } from "../world.ts";
import { type Call, type Route, route } from "./route.ts";

const WAYS: Record<number, Acknowledged> = {
  4: "reply",
  5: "deferred reply",
  6: "deferred update",
  7: "update",
  8: "choices",
  9: "modal",
};

const WEBHOOK = "/webhooks/:application/:token";

export const INTERACTION_ROUTES: readonly Route[] = [
  route("POST /interactions/:interaction/:token/callback", acknowledge, true),
  route(`POST ${WEBHOOK}`, followUp, true),
  route(`GET ${WEBHOOK}/messages/:message`, ({ world }, _, token, id) => answerOf(world, token, id).payload(), true),
  route(
    `PATCH ${WEBHOOK}/messages/:message`,
    (call, _, token, id) => {
      const message = answerOf(call.world, token, id);
      edit(call.world, message, call);
      interactionBy(call.world, token).touch();
      return message.payload();
    },
    true,
  ),
  route(
    `DELETE ${WEBHOOK}/messages/:message`,
    ({ world }, _, token, id) => remove(world, answerOf(world, token, id)),
    true,
  ),
];

function acknowledge(call: Call, id: string, token: string): unknown {
  const { world, body, query } = call;
  const interaction = world.interactions.find((one) => one.id === id && one.token === token);
  if (interaction === undefined) throw refusal("unknownInteraction");
  interaction.mustBeOpen();
  const type = Number(body["type"]);
  const how = WAYS[type];
  if (how === undefined || !fits(interaction, how))
    return refuseForm([
      { path: ["type"], code: "BASE_TYPE_CHOICES", message: `${type} is no answer to this interaction.` },
    ]);
  const message = carryOut(call, interaction, how);
  interaction.acknowledge(how);
  if (query.get("with_response") !== "true") return undefined;
  const told = message && {
    response_message_id: message.id,
    response_message_loading: message.loading,
    response_message_ephemeral: message.ephemeral,
  };
  const resource = message && how !== "deferred update" ? { resource: { type, message: message.payload() } } : {};
  return { interaction: { id, type: interaction.type, ...told }, ...resource };
}

/** Whatever is wrong is said before anything counts as acknowledged. */
function carryOut(call: Call, interaction: LocalInteraction, how: Acknowledged): LocalMessage | undefined {
  const { world, body, files } = call;
  const data = isFields(body["data"]) ? body["data"] : {};
  switch (how) {
    case "reply":
      interaction.reply = post(world, interaction.channel, { body: data, files }, { interaction, at: ["data"] });
      return interaction.reply;
    case "deferred reply":
      interaction.reply = defer(world, interaction, Number(data["flags"] ?? 0));
      return interaction.reply;
    case "deferred update":
      return interaction.message;
    case "update":
      if (interaction.message === undefined || interaction.message.deleted) throw refusal("unknownMessage");
      edit(world, interaction.message, { body: data, files }, ["data"]);
      return interaction.message;
    case "choices":
      refuseForm(choiceProblems(data["choices"]), ["data"]);
      interaction.choices = (data["choices"] ?? []) as readonly Choice[];
      return undefined;
    case "modal":
      refuseForm(modalProblems(data), ["data"]);
      interaction.modal = new LocalModal(interaction, data);
      return undefined;
  }
}

function fits({ type, message }: LocalInteraction, how: Acknowledged): boolean {
  if (type === AUTOCOMPLETE || how === "choices") return type === AUTOCOMPLETE && how === "choices";
  if (how === "modal") return type !== MODAL_SUBMIT;
  return how.endsWith("update") ? type === COMPONENT || message !== undefined : true;
}

function followUp(call: Call, _: string, token: string): unknown {
  const { world } = call;
  const interaction = interactionBy(world, token);
  const thinking = interaction.reply?.loading ? interaction.reply : undefined;
  if (thinking) {
    // The first thing said after a deferral takes its place, and is seen by those who saw that one.
    edit(world, thinking, call);
    interaction.touch();
    return thinking.payload();
  }
  const message = post(world, interaction.channel, call, { interaction });
  interaction.followups.push(message);
  interaction.touch();
  return message.payload();
}

function interactionBy(world: World, token: string): LocalInteraction {
  const interaction = world.interactions.find((one) => one.token === token);
  if (interaction === undefined) throw refusal("unknownWebhook");
  interaction.mustHaveToken();
  return interaction;
}

function answerOf(world: World, token: string, id: string): LocalMessage {
  const { original, followups, message } = interactionBy(world, token);
  const all = [original, ...followups, message].filter((one) => one !== undefined);
  const found = id === "@original" ? original : all.find((one) => one.id === id);
  if (found === undefined || found.deleted) throw refusal("unknownMessage");
  return found;
}
