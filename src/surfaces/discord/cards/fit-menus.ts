import type { Row } from "./card-message.ts";
import { plain } from "./discord-text.ts";
import { shownWords } from "./shown-words.ts";
import { weightOf } from "./weight.ts";

/** Rows whose menus take no more than `room`: their descriptions go first, then the ends of their labels. */
export function fitMenus(rows: readonly Row[], room: number): Row[] {
  if (wordsIn(rows) <= room) return [...rows];
  const bare = rows.map((row) => relabelled(row, (label) => label));
  if (wordsIn(bare) <= room) return bare;
  const menus = bare.filter(isMenu);
  const count = menus.flatMap(({ components }) => components.flatMap(optionsIn)).length;
  const labels = bare.map((row) => relabelled(row, () => ""));
  const each = Math.max(SHORTEST, Math.floor((room - wordsIn(labels)) / Math.max(1, count)));
  return bare.map((row) => relabelled(row, (label) => plain(label, each)));
}

/** A number and a beginning. */
const SHORTEST = 4;

/** What the words on rows weigh. */
export function wordsIn(rows: readonly Row[]): number {
  return rows.flatMap(shownWords).reduce((sum, text) => sum + weightOf(text), 0);
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
