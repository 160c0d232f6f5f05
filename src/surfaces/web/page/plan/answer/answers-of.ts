import type { IconName } from "../../parts/icon.tsx";
import { go, planAddress } from "../../router.ts";
import { isOffered, mayEdit } from "../offers.ts";
import type { Review, ReviewSheet } from "../review.ts";

/** An answer that this person may give now. */
export interface OfferedAnswer {
  id: ReviewSheet | "edit" | "reopen";
  label: string;
  keys?: string;
  icon: IconName;
  isBad?: true;
  /** What it does, for a menu. */
  does: string;
  act(): void;
}

/** In the order of their keys. Approve is not among them: it has a place of its own. */
export function answersOf(review: Review, acts: { reopen(): void }): OfferedAnswer[] {
  const { sheet, page, project } = review;
  const open = (name: ReviewSheet) => (): void => {
    sheet.value = name;
  };
  const all: (OfferedAnswer | false)[] = [
    isOffered(review, "request_changes") && {
      id: "changes",
      label: "Request changes",
      keys: "2",
      icon: "comment",
      does: "sends your words and comments; the plan is revised",
      act: open("changes"),
    },
    isOffered(review, "reject") && {
      id: "reject",
      label: "Reject",
      keys: "3",
      icon: "cross",
      isBad: true,
      does: "ends the plan; nothing of it runs",
      act: open("reject"),
    },
    isOffered(review, "reopen") && {
      id: "reopen",
      label: "Grant one more revision",
      icon: "retry",
      does: "lets the agent revise it once more",
      act: acts.reopen,
    },
    mayEdit(review) && {
      id: "edit",
      label: "Edit the text",
      keys: "e",
      icon: "pen",
      does: "changes the plan yourself; signatures of the old text become void",
      act: () => go(`${planAddress(project, page.id, "text")}?edit=1`),
    },
    isOffered(review, "withdraw") && {
      id: "withdraw",
      label: "Withdraw",
      icon: "undo",
      does: "takes your proposal back",
      act: open("withdraw"),
    },
    isOffered(review, "cancel") && {
      id: "cancel",
      label: "Cancel the plan",
      icon: "cross",
      isBad: true,
      does: "ends it for good",
      act: open("cancel"),
    },
  ];
  return all.filter((answer) => answer !== false);
}
