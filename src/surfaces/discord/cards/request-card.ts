import { type Fact, formOf, type RequestForm } from "../../../acts/request-form.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { type Closing, type Request, type RequestState, runsAgainAt } from "../../../lifecycle/request.ts";
import { closingWords } from "../../../lifecycle/request-closing.ts";
import { isPlanFirst, requestQuestion } from "../../../lifecycle/request-question.ts";
import { attached, type CardFile, type CardMessage, cardMessage, textFile, words } from "./card-message.ts";
import { code, codeBlock, fits, inline, moment, quoted } from "./discord-text.ts";
import { shownText } from "./plan-facts.ts";
import { isList, requestControls } from "./request-controls.ts";
import { GREY, YELLOW } from "./status-look.ts";
import { fitLines } from "./text-size.ts";

/** An open request with everything that a person needs to answer it; a closed one with its answer. */
export function requestCard(request: RequestState, plan?: LivePlan): CardMessage {
  const { closing } = request;
  const form = formOf(request, plan);
  const files: CardFile[] = [];
  const text = [
    headOf(form, plan),
    ...form.facts.map((fact) => factText(fact, files)),
    ...(closing ? [] : optionLines(form)),
  ];
  if (closing) {
    const mark = closing.how === "answered" ? "☑️" : "▪️";
    return cardMessage({ colour: GREY, body: [words([...text, `${mark} ${closingLine(closing)}`].join("\n"))] });
  }
  return cardMessage({
    colour: YELLOW,
    body: [words([...text, ...footOf(form)].join("\n")), ...files.map(({ name }) => attached(name))],
    rows: requestControls(form),
    files,
  });
}

const ROOM = { heading: 250, words: 1400, exact: 1500, note: 400, options: 1100 };

function headOf({ heading, request }: RequestForm, plan: LivePlan | undefined): string {
  const when = moment(request.opened_at);
  const about = plan && `${code(plan.id)} ${inline(shownText(plan).plan.title, 100)}`;
  const small = [inline(request.opened_by.name, 60), about, when].filter(Boolean).join(" · ");
  const mark = isPlanFirst(request) ? "🗺️" : MARKS[request.kind];
  return `### ${mark} ${inline(heading, ROOM.heading)}\n-# ${small}`;
}

/** Attaches a text that does not fit: a person can read all of a call before they allow it. */
function factText({ as, text }: Fact, files: CardFile[]): string {
  switch (as) {
    case "words":
      if (!fits(text, ROOM.words)) files.push(textFile("question.txt", text));
      return quoted(text, ROOM.words, 30);
    case "note":
      return inline(text, ROOM.note);
    case "warning":
      return `⚠️ ${inline(text, ROOM.note, { spelled: true })}`;
    case "exact":
    case "diff": {
      const how = as === "diff" ? { language: "diff" } : {};
      if (fits(text, ROOM.exact)) return codeBlock(text, ROOM.exact, how);
      files.push(textFile(as === "diff" ? "call.diff" : "call.txt", text));
      return `${codeBlock(text, ROOM.exact, how)}\n⚠️ **This is only the beginning. Read all of it in the attached file.**`;
    }
  }
}

/** Labels are cut off on buttons, and descriptions do not fit there. */
function optionLines(form: RequestForm): string[] {
  const told = form.choices.filter(({ description }) => isList(form) || description !== undefined);
  if (told.length === 0) return [];
  const lines = told.map(({ label, description, recommended }, index) => {
    const mark = isList(form) ? `**${index + 1}.**` : "•";
    const star = recommended ? " ★ recommended" : "";
    return `${mark} ${inline(label, 150)}${star}${description ? `: ${inline(description, 200)}` : ""}`;
  });
  return [fitLines(lines, ROOM.options)];
}

function footOf({ kind, picks, request }: RequestForm): string[] {
  const ends = moment(request.expires_at);
  return [
    ...(picks === "several" ? ["-# Choose one or more."] : []),
    ...(kind === "question" ? ["-# Use a button, or reply to this message."] : []),
    ...(ends ? [`-# ⏳ ${runsAgainAt(request) ? "Runs again" : "Due"} ${ends}.`] : []),
  ];
}

/** The question of a request, in a line of a card. */
export function requestLine(request: Request, room: number): string {
  return inline(requestQuestion(request), room, { spelled: request.kind === "confirmation" });
}

/** "ann chose red" */
function closingLine(closing: Closing): string {
  const { by, how } = closingWords(closing);
  const when = moment(closing.at);
  const { kind, surface } = closing.by;
  const where = kind === "person" && surface !== "discord" ? ` (${inline(surface, 20)})` : "";
  const who = closing.how === "answered" ? `${inline(by, 60)}${where} ${inline(how, 600)}` : `${by} ${how}.`;
  return `${who}${when ? ` · ${when}` : ""}`;
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
