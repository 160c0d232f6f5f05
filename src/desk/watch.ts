import type { Desk } from "./desk.ts";
import { type DeskEvent, eventsOf } from "./events.ts";
import { pulses } from "./pulses.ts";
import type { SealedRecord } from "./seal.ts";

const FIRST_PAGE = 500;

/** Follows the journals: every record of any process, in order, from now on or from a point of the feed. */
export async function* watch(
  desk: Desk,
  { signal, since }: { signal?: AbortSignal; since?: number } = {},
): AsyncGenerator<DeskEvent> {
  let { feed, n: last, versions: told } = await desk.store.feedPoint(since);
  for await (const _ of pulses(desk, signal)) {
    const late: SealedRecord[] = [];
    let isAnew = false;
    // Each page reads its journals from their beginning, so a long feed is read in few pages.
    for (let isEnd = false, size = FIRST_PAGE; !isEnd; size *= 2) {
      const page = await desk.store.feed(last, size);
      if (page.feed !== feed) {
        // The feed was rebuilt: it is read from its beginning, and records that were reported already are skipped.
        feed = page.feed;
        last = 0;
        isAnew = true;
        continue;
      }
      for (const record of page.records) {
        if (record.seq <= (told.get(record.journal) ?? 0)) continue;
        told.set(record.journal, record.seq);
        if (isAnew) late.push(record);
        else yield* eventsOf(record);
      }
      last = page.end;
      isEnd = page.isEnd;
    }
    for (const record of byTime(late)) yield* eventsOf(record);
  }
}

/**
 * A rebuilt feed has lost the order between journals; it follows from their times. Each journal keeps its own order.
 */
function byTime(records: readonly SealedRecord[]): SealedRecord[] {
  const latest = new Map<string, string>();
  const timed = records.map((record) => {
    const before = latest.get(record.journal) ?? "";
    const at = record.at > before ? record.at : before;
    latest.set(record.journal, at);
    return { record, at };
  });
  return timed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ record }) => record);
}
