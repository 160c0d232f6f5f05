import type { DeskRefusal, DeskRefusalKind, Outcome } from "../../../desk/outcome.ts";
import { defined } from "../../../plan/defined.ts";
import type { Refused } from "../api/basics.ts";

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/** A refusal of the desk, or one of another part with a word of its own. */
type WebRefusal = Omit<DeskRefusal, "kind"> & { kind: string };

/** What a handler answered, as HTTP. */
export function answerOf(outcome: Outcome<unknown> | Response): Response {
  if (outcome instanceof Response) return outcome;
  if (!outcome.ok) return refusal(outcome.refusal);
  return new Response(JSON.stringify(outcome.value), { headers: JSON_HEADERS });
}

export function refusal(refused: WebRefusal, status = statusOf(refused.kind)): Response {
  return new Response(JSON.stringify({ error: errorOf(refused) } satisfies Refused), { status, headers: JSON_HEADERS });
}

export function errorOf({ kind, message, hint, next, problems, facts }: WebRefusal): Refused["error"] {
  return {
    kind,
    message,
    ...defined({ hint, problems, facts: facts && { ...facts } }),
    ...(next && next.length > 0 && { next: [...next] }),
  };
}

/** Nothing that is refused by the state of a plan is an error of the program that asked: those are 409. */
export function statusOf(kind: DeskRefusalKind | string): number {
  return STATUSES[kind] ?? 409;
}

const STATUSES: Record<string, number> = {
  wrong_shape: 400,
  invalid_id: 400,
  signed_out: 401,
  no_person: 401,
  wrong_token: 401,
  inside_agent: 403,
  person_needed: 403,
  not_an_approver: 403,
  access_needed: 403,
  requester_excluded: 403,
  not_found: 404,
  unknown_request: 404,
  unknown_step: 404,
  unknown_decision: 404,
  malformed: 422,
  unreadable: 422,
  wrong_answer: 422,
  unknown_option: 422,
  wrong_number_of_options: 422,
  feedback_missing: 422,
  reason_missing: 422,
  wrong_configuration: 409,
  timed_out: 503,
};
