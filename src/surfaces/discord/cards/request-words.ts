import type { Closing, Request } from "../../../lifecycle/request.ts";
import { closingWords } from "../../../lifecycle/request-closing.ts";
import { isPlanFirst, requestQuestion } from "../../../lifecycle/request-question.ts";
import { inline } from "./discord-text.ts";
import { moment } from "./moments.ts";

/** What is asked, in a line of a card. */
export function requestLine(request: Request, room: number): string {
  return inline(requestQuestion(request), room, { spelled: request.kind === "confirmation" });
}

/** Who closed a request and how: "ann chose red". */
export function closingLine(closing: Closing, room = 600): string {
  const { by, how } = closingWords(closing);
  const when = moment(closing.at);
  const { kind, surface } = closing.by;
  const where = kind === "person" && surface !== "discord" ? ` (${inline(surface, 20)})` : "";
  const who = closing.how === "answered" ? `${inline(by, 60)}${where} ${inline(how, room)}` : `${by} ${how}.`;
  return `${who}${when ? ` · ${when}` : ""}`;
}

/** The mark before the title of a request. */
export function requestMark(request: Request): string {
  return isPlanFirst(request) ? "🗺️" : MARKS[request.kind];
}

const MARKS: Record<Request["kind"], string> = {
  review: "📝",
  decision: "🔀",
  divergence: "🔀",
  amendment: "🔓",
  budget: "💰",
  interruption: "⚠️",
  model: "🤖",
  question: "❓",
  confirmation: "🔐",
};
