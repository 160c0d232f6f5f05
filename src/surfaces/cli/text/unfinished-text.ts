import { sinceStart } from "../../../acts/may-start.ts";
import type { UnfinishedPlan } from "../../../acts/unfinished-plans.ts";
import { doneWords } from "../../../lifecycle/counts-words.ts";
import { adviceLines } from "../../../lifecycle/next-action.ts";
import { nextActions } from "../../../lifecycle/next-actions.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { visible } from "../../../plan/visible.ts";
import { callAction } from "../call-action.ts";
import type { Style } from "../style.ts";
import { cut } from "./fit.ts";

/** Started plans that no process runs, and what can be done about each. */
export function unfinishedText(
  plans: readonly UnfinishedPlan[],
  { style, width, now }: { style: Style; width: number; now: Date },
): string {
  return plans
    .map(({ plan, session }) => {
      const where = session === undefined ? "" : ` in session ${session}`;
      const words = `${plan.id} is unfinished${where}: started ${sinceStart(plan, now)}, ${doneWords(stepCounts(plan))}`;
      const next = nextActions(plan, "none").filter(({ move, about }) => about === undefined && MOVES.includes(move));
      return [
        style.bold(style.yellow(cut(words, width))),
        `  ${cut(visible(plan.proposal.plan.title), width - 2)}`,
        ...adviceLines(next, callAction).map((line) => `  ${style.dim(line)}`),
        "",
      ].join("\n");
    })
    .join("\n");
}

const MOVES: readonly string[] = ["resume", "fail", "cancel"];
