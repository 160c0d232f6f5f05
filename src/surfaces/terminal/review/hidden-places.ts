import { definitionOf } from "../../../plan/digest.ts";
import type { Plan } from "../../../plan/plan.ts";
import { hasHidden } from "../../../plan/visible.ts";
import { visible } from "../visible-in-terminal.ts";

export interface HiddenPlaces {
  /** Fields with invisible characters. The screen spells them out. */
  characters: string[];
  /** Fields with comments that rendered Markdown would not show. */
  comments: string[];
}

/** Fields of a plan with hidden text, which its approver should read twice. */
export function hiddenPlaces(plan: Plan): HiddenPlaces {
  const found: HiddenPlaces = { characters: [], comments: [] };
  look(definitionOf(plan), [], found);
  return { characters: [...new Set(found.characters)], comments: [...new Set(found.comments)] };
}

function look(value: unknown, path: readonly string[], found: HiddenPlaces): void {
  if (typeof value === "string") {
    if (hasHidden(value)) found.characters.push(placeName(path));
    if (value.includes("<!--")) found.comments.push(placeName(path));
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      if (!Array.isArray(value) && hasHidden(key)) found.characters.push(placeName(path));
      look(item, [...path, key], found);
    }
  }
}

/** `steps, 1, description, …` → `step 2 (description)`. */
function placeName([part = "", key, field]: readonly string[]): string {
  const number = Number(key);
  const name = part.replaceAll("_", " ");
  if (key === undefined) return name;
  if (!Number.isInteger(number)) return visible(`${name} (${key.replaceAll("_", " ")})`);
  const one = name.replace(/s$/, "");
  return `${one} ${number + 1}${field === undefined ? "" : ` (${visible(field).replaceAll("_", " ")})`}`;
}
