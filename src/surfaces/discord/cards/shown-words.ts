import type { APIMessageComponent } from "discord.js";

/** Every text of a component that counts as shown: the words on buttons and in menus, and of pictures, as well. */
export function shownWords(component: APIMessageComponent): string[] {
  switch (component.type) {
    case 1:
    case 17:
      return component.components.flatMap(shownWords);
    case 2:
      return "label" in component ? [component.label ?? ""] : [];
    case 3: {
      const options = component.options.flatMap(({ label, description }) => [label, description ?? ""]);
      return [component.placeholder ?? "", ...options];
    }
    case 9:
      return [...component.components, component.accessory].flatMap(shownWords);
    case 10:
      return [component.content];
    case 11:
      return [component.description ?? ""];
    case 12:
      return component.items.map(({ description }) => description ?? "");
  }
  return [];
}
