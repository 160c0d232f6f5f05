import type { Desk } from "../../../desk/desk.ts";
import { findRequest, type InboxEntry } from "../../../desk/requests.ts";

/** The requests that were closed last, newest first, read from their journals. */
export async function answeredLately(desk: Desk, most: number): Promise<InboxEntry[]> {
  const rows = await desk.store.closedRequests(most);
  const entries: InboxEntry[] = [];
  // Rows only say where to look.
  for (const { id } of rows) {
    const found = await findRequest(desk, id);
    if (found.ok && found.value.closing !== undefined) entries.push(found.value);
  }
  return entries;
}
