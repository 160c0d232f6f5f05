import type {
  APIComponentInLabel,
  APILabelComponent,
  APIModalInteractionResponseCallbackData,
  APITextInputComponent,
} from "discord.js";
import { defined } from "../../../../plan/defined.ts";
import { LIMITS } from "../../limits.ts";
import { plain } from "../discord-text.ts";

/** A form that opens over the card. Its values come back under the names of its fields. */
export type CardModal = APIModalInteractionResponseCallbackData;

/** The names of the fields in our forms. */
export const FIELDS = {
  feedback: "feedback",
  comments: "comments",
  text: "text",
  file: "file",
  choice: "choice",
  notes: "notes",
  model: "model",
  leftOut: "left_out",
  start: "start",
} as const;
export type FieldName = (typeof FIELDS)[keyof typeof FIELDS];

export function form(customId: string, title: string, fields: readonly APILabelComponent[]): CardModal {
  return { custom_id: customId, title: plain(title, LIMITS.modalTitle), components: [...fields] };
}

export function field(label: string, component: APIComponentInLabel, description?: string): APILabelComponent {
  return {
    type: 18,
    label: plain(label, LIMITS.modalLabel),
    component,
    ...(description !== undefined && { description: plain(description, LIMITS.modalDescription) }),
  };
}

export function writing(
  name: FieldName,
  {
    value,
    hint,
    isNeeded = false,
    isShort = false,
  }: { value?: string; hint?: string; isNeeded?: boolean; isShort?: boolean } = {},
): APITextInputComponent {
  return {
    type: 4,
    custom_id: name,
    style: isShort ? 1 : 2,
    required: isNeeded,
    max_length: LIMITS.input,
    ...(hint !== undefined && { placeholder: plain(hint, LIMITS.modalPlaceholder) }),
    ...defined({ value }),
  };
}
