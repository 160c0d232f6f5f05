import type { RequestState } from "../lifecycle/request.ts";
import type { RequestRow } from "./rows.ts";

/** What the inbox keeps of a request. */
export function requestRow(journal: string, request: RequestState): RequestRow {
  const { id, kind, opened_at, expires_at, closing } = request;
  return {
    ...{ id, journal, kind, opened_at },
    ...(expires_at !== undefined && { expires_at }),
    ...(closing && { closed_at: closing.at }),
    data: JSON.stringify(request),
  };
}
