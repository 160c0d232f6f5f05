import { demoPlan } from "./demo-plan.ts";
import { type EmptyTitle, OPTIONS, QUESTION, readAnswer } from "./empty-title.ts";
import { type Heard, isCall, isSaid, type Moment, since } from "./heard.ts";
import { SLUG, SLUG_BODY, TESTS } from "./sample-project.ts";
import type { Answer } from "./tool-use.ts";

/** Explores, tries to write and is refused, asks, submits, and revises. */
export function plans({ moments }: Heard): Answer {
  const now = since(moments, (moment) => isSaid(moment, /^Planning mode is on\./) || isCall(moment, "enter_plan_mode"));
  const called = (tool: string) => now.filter((moment) => isCall(moment, tool));
  const source = called("read").find(({ input, failed }) => input["path"] === SLUG && !failed);
  if (source === undefined) return called("read").length > 0 ? says(`I cannot read ${SLUG}, so I stop here.`) : LOOK;
  if (!source.result.includes(SLUG_BODY.trim())) return says(NOTHING_TO_DO);
  if (called("edit").length === 0) return TRY_TO_WRITE;
  if (called("ask_user").length === 0) return ASK;
  return submits(now);
}

function submits(now: readonly Moment[]): Answer {
  const lastSubmitted = now.findLastIndex((moment) => isCall(moment, "submit_plan") && !moment.failed);
  const sinceThen = now.slice(lastSubmitted + 1);
  const refused = sinceThen.filter((moment) => isCall(moment, "submit_plan"));
  if (refused.length > 1) return says(`My plan is not taken: ${refused.at(-1)?.result}`);
  const isSentBack = sinceThen.some((moment) => isSaid(moment, SENT_BACK));
  if (lastSubmitted >= 0 && !isSentBack) return says("My plan waits for your review: /plan shows it.");
  const feedback = now.flatMap((moment) => (isSaid(moment, SENT_BACK) ? [feedbackIn(moment.said)] : []));
  const plan = demoPlan(feedback.length + 1, answerIn(now), feedback);
  return { words: feedback.length === 0 ? FIRST : AGAIN, calls: [["submit_plan", { plan }]] };
}

const SENT_BACK = /^Changes are requested on /;

/** All feedback of the reviews, without the text around it. */
function feedbackIn(words: string): string {
  const lines = words.split("\n").slice(1, -1);
  return lines.map((line) => line.replace(/^\s*- (?:on revision \d+, by .+?: )?/, "").trim()).join("; ");
}

/** Answered in the dialog, or later, when the call that asked was gone. */
function answerIn(now: readonly Moment[]): EmptyTitle {
  const answers = now.flatMap((moment) => {
    const text = isCall(moment, "ask_user") && !moment.failed ? moment.result : "said" in moment ? moment.said : "";
    return /^.+? answers(?: your question ".*")?: ([\s\S]+)$/.exec(text)?.[1] ?? [];
  });
  return readAnswer(answers.at(-1));
}

const LOOK: Answer = {
  words: "I am a scripted model: my words are prepared, but what happens to them is real. First I look around.",
  calls: [
    ["read", { path: SLUG }],
    ["read", { path: TESTS }],
    ["bash", { command: 'grep -rn "slug(" src test && git log --oneline' }],
  ],
};

const TRY_TO_WRITE: Answer = {
  words: "That is quickly done. I will not bother a person with a plan and just change it.",
  calls: [
    ["edit", { path: SLUG, edits: [{ oldText: "toLowerCase()", newText: 'toLowerCase().normalize("NFD")' }] }],
    ["bash", { command: `sed -i 's/toLowerCase/toLocaleLowerCase/' ${SLUG}` }],
  ],
};

const ASK: Answer = {
  words: "Neither way is open: while planning I can only read. One thing I cannot find in the code, so I ask.",
  calls: [["ask_user", { question: QUESTION, options: OPTIONS }]],
};

const FIRST = "Now I know enough. Here is what I would do.";
const AGAIN = "I cannot read what you wrote, I am scripted; I keep it in the plan, and add what reviewers mostly want.";

const NOTHING_TO_DO =
  "slug() is not as it was when my story began, so I have nothing to plan. Start the demonstration again to see it from the beginning.";

function says(words: string): Answer {
  return { words, calls: [] };
}
