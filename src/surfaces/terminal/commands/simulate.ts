import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { bindingPlan } from "../../../lifecycle/plan-state.ts";
import { examine } from "../../../plan/graph.ts";
import { visible } from "../../../plan/visible.ts";
import { planOf } from "./plan-of.ts";

/** Waves of steps that could run together, and what they would use. Nothing runs. */
export async function simulate(session: PlanSession, id: string): Promise<Outcome<string>> {
  const plan = await planOf(session, id);
  if (!plan.ok) return plan;
  const { steps } = bindingPlan(plan.value);
  const { waves } = examine(steps);
  const lines = waves.map((wave, number) => {
    const names = wave.map((step) => {
      const found = steps.find((other) => other.id === step);
      return [step, found?.run ? "command" : (found?.model ?? ""), found?.tools?.join(" ") ?? ""]
        .filter(Boolean)
        .join(" · ");
    });
    return `${number + 1}. ${names.join("\n   ")}`;
  });
  return yes(
    visible([`${plan.value.id} would run like this; nothing was run:`, ...lines].join("\n"), { multiline: true }),
  );
}
