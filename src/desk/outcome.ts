import type { Refusal, RefusalKind } from "../lifecycle/refusal.ts";
import type { Problem } from "../plan/problem.ts";

/** What the desk can refuse beyond what the lifecycle refuses. */
export type DeskRefusalKind =
  | RefusalKind
  | "not_found"
  | "invalid_id"
  | "malformed"
  | "conflict"
  | "file_exists"
  | "unreadable"
  | "broken_journal"
  | "elsewhere"
  | "wrong_configuration"
  | "inside_agent"
  | "no_person"
  | "wrong_token"
  | "timed_out"
  | "changed_since"
  | "damaged"
  | "no_turn";

/** An expected "no" of the desk. */
export interface DeskRefusal extends Omit<Refusal, "kind"> {
  kind: DeskRefusalKind;
  /** All of them, where a text or a setting was wrong. */
  problems?: Problem[];
}

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; refusal: DeskRefusal };

export function yes<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function no(
  kind: DeskRefusalKind,
  message: string,
  more: Pick<DeskRefusal, "hint" | "facts" | "problems"> = {},
): { ok: false; refusal: DeskRefusal } {
  return { ok: false, refusal: { kind, message, ...more } };
}
