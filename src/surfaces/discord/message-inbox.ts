import { type Database, exclusively } from "../../desk/sqlite.ts";
import { defined } from "../../plan/defined.ts";

/** A message to an agent that is not done yet. */
export interface InboxMessage {
  /** The id of the message, or of the command with the task. */
  id: string;
  /** The channel of its agent; it may have been sent in a thread of it. */
  owner: string;
  channel: string;
  /** The text came with a command: it cannot be fetched again. */
  isCommand: boolean;
  /** The prompt that the session got with it. */
  text?: string;
  /** The session's last entry before that. */
  after?: string;
  /** The request that it answers, recorded before it is answered. */
  meant?: string;
}

export const INBOX_TABLES = `CREATE TABLE inbox (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, channel TEXT NOT NULL, is_command INTEGER NOT NULL,
  text TEXT, after TEXT, meant TEXT
) STRICT, WITHOUT ROWID;`;

type Row = Record<"id" | "owner" | "channel", string> &
  Record<"text" | "after" | "meant", string | null> & { is_command: number };

/**
 * How far each channel was read, and the messages that are not done yet. A process that ends loses none of
 * them, and the next one knows how far each got.
 */
export class MessageInbox {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The last message of a channel that was read. */
  read(channel: string): string | undefined {
    return this.#database.get<{ message: string }>("SELECT message FROM heard WHERE channel = ?", channel)?.message;
  }

  readUpTo(channel: string, message: string): void {
    const last = this.read(channel);
    if (last !== undefined && BigInt(last) >= BigInt(message)) return;
    this.#database.run("INSERT OR REPLACE INTO heard (channel, message) VALUES (?, ?)", channel, message);
  }

  /** Marks it as read and adds it, in one transaction. */
  take({ id, owner, channel, isCommand }: Omit<InboxMessage, "text" | "after" | "meant">): void {
    exclusively(this.#database, () => {
      this.#database.run(
        "INSERT OR IGNORE INTO inbox (id, owner, channel, is_command) VALUES (?, ?, ?, ?)",
        ...[id, owner, channel, isCommand ? 1 : 0],
      );
      if (!isCommand) this.readUpTo(channel, id);
    });
  }

  /** The session is about to get this prompt for all of them. */
  give(ids: readonly string[], text: string, after: string | undefined): void {
    for (const id of ids)
      this.#database.run("UPDATE inbox SET text = ?, after = ? WHERE id = ?", text, after ?? null, id);
  }

  /** It is about to answer this request. */
  mean(id: string, request: string): void {
    this.#database.run("UPDATE inbox SET meant = ? WHERE id = ?", request, id);
  }

  find(id: string): InboxMessage | undefined {
    const row = this.#database.get<Row>("SELECT * FROM inbox WHERE id = ?", id);
    return row && takenOf(row);
  }

  /** An agent's messages, the oldest first. */
  of(owner: string): InboxMessage[] {
    const rows = "SELECT * FROM inbox WHERE owner = ? ORDER BY length(id), id";
    return this.#database.all<Row>(rows, owner).map(takenOf);
  }

  /** They are done. */
  drop(...ids: readonly string[]): void {
    for (const id of ids) this.#database.run("DELETE FROM inbox WHERE id = ?", id);
  }
}

function takenOf({ id, owner, channel, is_command, text, after, meant }: Row): InboxMessage {
  return {
    id,
    owner,
    channel,
    isCommand: is_command === 1,
    ...defined({ text: text ?? undefined, after: after ?? undefined, meant: meant ?? undefined }),
  };
}
