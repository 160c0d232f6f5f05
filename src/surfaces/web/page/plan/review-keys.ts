import { useKeys } from "../keys.ts";
import { go, type PlanTab, planAddress } from "../router.ts";
import { answersFor } from "./answer/answer-buttons.tsx";
import { startComment } from "./comments/start-comment.ts";
import { foldAll } from "./document/step-list.tsx";
import { toggled } from "./draft.ts";
import { isLive, isOffered } from "./offers.ts";
import { foldStep, type Review, selectStep } from "./review.ts";
import { showNextUnseen } from "./sign/next-unseen.ts";
import { signingOf } from "./sign/signing.ts";

/** The keys of a review. Answers have theirs in the order in which they stand. */
export function useReviewKeys(review: Review, tab: PlanTab): void {
  const { sheet, plan, page, project, selected, draft } = review;
  const isOpen = sheet.value !== undefined;
  const isDocument = tab === "review";
  const to = (name: PlanTab) => (): void => go(planAddress(project, page.id, name));
  const move = (by: 1 | -1) => (): void => {
    const at = plan.steps.findIndex(({ id }) => id === selected.value);
    const next = plan.steps[at < 0 ? 0 : Math.min(plan.steps.length - 1, Math.max(0, at + by))];
    if (next) selectStep(review, next.id);
  };
  const step = plan.steps.find(({ id }) => id === selected.value);
  useKeys(
    "This plan",
    [
      ...(isOffered(review, "approve")
        ? [{ keys: "1", does: "approve…: opens the sheet, signs nothing", act: () => isLive() && open(review, "sign") }]
        : []),
      ...answersFor(review).flatMap(({ keys, label, act, id }) =>
        keys === undefined
          ? []
          : [{ keys, does: label.toLowerCase(), act: () => (isLive() || id === "edit") && act() }],
      ),
      ...(page.previous ? [{ keys: "d", does: "difference to the revision before", act: to("compare") }] : []),
      ...(tab === "review" ? [] : [{ keys: "Escape", does: "back to the plan", act: to("review") }]),
    ],
    !isOpen,
  );
  useKeys(
    "Steps",
    [
      { keys: "j", does: "next step", act: move(1) },
      { keys: "k", does: "previous step", act: move(-1) },
      { keys: "Enter", does: "fold or unfold the step", act: () => step && foldStep(review, step.id) },
      { keys: "z", does: "fold all, unfold all", act: () => foldAll(review) },
      { keys: "u", does: "next unseen part", act: () => showNextUnseen(review, signingOf(review)) },
      ...(isOffered(review, "approve")
        ? [
            {
              keys: "space",
              does: "leave the step out, or take it back in",
              act: () => {
                if (step) draft.value = toggled(draft.value, step.id);
              },
            },
          ]
        : []),
      ...(isOffered(review, "request_changes")
        ? [{ keys: "c", does: "comment on the step", act: () => step && startComment(review, { step_id: step.id }) }]
        : []),
    ],
    !isOpen && isDocument,
  );
}

function open({ sheet }: Review, name: "sign"): void {
  sheet.value = name;
}
