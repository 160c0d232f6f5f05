import { LIMITS } from "../../../src/surfaces/discord/limits.ts";
import {
  CHECKBOX,
  CHECKBOX_GROUP,
  type Component,
  FILE_UPLOAD,
  LABEL,
  RADIO_GROUP,
  ROW,
  SELECTS,
  TEXT,
  TEXT_INPUT,
} from "../component.ts";
import { checkAmounts, checkCustomId, checkOptions, checkSelect, type Seen } from "./controls.ts";
import { type Fields, Form, type Path, type Problem } from "./form.ts";

const IN_LABEL = [TEXT_INPUT, ...SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX];

/** What is wrong with a modal that is to be opened. */
export function modalProblems(modal: Fields): readonly Problem[] {
  const form = new Form();
  const seen = { customIds: new Set<string>() };
  form.text(["title"], modal["title"], { min: 1, max: LIMITS.modalTitle });
  form.text(["custom_id"], modal["custom_id"], { min: 1, max: LIMITS.customId });
  for (const [index, part] of form
    .list(["components"], modal["components"], { min: 1, max: LIMITS.modalParts })
    .entries()) {
    const at = ["components", index];
    if (form.typed(at, part, [ROW, TEXT, LABEL])) checkPart(form, at, part, seen);
  }
  return form.problems;
}

function checkPart(form: Form, path: Path, part: Fields & { type: number }, seen: Seen): void {
  if (part.type === TEXT) {
    form.text([...path, "content"], part["content"], { min: 1, max: LIMITS.text });
    return;
  }
  if (part.type === ROW) {
    for (const [index, input] of form.list([...path, "components"], part["components"], { min: 1, max: 1 }).entries()) {
      const at = [...path, "components", index];
      if (!form.typed(at, input, [TEXT_INPUT])) continue;
      form.text([...at, "label"], input["label"], { min: 1, max: LIMITS.modalLabel });
      checkControl(form, at, input as Component, seen);
    }
    return;
  }
  form.text([...path, "label"], part["label"], { min: 1, max: LIMITS.modalLabel });
  form.text([...path, "description"], part["description"], { max: LIMITS.modalDescription, optional: true });
  const at = [...path, "component"];
  const { component } = part;
  if (!form.typed(at, component, IN_LABEL)) return;
  // The label says it already.
  if (component["label"] !== undefined)
    form.refuse([...at, "label"], "BASE_TYPE_BAD_LENGTH", `Must be between 1 and ${LIMITS.modalLabel} in length.`);
  checkControl(form, at, component as Component, seen);
}

function checkControl(form: Form, path: Path, control: Component, seen: Seen): void {
  if (SELECTS.includes(control.type)) checkSelect(form, path, control, seen);
  else checkCustomId(form, path, control, seen);
  switch (control.type) {
    case TEXT_INPUT:
      checkTextInput(form, path, control);
      break;
    case FILE_UPLOAD:
      checkAmounts(form, path, control, LIMITS.uploads);
      break;
    case RADIO_GROUP:
      checkOptions(form, path, control.options, { min: 2, max: LIMITS.group });
      break;
    case CHECKBOX_GROUP:
      checkOptions(form, path, control.options, { min: 1, max: LIMITS.group });
      checkAmounts(form, path, control, Math.min(LIMITS.group, control.options?.length ?? LIMITS.group));
      break;
  }
}

function checkTextInput(form: Form, path: Path, input: Component): void {
  form.integer([...path, "style"], input.style, { min: 1, max: 2 });
  form.integer([...path, "min_length"], input.min_length, { min: 0, max: LIMITS.input, optional: true });
  form.integer([...path, "max_length"], input.max_length, { min: 1, max: LIMITS.input, optional: true });
  form.text([...path, "placeholder"], input.placeholder, { max: LIMITS.modalPlaceholder, optional: true });
  // What is filled in must be something that could be sent back.
  form.text([...path, "value"], input.value, {
    max: Math.min(LIMITS.input, input.max_length ?? LIMITS.input),
    optional: true,
  });
}
