import { canonical } from "./canonical.ts";
import { defined } from "./defined.ts";

export interface FieldChange {
  field: string;
  before?: unknown;
  after?: unknown;
}

/** The changes of an ordered list. `from` and `to` are positions, from 1. */
export interface ItemChanges<Item> {
  added: { item: Item; at: number }[];
  removed: { item: Item; at: number }[];
  moved: { item: Item; from: number; to: number }[];
  changed: { before: Item; after: Item; fields: FieldChange[] }[];
}

/** For each item its position in `before`, or `undefined` for a new one. */
export type Pairing = (number | undefined)[];

export function compareItems<Item extends object | string>(
  before: readonly Item[],
  after: readonly Item[],
  pairing: Pairing,
): ItemChanges<Item> {
  const changes: ItemChanges<Item> = { added: [], removed: [], moved: [], changed: [] };
  const stayed = longestRise(pairing.filter((from) => from !== undefined));
  const paired = new Set(pairing);
  for (const [to, item] of after.entries()) {
    const from = pairing[to];
    const was = from === undefined ? undefined : before[from];
    if (from === undefined || was === undefined) {
      changes.added.push({ item, at: to + 1 });
      continue;
    }
    if (!stayed.has(from)) changes.moved.push({ item, from: from + 1, to: to + 1 });
    const fields = compareFields(was, item);
    if (fields.length > 0) changes.changed.push({ before: was, after: item, fields });
  }
  for (const [at, item] of before.entries()) if (!paired.has(at)) changes.removed.push({ item, at: at + 1 });
  return changes;
}

/** Field by field, in the order of the old item, then the new fields. */
export function compareFields(before: object | string, after: object | string): FieldChange[] {
  if (typeof before === "string" || typeof after === "string") return [];
  const old = new Map(Object.entries(before));
  const now = new Map(Object.entries(after));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const was = old.get(field);
    const is = now.get(field);
    if (canonical(was ?? null) === canonical(is ?? null) && (was === undefined) === (is === undefined)) return [];
    return [{ field, ...defined({ before: was, after: is }) }];
  });
}

/** Pairs items by name; the second item of a name is paired with the second. */
export function pairByName<Item>(
  before: readonly Item[],
  after: readonly Item[],
  name: (item: Item) => string,
): Pairing {
  const waiting = new Map<string, number[]>();
  for (const [position, item] of before.entries()) {
    const positions = waiting.get(name(item));
    if (positions) positions.push(position);
    else waiting.set(name(item), [position]);
  }
  // Reversed, because items are taken from the end.
  for (const positions of waiting.values()) positions.reverse();
  return after.map((item) => waiting.get(name(item))?.pop());
}

/**
 * The longest rising subsequence. All other numbers have moved, so that moving one step counts as one move, and not
 * as a move of every step it passed.
 */
function longestRise(numbers: readonly number[]): Set<number> {
  // tails[n]: the smallest number a rise of n + 1 can end with; previous: the number before it in its rise.
  const tails: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const number of numbers) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    tails[low] = number;
    previous.set(number, tails[low - 1]);
  }
  const rise = new Set<number>();
  for (let number = tails.at(-1); number !== undefined; number = previous.get(number)) rise.add(number);
  return rise;
}
