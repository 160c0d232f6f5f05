import type { SelectItem, SelectList } from "@earendil-works/pi-tui";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import { choiceList } from "./choice-list.ts";

/** A list of models to run the plan with; the first entry chooses none. */
export function modelChoice(
  paint: Paint,
  { models, planned, chosen }: { models: readonly string[]; planned: string | undefined; chosen: string | undefined },
  rows: number,
  onChoice: (model: string | undefined) => void,
): SelectList {
  const none: SelectItem = { value: "", label: planned ? `as planned: ${visible(planned)}` : "the default model" };
  const items = [none, ...models.map((model) => ({ value: model, label: visible(model) }))];
  const list = choiceList(paint, items, rows);
  list.setSelectedIndex(chosen === undefined ? 0 : models.indexOf(chosen) + 1);
  list.onSelect = ({ value }) => onChoice(value === "" ? undefined : value);
  return list;
}
