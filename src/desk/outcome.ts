import type { Refusal, RefusalKind } from "../lifecycle/refusal.ts";
import type { Problem } from "../plan/problem.ts";

/** The desk's refusals, beyond those of the lifecycle. */
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
  | "signed_out"
  | "timed_out"
  | "changed_since"
  | "not_approved"
  | "unread_commands"
  | "too_long"
  | "cannot_listen"
  | "damaged"
  | "no_turn";

export interface DeskRefusal extends Omit<Refusal, "kind"> {
  kind: DeskRefusalKind;
  /** All problems, for a text or a setting. */
  problems?: Problem[];
}

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; refusal: DeskRefusal };

export function yes<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function no(
  kind: DeskRefusalKind,
  message: string,
  more: Pick<DeskRefusal, "hint" | "next" | "facts" | "problems"> = {},
): { ok: false; refusal: DeskRefusal } {
  return { ok: false, refusal: { kind, message, ...more } };
}
