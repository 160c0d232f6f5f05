import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findHome } from "../../../src/desk/home.ts";
import { type CardChannel, CardReconciler, type DrawnCard } from "../../../src/surfaces/discord/card-reconciler.ts";
import { CardStore } from "../../../src/surfaces/discord/card-store.ts";
import { noticeMessage } from "../../../src/surfaces/discord/cards/text-message.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { cardText } from "./cards/card-text.ts";

const SUBJECT = "plan:PLAN-00000001";

/** A channel of which everything is written down, and in which things go wrong when a test says so. */
class Stand implements CardChannel {
  readonly clock = new FakeClock();
  readonly done: string[] = [];
  readonly nonces: string[] = [];
  readonly troubles: unknown[] = [];
  readonly store: CardStore;
  drawn: Omit<DrawnCard, "card" | "channel"> & { text: string } = { text: "one", isLast: false };
  isThere = true;
  readonly #edited = Promise.withResolvers<void>();
  readonly edited = this.#edited.promise;
  fails = 0;

  constructor() {
    const directory = mkdtempSync(join(tmpdir(), "countersign-cards-"));
    const store = new CardStore(findHome({ COUNTERSIGN_HOME: directory }));
    this.store = store;
    afterTest(() => {
      store.close();
      rmSync(directory, { recursive: true });
    });
  }

  keeper(): CardReconciler {
    const { store, clock } = this;
    const keeper = new CardReconciler({
      ...{ owner: "1", store, clock, place: this },
      draw: async () => ({ ...this.drawn, card: noticeMessage(this.drawn.text), channel: "1" }),
      trouble: (error) => this.troubles.push(error),
    });
    afterTest(() => keeper.close());
    return keeper;
  }

  async send(_channel: string, card: DrawnCard["card"], nonce: string, replyTo?: string): Promise<string> {
    this.nonces.push(nonce);
    this.#fail();
    this.done.push(`${replyTo === undefined ? "sent" : `replied to ${replyTo}`}: ${cardText(card)}`);
    return `m${this.done.length}`;
  }

  async has(): Promise<boolean> {
    this.done.push("looked");
    return this.isThere;
  }

  async edit(_channel: string, _message: string, card: DrawnCard["card"]): Promise<boolean> {
    this.#fail();
    this.done.push(`edited: ${cardText(card)}`);
    this.#edited.resolve();
    return this.isThere;
  }

  #fail(): void {
    if (this.fails-- > 0) throw new Error("Discord is away.");
  }
}

describe("a card", () => {
  it("rests between two edits, and the last word gets there", async () => {
    const stand = new Stand();
    const keeper = stand.keeper();
    keeper.refresh(SUBJECT);
    await keeper.settled();
    for (const text of ["two", "three"]) {
      stand.drawn.text = text;
      keeper.refresh(SUBJECT);
      await stand.clock.asleep(2_500);
    }
    expect(stand.done).toEqual(["sent: one"]);
    stand.clock.advance(2_500);
    await stand.edited;
    expect(stand.done).toEqual(["sent: one", "edited: three"]);
  });

  it("is edited at once when people wait for it", async () => {
    const stand = new Stand();
    const keeper = stand.keeper();
    keeper.refresh(SUBJECT);
    await keeper.settled();
    stand.drawn.text = "two";
    keeper.refresh(SUBJECT);
    await stand.clock.asleep(2_500);
    keeper.refresh(SUBJECT, { urgent: true });
    await stand.edited;
    expect(stand.done).toEqual(["sent: one", "edited: two"]);
  });

  it("is left alone where nothing has changed, and is looked for where it may be gone", async () => {
    const stand = new Stand();
    const keeper = stand.keeper();
    for (const look of [false, false, true]) {
      keeper.refresh(SUBJECT, { look });
      await keeper.settled();
    }
    stand.isThere = false;
    keeper.refresh(SUBJECT, { look: true });
    await keeper.settled();
    expect(stand.done).toEqual(["sent: one", "looked", "looked", "sent: one"]);
    expect(new Set(stand.nonces).size).toBe(2);
  });

  it("is not sent again once its subject has ended", async () => {
    const stand = new Stand();
    const keeper = stand.keeper();
    keeper.refresh(SUBJECT);
    await keeper.settled();
    expect(stand.store.open("1")).toHaveLength(1);
    stand.isThere = false;
    stand.drawn = { text: "the end", isLast: true };
    keeper.refresh(SUBJECT);
    await keeper.settled();
    expect(stand.done).toEqual(["sent: one", "edited: the end"]);
    expect(stand.store.open("1")).toEqual([]);
  });

  it("is replied to once for each thing that there is to say, and not for what came with it", async () => {
    const stand = new Stand();
    const keeper = stand.keeper();
    for (const word of [{ key: "a", text: "A" }, { key: "b", text: "B" }, { key: "b", text: "B" }, { key: "c" }]) {
      stand.drawn = { text: "one", isLast: false, word };
      keeper.refresh(SUBJECT);
      await keeper.settled();
    }
    expect(stand.done).toEqual(["sent: one", "replied to m1: B"]);
  });

  it("is tried again under the same nonce, ever more rarely, and nothing waits for that", async () => {
    const stand = new Stand();
    const keeper = stand.keeper();
    stand.fails = 2;
    keeper.refresh(SUBJECT);
    await keeper.settled();
    expect(stand.troubles).toHaveLength(1);
    await stand.clock.asleep(5_000);
    stand.clock.advance(5_000);
    await stand.clock.asleep(10_000);
    expect(stand.troubles).toHaveLength(2);
    stand.clock.advance(10_000);
    // A bot that is started again after a crash tries under the same nonce, too.
    const other = stand.keeper();
    await keeper.close();
    other.refresh(SUBJECT);
    await other.settled();
    expect(stand.done.filter((line) => line === "sent: one").length).toBe(1);
    expect(new Set(stand.nonces).size).toBe(1);
  });
});
