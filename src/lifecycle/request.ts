import type { StepId } from "../plan/plan.ts";
import type { Actor } from "./actor.ts";
import type { Addition } from "./amendment.ts";
import type { Approvers } from "./approvers.ts";
import { own } from "./own.ts";
import type { OwnCopies } from "./own-copies.ts";

/** What waits for a person. One inbox holds them all; each lives in the journal of its plan or agent. */
export type RequestSubject =
  | { kind: "review"; revision: number; digest: string }
  | {
      kind: "decision";
      decision_id: string;
      header: string;
      question: string;
      options: string[];
      multi_select: boolean;
    }
  | { kind: "divergence"; digest: string }
  /** A call outside what was signed for a step; with nothing in `adds` it can only be allowed once. */
  | {
      kind: "amendment";
      step_id: StepId;
      subagent_id: string;
      tool: string;
      summary: string;
      reason: string;
      adds: Addition;
      /** So many stand for the plan that none of them adds to it alone; absent if it is one. */
      quorum?: number;
    }
  | { kind: "budget"; of: BudgetOf; what: BudgetOfWhat; used: number; limit: number }
  /** Nobody knows how far a step got: its process ended while it ran. */
  | { kind: "interruption"; step_id: StepId; why: string }
  | { kind: "question"; question: string; options?: string[] }
  /** `approvers`: who may allow it besides, where only the host that asks knows. */
  | { kind: "confirmation"; tool: string; summary: string; reason: string; approvers?: Approvers };

/** Whose budget: the whole run's, or one step's. */
export type BudgetOf = "plan" | { step_id: StepId };
export type BudgetOfWhat = "tokens" | "cost" | "minutes";

export type Answer =
  | { kind: "review"; verdict: "approved" | "changes_requested" | "rejected" }
  | { kind: "decision"; selections: string[] }
  | { kind: "divergence"; choice: "signed" | "review" }
  | { kind: "amendment"; choice: "once" | "add" | "refuse"; note?: string }
  | { kind: "budget"; choice: "go_on" | "stop" }
  | { kind: "interruption"; choice: "again" | "failed" | "skip" }
  | { kind: "question"; text: string }
  | { kind: "confirmation"; allow: boolean; note?: string };

/** `<journal>/<kind>-<version>`, with `.n` where one record opens several: the id says where the request lives. */
export type RequestId = string;

export type Request = RequestSubject & {
  id: RequestId;
  opened_at: string;
  opened_by: Actor;
  expires_at?: string;
};

export type Closing = { at: string; by: Actor } & (
  | { how: "answered"; answer: Answer }
  | { how: "superseded" | "expired" | "cancelled" }
);

/** A request and how it ended, if it has: late surfaces show who answered. */
export type RequestState = Request & { closing?: Closing };

export type Requests = Record<RequestId, RequestState>;

export type RequestEvent =
  | { type: "request_opened"; request: Request }
  | { type: "request_answered"; request_id: RequestId; answer: Answer }
  | { type: "request_closed"; request_id: RequestId; how: "superseded" | "expired" | "cancelled" };

export function openRequests(requests: Requests): RequestState[] {
  return Object.values(requests).filter((request) => request.closing === undefined);
}

/** The review that waits for an answer. */
export function openReview(requests: Requests): RequestState | undefined {
  return openRequests(requests).find(({ kind }) => kind === "review");
}

/** The event that puts a request into the inbox. Its id says which record of which journal did it. */
export function opening(
  subject: RequestSubject,
  record: { journal: string; version: number; at: string; by: Actor; minutes: number | undefined; index?: number },
): Extract<RequestEvent, { type: "request_opened" }> {
  const { journal, version, at, by, minutes, index } = record;
  const expires = after(at, minutes);
  const id = `${journal}/${subject.kind}-${version}${index === undefined ? "" : `.${index}`}`;
  const request = {
    ...subject,
    id,
    opened_at: at,
    opened_by: by,
    ...(expires !== undefined && { expires_at: expires }),
  };
  return { type: "request_opened", request };
}

/** Closes everything that is open, or everything of one kind. */
export function closings(
  requests: Requests,
  how: "superseded" | "expired" | "cancelled",
  kind?: RequestSubject["kind"],
): RequestEvent[] {
  return openRequests(requests)
    .filter((request) => kind === undefined || request.kind === kind)
    .map(({ id }) => ({ type: "request_closed", request_id: id, how }));
}

/** Applies a request event. A request is closed once; a second closing would be a broken journal. */
export function evolveRequests(
  requests: Requests,
  event: RequestEvent,
  { at, by }: { at: string; by: Actor },
  copies: OwnCopies,
): Requests {
  if (event.type === "request_opened") return copies.put(requests, event.request.id, event.request);
  const request = own(requests, event.request_id);
  if (request === undefined || request.closing !== undefined) {
    throw new Error(`The journal closes the request ${event.request_id}, which is not open.`);
  }
  const closing: Closing =
    event.type === "request_answered" ? { at, by, how: "answered", answer: event.answer } : { at, by, how: event.how };
  const closed: RequestState = { ...request, closing };
  return copies.put(requests, request.id, closed);
}

export function isExpired(request: RequestState, at: string): boolean {
  return request.closing === undefined && request.expires_at !== undefined && request.expires_at <= at;
}

/** Beyond it dates are written differently, and no longer in an order that can be compared. */
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

/** A point in time some minutes later; undefined for "never", which is also what lies too far away. */
export function after(at: string, minutes: number | undefined): string | undefined {
  if (!minutes) return undefined;
  const moment = Date.parse(at) + minutes * 60_000;
  return moment <= LAST_MOMENT ? new Date(moment).toISOString() : undefined;
}
