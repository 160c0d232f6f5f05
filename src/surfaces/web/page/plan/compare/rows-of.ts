import type { FieldChange, ItemChanges } from "../../../../../plan/compare-items.ts";
import type { Comparison } from "../../../../../plan/compare-revisions.ts";
import { shown } from "../../../../../plan/comparison-text.ts";
import type { Widening } from "../../../../../plan/find-widening.ts";
import type { Decision, Plan, Step } from "../../../../../plan/plan.ts";
import { visible } from "../../../../../plan/visible.ts";
import { visibleCommand } from "../../../../../plan/visible-command.ts";

/** A row of a comparison: what is the same folds to a line, everything else stands side by side. */
export type CompareRow = SameRow | ChangedRow;

export interface SameRow {
  kind: "same";
  key: string;
  words: string;
  titles: readonly string[];
}

export interface ChangedRow {
  kind: "added" | "removed" | "changed" | "moved";
  key: string;
  before?: Side;
  after?: Side;
  fields: readonly FieldTexts[];
  widened: readonly Widening[];
}

/** The head of one side. */
export interface Side {
  number?: number;
  title: string;
  risk?: NonNullable<Step["risk"]>;
}

/** A field as both sides show it; a side that does not have it is undefined. Nothing in the texts is hidden. */
export interface FieldTexts {
  label: string;
  before: string | undefined;
  after: string | undefined;
  isCommand: boolean;
}

/** From top to bottom: the plan's own fields, the steps in their order, and the rest. */
export function rowsOf(before: Plan, after: Plan, comparison: Comparison): CompareRow[] {
  const { fields } = comparison;
  return [
    ...fields.map((change) => fieldRow(change)),
    ...stepRows(before, after, comparison),
    ...itemRows("Decision", comparison.decisions, ({ header }) => header, comparison.widened),
    ...itemRows("Question", comparison.questions, String),
    ...itemRows("Assumption", comparison.assumptions, String),
    ...itemRows("Risk", comparison.risks, String),
    ...itemRows("Section", comparison.sections, ({ heading }) => heading || "before the sections"),
    ...itemRows("Tool output", comparison.tool_outputs, ({ name }) => name),
    ...itemRows("Artifact", comparison.artifacts, ({ name }) => name),
  ];
}

function fieldRow(change: FieldChange): ChangedRow {
  const title = labelOf(change.field) || change.field;
  const kind = change.before === undefined ? "added" : change.after === undefined ? "removed" : "changed";
  const side = { title: `${title[0]?.toUpperCase()}${title.slice(1)}` };
  return {
    kind,
    key: `field ${change.field}`,
    ...(kind !== "added" && { before: side }),
    ...(kind !== "removed" && { after: side }),
    fields: [{ ...texts(change), label: "" }],
    widened: [],
  };
}

function stepRows(before: Plan, after: Plan, { steps, widened }: Comparison): CompareRow[] {
  const added = new Map(steps.added.map((one) => [one.at, one.item]));
  const changed = new Map(steps.changed.map((one) => [one.after.id, one]));
  const moved = new Map(steps.moved.map((one) => [one.item.id, one]));
  const oldNumbers = new Map(before.steps.map(({ id }, index) => [id, index + 1]));
  const rows: CompareRow[] = [];
  let same: { from: number; to: number; title: string }[] = [];
  let old = 0;
  const flush = (): void => {
    if (same.length > 0) rows.push(sameRow(same));
    same = [];
  };
  const removedUpTo = (place: number): void => {
    for (const { item, at } of steps.removed) {
      if (at <= old || at > place) continue;
      flush();
      rows.push({
        kind: "removed",
        key: `step -${item.id}`,
        before: sideOf(item, at),
        fields: fieldsOf(item, "before"),
        widened: [],
      });
    }
    old = Math.max(old, place);
  };
  for (const [index, step] of after.steps.entries()) {
    const number = index + 1;
    const wider = widened.filter((one) => one.step === step.id);
    const change = changed.get(step.id);
    const was = change ? oldNumbers.get(change.before.id) : oldNumbers.get(step.id);
    const move = moved.get(step.id);
    if (was !== undefined && !move) removedUpTo(was);
    if (added.get(number)?.id === step.id) {
      flush();
      rows.push({
        kind: "added",
        key: `step +${step.id}`,
        after: sideOf(step, number),
        fields: fieldsOf(step, "after"),
        widened: wider,
      });
    } else if (change || move) {
      flush();
      rows.push({
        kind: change ? "changed" : "moved",
        key: `step ${step.id}`,
        before: sideOf(change?.before ?? step, move?.from ?? was ?? number),
        after: sideOf(step, number),
        fields: (change?.fields ?? []).filter(({ field }) => !IN_HEAD.has(field)).map(texts),
        widened: wider,
      });
    } else same.push({ from: was ?? number, to: number, title: step.title });
  }
  removedUpTo(before.steps.length);
  flush();
  return rows;
}

const IN_HEAD = new Set(["title", "risk"]);

function sideOf({ title, risk }: Step, number: number): Side {
  return { number, title: visible(title), ...(risk && { risk }) };
}

/** "Steps 7, 8 and 9 are the same; 7 was 6". */
function sameRow(same: readonly { from: number; to: number; title: string }[]): SameRow {
  const numbers = same.map(({ to }) => String(to));
  const last = numbers.at(-1) ?? "";
  const list = numbers.length === 1 ? `Step ${last} is` : `Steps ${numbers.slice(0, -1).join(", ")} and ${last} are`;
  const [first] = same;
  const was = first && first.from !== first.to ? `; ${first.to} was ${first.from}` : "";
  return {
    kind: "same",
    key: `same ${last}`,
    words: `${list} the same${was}`,
    titles: same.map(({ to, title }) => `${to} ${visible(title)}`),
  };
}

function itemRows<Item extends object | string>(
  what: string,
  { added, removed, changed }: ItemChanges<Item>,
  name: (item: Item) => string,
  widened: readonly Widening[] = [],
): ChangedRow[] {
  const title = (item: Item): Side => ({ title: typeof item === "string" ? what : `${what} · ${visible(name(item))}` });
  const key = (item: Item): string => `${what} ${name(item)}`;
  const of = (item: Item): readonly Widening[] =>
    typeof item === "object" && "decision_id" in item
      ? widened.filter(({ decision }) => decision === (item as unknown as Decision).decision_id)
      : [];
  return [
    ...removed.map(
      ({ item }): ChangedRow => ({
        kind: "removed",
        key: `${key(item)} -`,
        before: title(item),
        fields: fieldsOf(item, "before"),
        widened: [],
      }),
    ),
    ...added.map(
      ({ item }): ChangedRow => ({
        kind: "added",
        key: `${key(item)} +`,
        after: title(item),
        fields: fieldsOf(item, "after"),
        widened: of(item),
      }),
    ),
    ...changed.map(
      ({ before, after, fields }): ChangedRow => ({
        kind: "changed",
        key: key(after),
        before: title(before),
        after: title(after),
        fields: fields.map(texts),
        widened: of(after),
      }),
    ),
  ];
}

/** Every field of what is only on one side. */
function fieldsOf(item: object | string, side: "before" | "after"): FieldTexts[] {
  if (typeof item === "string") return [texts({ field: "", [side]: item })];
  return Object.entries(item)
    .filter(([field]) => !["title", "risk", "id", "decision_id", "header", "heading", "name"].includes(field))
    .map(([field, value]) => texts({ field, [side]: value }));
}

function texts({ field, before, after }: FieldChange): FieldTexts {
  const isCommand = COMMANDS.has(field);
  const text = (value: unknown): string | undefined => {
    if (value === undefined) return undefined;
    return isCommand ? visibleCommand(String(value)) : visible(shown(value), { multiline: true });
  };
  return { label: labelOf(field), before: text(before), after: text(after), isCommand };
}

const COMMANDS = new Set(["run", "verify", "undo"]);

function labelOf(field: string): string {
  return (
    {
      description: "",
      run: "runs",
      verify: "check",
      depends_on: "after",
      decision_id: "waits for",
      denied_tools: "never",
    }[field] ?? field.replaceAll("_", " ").replace("context.", "")
  );
}

/** "+1 step, −1 step, 2 changed, 6 the same". */
export function countsOf(
  after: Plan,
  { steps }: Comparison,
): { added: number; removed: number; changed: number; same: number } {
  const { added, removed, changed, moved } = steps;
  const touched = new Set([
    ...added.map(({ item }) => item.id),
    ...changed.map((one) => one.after.id),
    ...moved.map(({ item }) => item.id),
  ]);
  return {
    added: added.length,
    removed: removed.length,
    changed: touched.size - added.length,
    same: after.steps.length - touched.size,
  };
}
