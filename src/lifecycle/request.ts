import { defined } from "../plan/defined.ts";
import { freeze } from "../plan/freeze.ts";
import type { StepId } from "../plan/plan.ts";
import type { Actor } from "./actor.ts";
import type { Addition } from "./amendment.ts";
import type { Approvers } from "./approvers.ts";
import { type ClockChange, movedDeadline, movedTime } from "./clock-change.ts";
import type { OwnCopies } from "./own-copies.ts";
import { ownProperty } from "./own-property.ts";

/** The subjects of requests. One inbox lists them all; each is in the journal of its plan or agent. */
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
  /** A call outside a step's scope; with nothing in `adds` it can only be allowed once. */
  | {
      kind: "amendment";
      step_id: StepId;
      subagent_id: string;
      tool: string;
      summary: string;
      /** The call as a diff of the file that it edits. */
      diff?: string;
      reason: string;
      adds: Addition;
      /** The step ended with this call, because its run waits for no person: an addition starts it again. */
      unattended?: true;
      /** The number of signatures the plan needs, if more than one: then one person cannot add to its scope. */
      quorum?: number;
    }
  /** `more`: what going on adds, if not the limit, because a person raised that before. */
  | { kind: "budget"; of: BudgetOf; what: BudgetOfWhat; used: number; limit: number; more?: number }
  /** Its process ended while the step ran, so how far it got is unknown. Or a provider refused it (`ProviderWait`). */
  | ({ kind: "interruption"; step_id: StepId; why: string } & ProviderWait)
  /** A model that steps want is not there; `options` are some that are, as provider/id. */
  | { kind: "model"; model: string; options: string[] }
  | { kind: "question"; question: string; options?: string[] }
  /** `approvers`: who else may allow it, where only the asking host knows. */
  | { kind: "confirmation"; tool: string; summary: string; diff?: string; reason: string; approvers?: Approvers };

/** Of a step that ended because its provider kept refusing. */
export interface ProviderWait {
  /** How long the step waits if a person says so; each wait is longer than the one before. */
  wait_minutes?: number;
  /** A person said so: at this time the step runs again, unless a person answers otherwise before. */
  until?: string;
}

/** Whose budget: the whole run's, or one step's. */
export type BudgetOf = "plan" | { step_id: StepId };
export type BudgetOfWhat = "tokens" | "cost" | "minutes";

export type Answer =
  | { kind: "review"; verdict: "approved" | "changes_requested" | "rejected" }
  | { kind: "decision"; selections: string[] }
  | { kind: "divergence"; choice: "signed" | "review" }
  | { kind: "amendment"; choice: "once" | "add" | "refuse"; note?: string }
  | { kind: "budget"; choice: "go_on" | "stop" }
  | { kind: "interruption"; choice: "again" | "failed" | "skip" | "wait" | "stop" }
  | { kind: "model"; model: string }
  | { kind: "question"; text: string }
  | { kind: "confirmation"; allow: boolean; note?: string };

/** `<journal>/<kind>-<version>`, with `.n` where one record opens several: the id names the journal of the request. */
export type RequestId = string;

export type Request = RequestSubject & {
  id: RequestId;
  opened_at: string;
  opened_by: Actor;
  expires_at?: string;
};

/** What a run asks while it goes. */
export type RunRequest = Extract<Request, { kind: "amendment" | "budget" | "interruption" | "model" }>;

export function isRunRequest(request: Request): request is RunRequest {
  return ["amendment", "budget", "interruption", "model"].includes(request.kind);
}

export type Closing = { at: string; by: Actor } & (
  | { how: "answered"; answer: Answer }
  | { how: "superseded" | "expired" | "cancelled" }
);

/** A request and how it ended, if it has: surfaces that come late show who answered. */
export type RequestState = Request & { closing?: Closing };

export type Requests = Record<RequestId, RequestState>;

export type RequestEvent =
  | { type: "request_opened"; request: Request }
  | { type: "request_answered"; request_id: RequestId; answer: Answer }
  | { type: "request_closed"; request_id: RequestId; how: "superseded" | "expired" | "cancelled" };

export function openRequests(requests: Requests): RequestState[] {
  return Object.values(requests).filter((request) => request.closing === undefined);
}

/** When a step runs again by itself: then its request waits for no person. */
export function runsAgainAt(request: Request): string | undefined {
  return request.kind === "interruption" ? request.until : undefined;
}

/** The review that waits for an answer. */
export function openReview(requests: Requests): RequestState | undefined {
  return openRequests(requests).find(({ kind }) => kind === "review");
}

/** The event that opens a request. Its id names the record of the journal that did it. */
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
    ...defined({ expires_at: expires }),
  };
  return { type: "request_opened", request };
}

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
  if (event.type === "request_opened") return copies.put(requests, event.request.id, freeze(event.request));
  const request = ownProperty(requests, event.request_id);
  if (request === undefined || request.closing !== undefined) {
    throw new Error(`The journal closes the request ${event.request_id}, which is not open.`);
  }
  const closing: Closing =
    event.type === "request_answered" ? { at, by, how: "answered", answer: event.answer } : { at, by, how: event.how };
  const closed: RequestState = freeze({ ...request, closing });
  return copies.put(requests, request.id, closed);
}

/** After the clock was set, an open request has waited as long as before, and has as much time left. */
export function movedRequests(requests: Requests, change: ClockChange, at: string, copies: OwnCopies): Requests {
  return openRequests(requests).reduce((after, request) => {
    const expires_at = request.expires_at && movedDeadline(request.expires_at, change);
    const opened_at = movedTime(request.opened_at, change, at);
    return copies.put(after, request.id, freeze({ ...request, opened_at, ...defined({ expires_at }) }));
  }, requests);
}

export function isExpired(request: RequestState, at: string): boolean {
  return request.closing === undefined && request.expires_at !== undefined && request.expires_at <= at;
}

/** Later dates are written differently, and no longer sort as text. */
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

/** A time some minutes later; undefined for "never", and for a time after the last moment. */
export function after(at: string, minutes: number | undefined): string | undefined {
  if (!minutes) return undefined;
  const moment = Date.parse(at) + minutes * 60_000;
  return moment <= LAST_MOMENT ? new Date(moment).toISOString() : undefined;
}
