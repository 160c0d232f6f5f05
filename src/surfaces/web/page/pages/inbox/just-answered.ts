import { signal } from "@preact/signals";
import type { Slip } from "../../../api/requests.ts";

/** An answered slip stays this long, with the name of the person, so that nothing vanishes under a hand. */
const STAYS = 4000;

const staying = signal<readonly Slip[]>([]);
let before: readonly Slip[] = [];
/** No longer open, and the list of answers has not said why yet. */
const vanished = new Set<string>();

/** The open slips in their order, with those that were answered a moment ago, here or elsewhere, still in their place. */
export function withAnswered(open: readonly Slip[], answered: readonly Slip[]): readonly Slip[] {
  const ids = new Set(open.map(({ id }) => id));
  const closed = new Map(answered.map((slip) => [slip.id, slip]));
  const held = new Map(staying.value.map((slip) => [slip.id, slip]));
  for (const { id } of before) if (!ids.has(id) && !held.has(id)) vanished.add(id);
  const gone = [...vanished].flatMap((id) => closed.get(id) ?? []);
  for (const { id } of gone) vanished.delete(id);
  before = open;
  if (gone.length > 0) queueMicrotask(() => gone.forEach(stay));
  const kept = [...held.values(), ...gone].filter(({ id }) => !ids.has(id));
  return [...open.map((slip) => held.get(slip.id) ?? slip), ...kept].sort((a, b) =>
    a.opened_at < b.opened_at ? -1 : 1,
  );
}

export function stay(slip: Slip): void {
  if (staying.peek().some(({ id }) => id === slip.id)) return;
  staying.value = [...staying.peek(), slip];
  setTimeout(() => {
    staying.value = staying.peek().filter(({ id }) => id !== slip.id);
  }, STAYS);
}
