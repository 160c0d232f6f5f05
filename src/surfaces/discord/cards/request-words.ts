import { answerWords } from "../../../lifecycle/answer-words.ts";
import { NOT_ANSWERED } from "../../../lifecycle/closed-words.ts";
import type { Closing, Request, RequestSubject } from "../../../lifecycle/request.ts";
import { isRunRequest, runQuestion } from "../../../lifecycle/run-request-words.ts";
import { inline } from "./discord-text.ts";
import { moment } from "./moments.ts";

/** What is asked, in a line of a card. */
export function requestLine(request: Request, room: number): string {
  return inline(questionOf(request), room);
}

/** What is asked, in words that are still to be escaped. */
export function questionOf(request: Request): string {
  if (isRunRequest(request)) return runQuestion(request);
  switch (request.kind) {
    case "question":
      return request.question;
    case "decision":
      return `${request.header}: ${request.question}`;
    case "confirmation":
      return request.tool === "enter_plan_mode" ? "The agent wants to plan first" : `May ${request.tool} be used?`;
    case "divergence":
      return "The plan file differs from what was signed: which text holds?";
    case "review":
      return `Revision ${request.revision} waits for a signature`;
  }
}

/** What it is about, in the few words that a button has room for. */
export function topicOf(request: Request): string {
  switch (request.kind) {
    case "decision":
      return request.header;
    case "amendment":
    case "interruption":
      return `step ${request.step_id}`;
    case "budget":
      return "go on or stop?";
    case "question":
      return "the question";
    case "confirmation":
      return request.tool === "enter_plan_mode" ? "plan first?" : request.tool;
    case "divergence":
      return "which text holds?";
    case "review":
      return `revision ${request.revision}`;
  }
}

/** How one says no to it, in a word or two. */
export function refusalWord(request: Request): string {
  if (request.kind !== "confirmation") return "Refuse";
  return request.tool === "enter_plan_mode" ? "No plan" : "Deny";
}

/** Who closed a request and how: "ann chose red". */
export function closingLine({ by, at, ...closing }: Closing, room = 600): string {
  const where = by.kind === "person" && by.surface !== "discord" ? ` (${inline(by.surface, 20)})` : "";
  const when = moment(at);
  const name = inline(by.name, 60);
  const said = closing.how === "answered" ? inline(answerWords(closing.answer), room) : NOT_ANSWERED[closing.how];
  const who = closing.how === "answered" ? `${name}${where} ${said}` : said;
  return `${who}${when ? ` · ${when}` : ""}`;
}

/** What each kind of request is called, and its mark. */
export const REQUEST_TITLES: Record<RequestSubject["kind"], string> = {
  review: "📝 A plan waits for a signature",
  decision: "🔀 To be decided",
  divergence: "🔀 The plan file differs from what was signed",
  amendment: "🔓 A step wants more than was signed",
  budget: "💰 A budget is used up",
  interruption: "⚠️ A step was interrupted",
  question: "❓ A question",
  confirmation: "🔐 May this be done?",
};
