import type { APIComponentInLabel } from "discord.js";
import type { Problem } from "../../../plan/problem.ts";
import { Findings } from "./check-parts.ts";
import { LIMITS } from "./limits.ts";
import type { CardModal } from "./modals/form.ts";

/** Everything for which Discord would refuse a form. */
export function checkModal({ custom_id, title, components }: CardModal): Problem[] {
  const found = new Findings();
  found.text("custom_id", custom_id, LIMITS.customId);
  found.text("title", title, LIMITS.modalTitle);
  found.count("components", components.length, 1, LIMITS.modalParts);
  for (const [index, part] of components.entries()) {
    const path = `components[${index}]`;
    if (part.type !== 18) {
      found.say(path, "is no label with a field");
      continue;
    }
    found.text(`${path}.label`, part.label, LIMITS.modalLabel);
    found.optional(`${path}.description`, part.description, LIMITS.modalDescription);
    checkField(part.component, `${path}.component`, found);
  }
  return found.problems;
}

function checkField(component: APIComponentInLabel, path: string, found: Findings): void {
  found.customId(`${path}.custom_id`, component.custom_id);
  switch (component.type) {
    case 3:
      found.optional(`${path}.placeholder`, component.placeholder, LIMITS.placeholder);
      found.options(`${path}.options`, component.options, 1, LIMITS.options);
      found.range(path, component);
      return;
    case 4: {
      const { min_length = 0, max_length = LIMITS.input, value, placeholder, label } = component;
      if (label !== undefined) found.say(path, "has a label of its own");
      if (min_length < 0 || max_length < 1 || min_length > max_length || max_length > LIMITS.input)
        found.say(path, `cannot have ${min_length} to ${max_length} characters`);
      found.optional(`${path}.placeholder`, placeholder, LIMITS.modalPlaceholder);
      found.optional(`${path}.value`, value, max_length);
      return;
    }
    case 19:
      found.count(`${path}.max_values`, component.max_values ?? 1, 1, 10);
      found.count(`${path}.min_values`, component.min_values ?? 1, 0, component.max_values ?? 1);
      return;
    case 21:
      found.options(`${path}.options`, component.options, 2, LIMITS.group);
      return;
    case 22:
      found.options(`${path}.options`, component.options, 1, LIMITS.group);
      return;
    case 5:
    case 6:
    case 7:
    case 8:
    case 23:
      return;
  }
}
