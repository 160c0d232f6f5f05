import { LIMITS } from "../../../src/surfaces/discord/limits.ts";
import type { Component } from "../component.ts";
import { type Fields, type Form, isFields, type Path } from "./form.ts";

const LINK = 5;
const PREMIUM = 6;

/** What may be there only once in a message or a modal. */
export interface Seen {
  readonly customIds: Set<string>;
}

export function checkCustomId(form: Form, path: Path, { custom_id: id }: Fields, { customIds }: Seen): void {
  form.text([...path, "custom_id"], id, { min: 1, max: LIMITS.customId });
  if (typeof id !== "string" || id === "") return;
  if (customIds.has(id))
    form.refuse([...path, "custom_id"], "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
  customIds.add(id);
}

export function checkButton(form: Form, path: Path, button: Fields, seen: Seen): void {
  const { style, label, emoji, url } = button;
  form.integer([...path, "style"], style, { min: 1, max: PREMIUM });
  form.text([...path, "label"], label, { max: LIMITS.label, optional: true });
  if (emoji !== undefined && emoji !== null) checkEmoji(form, [...path, "emoji"], emoji);
  if (style === PREMIUM) return;
  if (!(typeof label === "string" && label.trim()) && !emoji)
    form.refuse([...path, "label"], "BASE_TYPE_REQUIRED", "A button needs a label or an emoji");
  if (style !== LINK) {
    checkCustomId(form, path, button, seen);
    if (url !== undefined && url !== null)
      form.refuse([...path, "url"], "BUTTON_COMPONENT_URL", "Only link buttons have a url");
    return;
  }
  form.url([...path, "url"], url, { max: LIMITS.url, schemes: ["http:", "https:", "discord:"] });
  if (button["custom_id"] !== undefined && button["custom_id"] !== null)
    form.refuse([...path, "custom_id"], "BUTTON_COMPONENT_CUSTOM_ID", "A custom id and url cannot both be specified");
}

/** A select menu of any kind; only those of strings bring their options. */
export function checkSelect(form: Form, path: Path, select: Component, seen: Seen): void {
  checkCustomId(form, path, select, seen);
  form.text([...path, "placeholder"], select.placeholder, { max: LIMITS.placeholder, optional: true });
  checkAmounts(form, path, select, LIMITS.options);
  if (select.type !== 3) return;
  const count = checkOptions(form, path, select["options"], { min: 1, max: LIMITS.options });
  const max = select.max_values ?? 1;
  if (max > count)
    form.refuse([...path, "max_values"], "NUMBER_TYPE_MAX", `int value should be less than or equal to ${count}.`);
  const defaults = (select.options ?? []).filter((option) => isFields(option) && option["default"] === true);
  if (defaults.length > max)
    form.refuse(
      [...path, "options"],
      "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
      "Too many options are selected by default",
    );
}

/** How many values there must and may be. */
export function checkAmounts(
  form: Form,
  path: Path,
  { min_values: min, max_values: max }: Component,
  most: number,
): void {
  form.integer([...path, "min_values"], min, { min: 0, max: most, optional: true });
  form.integer([...path, "max_values"], max, { min: 1, max: most, optional: true });
  if (typeof min === "number" && min > (max ?? Math.max(1, min)))
    form.refuse([...path, "min_values"], "NUMBER_TYPE_MAX", `min_values must be equal to or less than ${max}.`);
}

/** Options of a select menu, radio group or group of checkboxes; says how many there are. */
export function checkOptions(form: Form, path: Path, options: unknown, bounds: { min: number; max: number }): number {
  const values = new Set<unknown>();
  const all = form.list([...path, "options"], options, bounds);
  for (const [index, option] of all.entries()) {
    const at = [...path, "options", index];
    if (!isFields(option)) {
      form.refuse(at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
      continue;
    }
    form.text([...at, "label"], option["label"], { min: 1, max: LIMITS.option });
    form.text([...at, "value"], option["value"], { min: 1, max: LIMITS.option });
    form.text([...at, "description"], option["description"], { max: LIMITS.option, optional: true });
    if (option["emoji"]) checkEmoji(form, [...at, "emoji"], option["emoji"]);
    if (values.has(option["value"]))
      form.refuse(
        [...at, "value"],
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        "The specified option value is already used",
      );
    values.add(option["value"]);
  }
  return all.length;
}

/** An emoji of a guild has an id; all others must be in Unicode's list, which a check mark like ✓ is not. */
function checkEmoji(form: Form, path: Path, emoji: unknown): void {
  const { id, name } = isFields(emoji) ? emoji : {};
  if (id) return;
  const isEmoji = typeof name === "string" && [name, `${name}\u{FE0F}`].some((text) => /^\p{RGI_Emoji}$/v.test(text));
  if (!isEmoji) form.refuse([...path, "name"], "COMPONENT_INVALID_EMOJI", "Invalid emoji");
}
