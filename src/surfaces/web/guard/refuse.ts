import type { Refused } from "../api/basics.ts";

/** A refusal of HTTP itself, before any handler is asked. */
export function refuse(status: number, error: Refused["error"], headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers });
}
