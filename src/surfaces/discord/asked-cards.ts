import type { ShownText } from "./cards/custom-id.ts";
import type { Clicked } from "./interactions/stale-cards.ts";

const MOST = 1000;

/** The card on which a person pressed Approve, until they confirm: the question itself is seen by them alone. */
export class AskedCards {
  readonly #cards = new Map<string, Clicked>();

  put(person: string, text: ShownText, { message, guildId }: Clicked): void {
    this.#cards.set(keyOf(person, text), { message, guildId });
    const [oldest] = this.#cards.keys();
    if (this.#cards.size > MOST && oldest !== undefined) this.#cards.delete(oldest);
  }

  take(person: string, text: ShownText): Clicked | undefined {
    const key = keyOf(person, text);
    const card = this.#cards.get(key);
    this.#cards.delete(key);
    return card;
  }
}

function keyOf(person: string, { id, digest }: ShownText): string {
  return `${person} ${id} ${digest}`;
}
