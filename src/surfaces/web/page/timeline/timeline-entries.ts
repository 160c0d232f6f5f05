import type { TimelineEntry } from "../../api/timeline.ts";

/** What is known of a timeline, newest first. */
export interface Known {
  entries: readonly TimelineEntry[];
  /** There are older ones on the server. */
  more: boolean;
}

export const NOTHING: Known = { entries: [], more: true };

/** A page that was fetched from the newest entry on. If it does not reach what is known, something between them is missing. */
export function withNewest(known: Known, page: { entries: readonly TimelineEntry[]; more: boolean }): Known {
  const ids = new Set(known.entries.map(({ id }) => id));
  const reaches = !page.more || known.entries.length === 0 || page.entries.some(({ id }) => ids.has(id));
  if (!reaches) return { entries: page.entries, more: true };
  const fresh = new Set(page.entries.map(({ id }) => id));
  // Entries of the same record can be told more exactly later: the page's own text counts.
  const older = known.entries.filter(({ id }) => !fresh.has(id));
  return { entries: [...page.entries, ...older], more: known.entries.length === 0 ? page.more : known.more };
}

export function withOlder(known: Known, page: { entries: readonly TimelineEntry[]; more: boolean }): Known {
  const ids = new Set(known.entries.map(({ id }) => id));
  return { entries: [...known.entries, ...page.entries.filter(({ id }) => !ids.has(id))], more: page.more };
}

/** How many entries came since this one was the newest. */
export function countSince(entries: readonly TimelineEntry[], id: string | undefined): number {
  if (id === undefined) return 0;
  const at = entries.findIndex((entry) => entry.id === id);
  return at === -1 ? entries.length : at;
}

/** The title in two parts: who or what did it, and the rest. "You" for the person who looks; steps by their number. */
export function titleParts(
  { title, by, step }: TimelineEntry,
  me: string | undefined,
  number?: number,
): { subject: string; rest: string } {
  const person = by.kind === "person" || by.kind === "local";
  if (by.name !== "" && title.startsWith(`${by.name} `)) {
    const isMe = person && me !== undefined && by.person === me;
    return { subject: isMe ? "You" : by.name, rest: title.slice(by.name.length) };
  }
  const named = step === undefined ? undefined : /^Step \S+/.exec(title)?.[0];
  if (named === undefined) return { subject: "", rest: title };
  return { subject: number === undefined ? named : `Step ${number}`, rest: title.slice(named.length) };
}
