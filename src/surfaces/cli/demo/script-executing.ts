import { readSentence } from "./empty-title.ts";
import { type Heard, isCall, isSaid, type Moment } from "./heard.ts";
import { triesFor } from "./step-script.ts";
import type { Answer } from "./tool-use.ts";

/** Runs its step, and reports it as done; if the host's check disagrees, it tries again. */
export function executes({ rules, moments }: Heard): Answer {
  const step = /^Your step: ([a-z0-9_-]+)\./m.exec(rules)?.[1];
  if (step === undefined) return { words: "There is nothing for me to do now. I wait.", calls: [] };
  const say = wordOn(step, rules);
  const now = say.isAlone ? moments : sinceStart(moments, step);
  const reports = now.filter((moment) => isCall(moment, say.tool));
  const tries = triesFor(step, readSentence(rules));
  if (tries === undefined) return say.that("failed", "I am a scripted model, and this step is not from my script.");
  const next = tries[reports.length];
  if (next === undefined) {
    return reports.length > tries.length
      ? { words: `I cannot get ${step} done, and I cannot give it up either. A person has to look.`, calls: [] }
      : say.that("failed", "My script has no other way to do this.");
  }
  const lastReport = now.findLastIndex((moment) => isCall(moment, say.tool));
  const isTried = now.slice(lastReport + 1).some((moment) => isCall(moment));
  return isTried ? say.that("done", next.words) : next;
}

interface WordOn {
  tool: string;
  /** The conversation is about this step only. */
  isAlone: boolean;
  that(outcome: "done" | "failed", words: string): Answer;
}

/** How it reports its step: a subagent has one step, the session all of them. */
function wordOn(step: string, rules: string): WordOn {
  const isAlone = rules.includes("call finish_step");
  const tool = isAlone ? "finish_step" : "report_step";
  return {
    tool,
    isAlone,
    that: (outcome, words) => {
      const said = isAlone ? { outcome, summary: words } : { step_id: step, outcome, notes: words };
      return { words: "", calls: [[tool, said]] };
    },
  };
}

/** The host starts a step with a message, or with the answer to the report on the step before. */
function sinceStart(moments: readonly Moment[], step: string): Moment[] {
  const order = new RegExp(`Now carry out step ${step}:`);
  const begun = moments.findLastIndex(
    (moment) => isSaid(moment, order) || (isCall(moment, "report_step") && order.test(moment.result)),
  );
  return moments.slice(begun + 1);
}
