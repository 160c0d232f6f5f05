import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { visible } from "../../../plan/visible.ts";
import { doneOf, sinceStart } from "../run/may-run.ts";
import type { Style } from "../style.ts";
import { cut } from "./fit.ts";

/** Plans that nobody carries out any more, and what can be done about each. */
export function stuckText(
  plans: readonly LivePlan[],
  { style, width, now }: { style: Style; width: number; now: Date },
): string {
  return plans
    .map((plan) => {
      const { id } = plan;
      const words = `${id} is stuck: started ${sinceStart(plan, now)}, ${doneOf(plan)}`;
      return [
        style.bold(style.yellow(cut(words, width))),
        `  ${cut(visible(plan.proposal.plan.title), width - 2)}`,
        ...[`countersign run ${id} --resume`, `countersign fail ${id}`, `countersign cancel ${id}`].map(
          (command, at) => `  ${["Resume:", "Mark failed:", "Cancel:"][at]?.padEnd(13)}${style.dim(command)}`,
        ),
        "",
      ].join("\n");
    })
    .join("\n");
}
