import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { RequestState } from "../../../lifecycle/request.ts";
import { isRunRequest, runFacts, runQuestion } from "../../../lifecycle/run-request-words.ts";
import { hasHidden } from "../../../plan/visible.ts";
import { attached, type CardFile, type CardMessage, cardMessage, textFile, words } from "./card-message.ts";
import { code, codeBlock, fits, inline, quoted } from "./discord-text.ts";
import { fitLines } from "./fit-lines.ts";
import { moment } from "./moments.ts";
import { shownText } from "./plan-facts.ts";
import { decisionOf, requestControls } from "./request-controls.ts";
import { optionsOf } from "./request-options.ts";
import { closingLine, REQUEST_TITLES } from "./request-words.ts";

export interface RequestFacts {
  /** The plan it is about, if it is about one. */
  plan?: LivePlan;
}

/** Something that waits for a person, with all that they should see before they answer; or who answered, and how. */
export function requestCard(request: RequestState, { plan }: RequestFacts = {}): CardMessage {
  const { closing } = request;
  const files: CardFile[] = [];
  const text = [headOf(request, plan), ...bodyOf(request, files), ...(closing ? [] : optionLines(request, plan))];
  if (closing) {
    const mark = closing.how === "answered" ? "☑️" : "▪️";
    return cardMessage({ colour: 0x80848e, body: [words([...text, `${mark} ${closingLine(closing)}`].join("\n"))] });
  }
  return cardMessage({
    colour: 0xf0b132,
    body: [words([...text, ...footOf(request)].join("\n")), ...files.map(({ name }) => attached(name))],
    rows: requestControls(request, decisionOf(request, plan)),
    files,
  });
}

const ROOM = { question: 1400, exact: 1500, reason: 400, options: 1100 };

function headOf(request: RequestState, plan: LivePlan | undefined): string {
  const title =
    request.kind === "confirmation" && request.tool === "enter_plan_mode"
      ? "🗺️ The agent wants to plan first"
      : REQUEST_TITLES[request.kind];
  const when = moment(request.opened_at);
  const about = plan && `${code(plan.id)} ${inline(shownText(plan).plan.title, 100)}`;
  const small = [inline(request.opened_by.name, 60), about, when].filter(Boolean).join(" · ");
  return `### ${title}\n-# ${small}`;
}

/** Whatever does not fit is attached whole: nobody is asked to allow what they cannot read. */
function bodyOf(request: RequestState, files: CardFile[]): string[] {
  if (isRunRequest(request)) {
    const facts = request.kind === "amendment" ? [request.reason] : runFacts(request);
    return [
      `**${inline(runQuestion(request), 250)}**`,
      ...facts.filter((fact) => fact.trim() !== "").map((fact) => quoted(fact, ROOM.reason, 6)),
      ...(request.kind === "amendment" ? exactly(request.summary, files) : []),
    ];
  }
  switch (request.kind) {
    case "question":
      return [longer(request.question, ROOM.question, "question.txt", files)];
    case "decision":
      return [`**${inline(request.header, 200)}**`, longer(request.question, ROOM.question, "question.txt", files)];
    case "confirmation": {
      const isPlanning = request.tool === "enter_plan_mode";
      return [
        ...(isPlanning ? [] : [`The tool ${code(request.tool, 80)} would be called with:`]),
        ...(isPlanning ? [quoted(request.summary, ROOM.question)] : exactly(request.summary, files)),
        ...(isPlanning
          ? ["While it plans it can only read. It shows the plan before anything is changed."]
          : [`Why you are asked: ${inline(request.reason, ROOM.reason)}`]),
      ];
    }
    case "divergence":
      return ["The run waits until somebody says which text holds. Nobody has signed the new one."];
    case "review":
      return [`Revision ${request.revision} of the plan waits for a signature.`];
  }
}

function exactly(text: string, files: CardFile[]): string[] {
  const isShort = fits(text, ROOM.exact);
  if (!isShort) files.push(textFile("call.txt", text));
  return [
    ...(hasHidden(text) ? ["⚠️ There are hidden characters in it; they are spelled out as ‹U+…›."] : []),
    codeBlock(text, ROOM.exact),
    ...(isShort ? [] : ["⚠️ **This is only the beginning. Read all of it in the attached file.**"]),
  ];
}

function longer(text: string, room: number, name: string, files: CardFile[]): string {
  if (!fits(text, room)) files.push(textFile(name, text));
  return quoted(text, room, 30);
}

/** Labels are cut off on buttons, and descriptions do not fit there. */
function optionLines(request: RequestState, plan: LivePlan | undefined): string[] {
  const isList = request.kind === "question" || request.kind === "decision";
  const options = optionsOf(request, decisionOf(request, plan));
  const told = options.filter(({ description, label }) => isList || (description !== undefined && label !== ""));
  if (told.length === 0) return [];
  const lines = told.map(({ label, description, isRecommended }, index) => {
    const mark = isList ? `**${index + 1}.**` : "•";
    const star = isRecommended ? " ★ recommended" : "";
    return `${mark} ${inline(label, 150)}${star}${description ? `: ${inline(description, 200)}` : ""}`;
  });
  return [fitLines(lines, ROOM.options)];
}

function footOf(request: RequestState): string[] {
  const ends = moment(request.expires_at);
  return [
    ...(request.kind === "decision" && request.multi_select ? ["-# Any number of them may be chosen."] : []),
    ...(request.kind === "question" ? ["-# Use a button, or reply to this message."] : []),
    ...(ends ? [`-# ⏳ Until ${ends}.`] : []),
  ];
}
