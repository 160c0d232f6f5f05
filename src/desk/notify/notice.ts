import type { CallAction, NextAction } from "../../lifecycle/next-action.ts";
import { requestQuestion } from "../../lifecycle/request-question.ts";
import { defined } from "../../plan/defined.ts";
import { isPlanId } from "../../plan/plan.ts";
import { visible } from "../../plan/visible.ts";
import type { InboxEntry } from "../requests.ts";

/** A request as JSON for a program outside, with all hidden characters spelled out. */
export interface Notice {
  id: string;
  kind: InboxEntry["kind"];
  project: string;
  plan_id?: string;
  agent?: string;
  title?: string;
  /** One line for a person. */
  text: string;
  options?: string[];
  opened_at: string;
  opened_by: string;
  expires_at?: string;
  /** The action that answers it. */
  next: NextAction;
  /** How that action is called on the surface that asks; absent if it has none. */
  answer?: string;
}

export function noticeOf(request: InboxEntry, project: string, call: CallAction): Notice {
  const { id, kind, journal, title, opened_at, opened_by, expires_at } = request;
  const options = "options" in request ? request.options : undefined;
  const next = answering(request);
  return {
    id,
    kind,
    project: visible(project),
    ...(isPlanId(journal) ? { plan_id: journal } : { agent: journal }),
    ...(title !== undefined && { title: shown(title) }),
    text: [shown(title ?? journal), shown(wordsOf(request))].join(": "),
    ...(options && { options: options.map(shown) }),
    opened_at,
    opened_by: shown(opened_by.name),
    next,
    ...defined({ expires_at, answer: call(next) }),
  };
}

function answering({ id, kind, journal }: InboxEntry): NextAction {
  const plan = isPlanId(journal) ? { plan: journal } : {};
  if (kind === "review") return { move: "approve", ...plan, what: "review it" };
  return { move: "answer", ...plan, about: id, what: "answer it" };
}

function wordsOf(request: InboxEntry): string {
  // The requester's name comes before it.
  const question = request.kind === "question" ? request.question : requestQuestion(request);
  if (request.kind === "amendment") return [question, request.reason, request.summary].join(": ");
  return request.kind === "interruption" ? [question, request.why].filter(Boolean).join(": ") : question;
}

const LONGEST = 500;

function shown(text: string): string {
  return visible(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
