import type { APIMessageComponent } from "discord.js";
import type { Row } from "./card-message.ts";
import { plain } from "./discord-text.ts";
import { sizeOfAll } from "./text-size.ts";

/** Rows whose menus take no more than `room`: their descriptions go first, then the ends of their labels. */
export function fitMenus(rows: readonly Row[], room: number): Row[] {
  if (shownSize(rows) <= room) return [...rows];
  const bare = rows.map((row) => relabelled(row, (label) => label));
  if (shownSize(bare) <= room) return bare;
  const menus = bare.filter(isMenu);
  const count = menus.flatMap(({ components }) => components.flatMap(optionsIn)).length;
  const labels = bare.map((row) => relabelled(row, () => ""));
  const each = Math.max(SHORTEST, Math.floor((room - shownSize(labels)) / Math.max(1, count)));
  return bare.map((row) => relabelled(row, (label) => plain(label, each)));
}

/** A number and a few letters. */
const SHORTEST = 4;

/** How much of a message the texts of these components take up. */
export function shownSize(components: readonly APIMessageComponent[]): number {
  return sizeOfAll(components.flatMap(textsIn));
}

function isMenu({ components }: Row): boolean {
  return components.some((part) => part.type === 3);
}

function optionsIn(part: Row["components"][number]) {
  return part.type === 3 ? part.options : [];
}

function relabelled(row: Row, relabel: (label: string) => string): Row {
  if (!isMenu(row)) return row;
  return {
    ...row,
    components: row.components.map((part) => {
      if (part.type !== 3) return part;
      const options = part.options.map(({ description: _, label, ...option }) => ({
        ...option,
        label: relabel(label),
      }));
      return { ...part, options };
    }),
  };
}

/** Every text of a component that Discord counts: also those on buttons, in menus and of pictures. */
function textsIn(component: APIMessageComponent): string[] {
  switch (component.type) {
    case 1:
    case 17:
      return component.components.flatMap(textsIn);
    case 2:
      return "label" in component ? [component.label ?? ""] : [];
    case 3: {
      const options = component.options.flatMap(({ label, description }) => [label, description ?? ""]);
      return [component.placeholder ?? "", ...options];
    }
    case 9:
      return [...component.components, component.accessory].flatMap(textsIn);
    case 10:
      return [component.content];
    case 11:
      return [component.description ?? ""];
    case 12:
      return component.items.map(({ description }) => description ?? "");
  }
  return [];
}
