import { type Review, showElement, showStep } from "../review.ts";
import { commandName, type Part } from "../seen/parts.ts";
import { type Signing, signingOf } from "./signing.ts";

/** Goes to the next part that was not on the screen; commands first, since they lock the signature. */
export function showNextUnseen(review: Review, { unshown, unseen }: Signing): void {
  const [command] = unshown;
  if (command) {
    showStep(review, command.step);
    showElement(`[data-command="${CSS.escape(`${command.step}:${command.field}`)}"]`);
    return;
  }
  const [part] = unseen;
  if (part) showPart(review, part);
}

/** The same out of a sheet, which covers the plan. */
export function leaveForUnseen(review: Review): void {
  const signing = signingOf(review);
  review.sheet.value = undefined;
  // The sheet gives the focus back first.
  setTimeout(() => showNextUnseen(review, signing));
}

function showPart(review: Review, { key, step }: Part): void {
  if (step !== undefined) showStep(review, step);
  else showElement(`[data-item="${CSS.escape(key)}"]`);
}

/** "Step 4, run was not on your screen whole." */
export function lockWords({ unshown }: Signing): string | undefined {
  const [first] = unshown;
  if (!first) return undefined;
  const name = commandName(first);
  const words = `The command of ${name} was not on your screen whole`;
  return unshown.length === 1 ? `${words}.` : `${words}, nor ${unshown.length - 1} more.`;
}
