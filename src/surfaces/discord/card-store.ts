import { join } from "node:path";
import { type Home, makeHome } from "../../desk/home.ts";
import { type Database, openDatabase } from "../../desk/sqlite.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import { defined } from "../../plan/defined.ts";
import { INBOX_TABLES, MessageInbox } from "./message-inbox.ts";

export type CardSubject = `plan:${string}` | `request:${string}`;

/** A card that was sent. */
export interface KeptCard {
  subject: CardSubject;
  /** The channel whose agent shows it; the card may be in a thread of it. */
  owner: string;
  channel: string;
  /** Left out: it is still to be sent. */
  message?: string;
  /** The hash of the card as it was last sent: it is edited only if that changed. */
  shown?: string;
  /** The key of the last reply to it. */
  told?: string;
  /** How often it was sent: a deleted card is sent once more. */
  sends: number;
  /** Its subject has ended. */
  isLast: boolean;
}

const MIGRATIONS = [
  `CREATE TABLE cards (
     subject TEXT NOT NULL, owner TEXT NOT NULL, channel TEXT NOT NULL, message TEXT, shown TEXT, told TEXT,
     sends INTEGER NOT NULL, is_last INTEGER NOT NULL,
     PRIMARY KEY (owner, subject)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE heard (channel TEXT PRIMARY KEY, message TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE requesters (owner TEXT PRIMARY KEY, actor TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  "CREATE TABLE places (owner TEXT PRIMARY KEY, channel TEXT NOT NULL) STRICT, WITHOUT ROWID;",
  INBOX_TABLES,
];

type Row = Record<"subject" | "owner" | "channel", string> &
  Record<"message" | "shown" | "told", string | null> &
  Record<"sends" | "is_last", number>;

/**
 * Which message shows which card, which messages were read (`inbox`), and for whom an agent plans. All of it can be lost:
 * cards are then sent again, and messages from before the start are not read.
 */
export class CardStore {
  readonly inbox: MessageInbox;
  readonly #database: Database;

  constructor(home: Home) {
    makeHome(home);
    const whenDamaged =
      "It only holds where the cards are: remove it, with the files beside it, and they are sent again.";
    this.#database = openDatabase(join(home.directory, "discord.db"), MIGRATIONS, {
      durability: "NORMAL",
      whenDamaged,
    });
    this.inbox = new MessageInbox(this.#database);
  }

  find(owner: string, subject: CardSubject): KeptCard | undefined {
    const row = this.#database.get<Row>("SELECT * FROM cards WHERE owner = ? AND subject = ?", owner, subject);
    return row && cardOf(row);
  }

  /** The message that was clicked or replied to. */
  at(channel: string, message: string): KeptCard | undefined {
    const row = this.#database.get<Row>("SELECT * FROM cards WHERE channel = ? AND message = ?", channel, message);
    return row && cardOf(row);
  }

  /** Cards whose subject has not ended. */
  open(owner: string): KeptCard[] {
    const rows = "SELECT * FROM cards WHERE owner = ? AND is_last = 0 ORDER BY subject";
    return this.#database.all<Row>(rows, owner).map(cardOf);
  }

  put({ subject, owner, channel, message, shown, told, sends, isLast }: KeptCard): void {
    this.#database.run(
      "INSERT OR REPLACE INTO cards (subject, owner, channel, message, shown, told, sends, is_last) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      ...[subject, owner, channel, message ?? null, shown ?? null, told ?? null, sends, isLast ? 1 : 0],
    );
  }

  drop(owner: string, subject: CardSubject): void {
    this.#database.run("DELETE FROM cards WHERE owner = ? AND subject = ?", owner, subject);
  }

  requester(owner: string): Actor | undefined {
    const row = this.#database.get<{ actor: string }>("SELECT actor FROM requesters WHERE owner = ?", owner);
    return row && (JSON.parse(row.actor) as Actor);
  }

  setRequester(owner: string, actor: Actor): void {
    this.#database.run("INSERT OR REPLACE INTO requesters (owner, actor) VALUES (?, ?)", owner, JSON.stringify(actor));
  }

  dropRequester(owner: string): void {
    this.#database.run("DELETE FROM requesters WHERE owner = ?", owner);
  }

  /** The channel or thread in which people last talked to an agent. */
  place(owner: string): string | undefined {
    return this.#database.get<{ channel: string }>("SELECT channel FROM places WHERE owner = ?", owner)?.channel;
  }

  setPlace(owner: string, channel: string): void {
    this.#database.run("INSERT OR REPLACE INTO places (owner, channel) VALUES (?, ?)", owner, channel);
  }

  close(): void {
    this.#database.close();
  }
}

function cardOf({ message, shown, told, subject, is_last, ...row }: Row): KeptCard {
  return {
    ...row,
    subject: subject as CardSubject,
    isLast: is_last === 1,
    ...defined({ message: message ?? undefined, shown: shown ?? undefined, told: told ?? undefined }),
  };
}
