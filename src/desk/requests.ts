import { ownProperty } from "../lifecycle/own-property.ts";
import type { RunAnswer } from "../lifecycle/plan-command.ts";
import type { Answer, Closing, RequestState, Requests } from "../lifecycle/request.ts";
import { closedWords } from "../lifecycle/request-closing.ts";
import { defined } from "../plan/defined.ts";
import { isPlanId } from "../plan/plan.ts";
import type { Desk } from "./desk.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import type { Person } from "./persons.ts";
import { pulses } from "./pulses.ts";
import { applyTimeOuts } from "./time-outs.ts";

/** A request in the inbox, with the id of its plan or agent, and a plan's title. */
export type InboxEntry = RequestState & { journal: string; title?: string };

export interface InboxPage {
  requests: InboxEntry[];
  /** The total number, on all pages. */
  total: number;
  /** The cursor of the next page, if there is one. */
  next?: string;
}

/** Open requests, oldest first; with `all`, also closed ones. Only the first `limit`: `inboxPage` has all. */
export async function inbox(desk: Desk, { all = false, limit = 200 } = {}): Promise<InboxEntry[]> {
  return (await inboxPage(desk, { all, limit })).requests;
}

/** A page of the inbox; `after` is the `next` of the page before. */
export async function inboxPage(
  desk: Desk,
  { all = false, limit = 200, after }: { all?: boolean; limit?: number; after?: string } = {},
): Promise<InboxPage> {
  await applyTimeOuts(desk);
  const open = { open: !all };
  const found = await desk.store.listRequests({ ...open, limit: limit + 1, ...defined({ after }) });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  // Rows only say where to look: a person is shown the request in the journal, not the row.
  const entries: InboxEntry[] = [];
  const journals = new Map<string, Awaited<ReturnType<typeof requestsOf>>>();
  for (const { id, journal } of rows) {
    const requests = journals.get(journal) ?? (await requestsOf(desk, journal));
    journals.set(journal, requests);
    const entry = requests.ok ? entryOf(requests.value, journal, id) : undefined;
    if (entry !== undefined && (all || entry.closing === undefined)) entries.push(entry);
  }
  // A whole inbox needs no count, and rows without a request in a journal are not counted.
  if (after === undefined && last === undefined) return { requests: entries, total: entries.length };
  const total = await desk.store.countRequests(open);
  return { requests: entries, total, ...(last && { next: `${last.opened_at} ${last.id}` }) };
}

/** A request, read from its journal. */
export async function findRequest(desk: Desk, id: string): Promise<Outcome<InboxEntry>> {
  const journal = id.slice(0, id.lastIndexOf("/"));
  const requests = await requestsOf(desk, journal);
  if (!requests.ok) return requests.refusal.kind === "broken_journal" ? requests : unknown(id);
  const entry = entryOf(requests.value, journal, id);
  return entry === undefined ? unknown(id) : yes(entry);
}

/**
 * Answers a question, confirmation, decision or divergence. The first answer counts; a later one is refused with the
 * name of who gave the first.
 */
export async function answer(desk: Desk, id: string, given: Answer, by: Person): Promise<Outcome<InboxEntry>> {
  const found = await findRequest(desk, id);
  if (!found.ok) return found;
  const { kind, closing } = found.value;
  if (closing !== undefined) return closed(closing);
  if (given.kind !== kind) {
    return no("wrong_answer", `This is a ${kind}; it needs another kind of answer.`, { facts: { kind } });
  }
  const sent = await send(desk, found.value, given, by);
  return sent.ok ? findRequest(desk, id) : sent;
}

/** Waits until a request is closed, by any process. */
export async function awaitAnswer(desk: Desk, id: string, signal?: AbortSignal): Promise<Outcome<InboxEntry>> {
  for await (const _ of pulses(desk, signal)) {
    const found = await findRequest(desk, id);
    if (!found.ok || found.value.closing !== undefined) return found;
  }
  return no("timed_out", `${id} has no answer yet.`, { hint: "It stays in the inbox." });
}

function send(desk: Desk, request: InboxEntry, given: Answer, by: Person): Promise<Outcome<unknown>> {
  if (given.kind === "decision" && request.kind === "decision") {
    const { decision_id } = request;
    return desk.send(
      request.journal,
      { type: "decide", decision_id, selections: given.selections, request_id: request.id },
      by,
    );
  }
  if (given.kind === "divergence") {
    return desk.send(request.journal, { type: "settle_divergence", choice: given.choice }, by);
  }
  if (isRunAnswer(given)) {
    return desk.send(request.journal, { type: "answer", request_id: request.id, answer: given }, by);
  }
  if (given.kind === "review") {
    const message = "A review is answered by approving, requesting changes or rejecting.";
    return Promise.resolve(
      no("wrong_answer", message, {
        next: [{ move: "approve", plan: request.journal, what: "answer it" }],
      }),
    );
  }
  return desk.sendAgent(request.journal, { type: "answer", request_id: request.id, answer: given }, by);
}

function isRunAnswer(given: Answer): given is RunAnswer {
  return ["amendment", "budget", "interruption", "model"].includes(given.kind);
}

interface Asked {
  requests: Requests;
  title?: string;
}

async function requestsOf(desk: Desk, journal: string): Promise<Outcome<Asked>> {
  if (!isPlanId(journal)) {
    const agent = await desk.agent(journal);
    return agent.ok ? yes({ requests: agent.value.requests }) : agent;
  }
  const plan = await desk.plan(journal);
  if (!plan.ok) return plan;
  const state = plan.value.kind !== "elsewhere" && plan.value.kind !== "broken" ? plan.value.state : undefined;
  return yes(state ? { requests: state.requests, title: state.proposal.plan.title } : { requests: {} });
}

function entryOf({ requests, title }: Asked, journal: string, id: string): InboxEntry | undefined {
  const request = ownProperty(requests, id);
  return request && { ...request, journal, ...defined({ title }) };
}

function closed(closing: Closing) {
  return no("request_closed", closedWords(closing), { facts: { closing } });
}

function unknown(id: string) {
  return no("unknown_request", `There is no request ${id}.`, {
    next: [{ move: "inbox", what: "list the open requests" }],
  });
}
