import type { Move, NextAction } from "../../../../lifecycle/next-action.ts";
import { mayHaveChanges } from "../../../../lifecycle/step-state.ts";
import type { PlanPage } from "../../api/plan-page.ts";
import type { Wish } from "../acts/wish.ts";
import type { StepView } from "./step-view.ts";

type Offers = Pick<PlanPage, "may" | "next" | "standing">;

/** What the person can do to the whole plan: `main` stands in the bar, `more` behind its dots. */
export function runActs({ may, next, standing }: Offers): { main: Wish[]; more: Wish[] } {
  const has = (move: Move) => next.some((action) => action.move === move && action.about === undefined);
  const main: Wish[] = [];
  const more: Wish[] = [];
  if (has("run")) main.push({ act: "start" });
  if (has("resume")) main.push({ act: "resume" });
  if (has("retry")) main.push({ act: "retry" });
  if (has("pause")) {
    main.push({ act: "pause" });
    more.push({ act: "pause", now: true });
  }
  if (has("queue")) more.push({ act: "queue", change: "add" });
  if (has("unqueue") || standing?.queued) {
    for (const change of ["first", "up", "down", "remove"] as const) more.push({ act: "queue", change });
  }
  if (may.includes("choose_model")) more.push({ act: "chooseModel" });
  if (has("fail")) more.push({ act: "fail" });
  if (has("rollback")) more.push({ act: "rollBack" });
  if (has("clone")) more.push({ act: "clone" });
  const archive = next.find(({ move }) => move === "archive");
  if (archive) more.push({ act: "archive", ...(archive.flag === "undo" && { undo: true }) });
  if (has("cancel")) main.push({ act: "cancel" });
  return { main, more };
}

/** What the person can do about one step, what helps most first. */
export function stepActs({ step, state, slip }: StepView, { may, next }: Offers): Wish[] {
  // What a step asks is answered with its own form, which says the same.
  if (slip !== undefined) return [];
  const mine = (move: Move) => next.some((action: NextAction) => action.move === move && action.about === step.id);
  return [
    ...(mine("retry") ? [{ act: "retry", step: step.id } as const] : []),
    ...(may.includes("roll_back") && state && mayHaveChanges(state)
      ? [{ act: "rollBack", step: step.id } as const]
      : []),
    ...(mine("skip") ? [{ act: "skip", step: step.id } as const] : []),
    ...(mine("fail") ? [{ act: "fail", step: step.id } as const] : []),
  ];
}
