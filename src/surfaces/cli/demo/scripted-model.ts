import { type Called, type Heard, isCall, type Moment } from "./heard.ts";
import { GOAL } from "./sample-project.ts";
import { executes } from "./script-executing.ts";
import { plans } from "./script-planning.ts";
import type { Answer } from "./tool-use.ts";

/** The model of the demonstration: it knows one story, and continues it from the actual state. */
export function scriptedAnswer(heard: Heard): Answer {
  const answer = answerIn(heard);
  // A person who talks to it should know that it is scripted.
  return isChat(heard) ? { ...answer, words: `${CANNOT_FOLLOW} ${answer.words}`.trim() } : answer;
}

const CANNOT_FOLLOW = "I am a scripted model and cannot follow that; I only know my one story.";

function answerIn(heard: Heard): Answer {
  switch (heard.mode) {
    case "planning":
      return plans(heard);
    case "executing":
      return executes(heard);
    case "none":
      return outsidePlanMode(heard.moments);
  }
}

function outsidePlanMode(moments: readonly Moment[]): Answer {
  const last = moments.findLast((moment) => isCall(moment) || moment.typed);
  if (isCall(last, "report_step")) return says(wordsAtTheEnd(last));
  if (isCall(last, "enter_plan_mode")) return says("Then I leave everything as it is: without a plan I know no story.");
  if (last !== undefined && "said" in last && /\b(?:fix|test|tests|slug|plan)\b/i.test(last.said)) {
    const reason = "It changes what addresses look like, and a person should see how before it happens.";
    return {
      words: "I am a scripted model, but this much I know: this deserves a plan.",
      calls: [["enter_plan_mode", { reason }]],
    };
  }
  return says(`I am a scripted model: I can only tell one story. It begins with: /plan ${GOAL}`);
}

function wordsAtTheEnd({ result }: Called): string {
  return /plan is complete/.test(result)
    ? "Done: slug() gives plain words, and the host has run every check itself. Nothing but the signed files was changed; what I tried beyond them was refused. See for yourself: !git diff"
    : "The plan has ended here. The changes so far stay; I undo nothing.";
}

/** A person talks to it in the middle of its story. */
function isChat({ mode, moments }: Heard): boolean {
  const last = moments.at(-1);
  return mode !== "none" && last !== undefined && "said" in last && last.typed;
}

function says(words: string): Answer {
  return { words, calls: [] };
}
