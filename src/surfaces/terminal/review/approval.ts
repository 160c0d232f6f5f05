import { counted } from "../../../plan/quantities.ts";
import { cut, hanging, oneLine } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import { hasUnsentWords, type ReviewDraft } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";
import type { Unseen } from "./unseen.ts";

/** What can be chosen before Enter approves. */
export type ApprovalChoice = "now" | "later" | "fresh" | "notes" | "model" | "changes";

/** The question before a signature, and what is chosen in it. */
export interface Approval {
  choice: ApprovalChoice;
  unseen: Unseen | undefined;
  /** The words that asked for it. */
  said?: string | undefined;
}

export function approvalChoices({ models, startsBy }: ReviewSubject, { said }: Approval): ApprovalChoice[] {
  return [
    "now",
    // A plan of another session starts later in any case.
    ...(startsBy === "/plan run" ? [] : (["later"] as const)),
    ...(["fresh", "notes"] as const),
    ...(models.length > 0 ? (["model"] as const) : []),
    ...(said === undefined ? [] : (["changes"] as const)),
  ];
}

/** The choice above or below. */
export function movedChoice(subject: ReviewSubject, approval: Approval, by: 1 | -1): ApprovalChoice {
  const choices = approvalChoices(subject, approval);
  const at = choices.indexOf(approval.choice) + by;
  return choices[Math.max(0, Math.min(choices.length - 1, at))] ?? approval.choice;
}

export function approvalLines(
  paint: Paint,
  approval: Approval,
  { subject, draft, width }: { subject: ReviewSubject; draft: ReviewDraft; width: number },
): string[] {
  const { choice, unseen, said } = approval;
  const { id, revision, digest, plan, startsBy } = subject;
  const muted = (line: string) => paint.fg("muted", line);
  const warned = (line: string) => paint.fg("warning", line);
  const leftOut = draft.choices.left_out?.length ?? 0;
  const title = `Approve revision ${revision} of ${id}: ${counted(plan.steps.length - leftOut, "step")}, ${digest.slice(0, 19)}…`;
  const head = [
    ...hanging("", title, width, (line) => paint.bold(line)),
    ...(said === undefined ? [] : hanging(paint.fg("accent", "▸ "), `You wrote “${cut(oneLine(said), 60)}”.`, width)),
  ];
  const labels: Record<ApprovalChoice, string> = {
    now: startsBy === undefined ? "approve and run it now" : `approve: ${startsBy} starts it`,
    later: "approve for later: nothing starts",
    fresh: `${startsBy === undefined ? "approve and run it" : `approve: ${startsBy} starts it`} with a fresh context`,
    notes: draft.notes.trim() === "" ? "add notes for the agent" : "change your notes for the agent",
    changes: "send your words as a request for changes",
    model: `choose the model (now ${visible(draft.choices.executor_model ?? plan.executor_model ?? "the current one")})`,
  };
  const choices = [
    ...(hasUnsentWords(draft) && said === undefined
      ? hanging(warned("! "), "Your words and comments are not sent with an approval: 2 sends them.", width, warned)
      : []),
    ...approvalChoices(subject, approval).flatMap((one) =>
      one === choice
        ? hanging(paint.fg("accent", "▸ "), labels[one], width, (line) => paint.fg("accent", line))
        : hanging("  ", labels[one], width, muted),
    ),
    ...hanging("", `Enter ${ENTER[choice] ?? "approves"} · ↑↓ choose · ${END}`, width, muted),
  ];
  if (unseen === undefined) return [...head, ...choices];
  const { words, command } = unseen;
  const locked = `Step ${command} runs a command that you have not seen. Enter shows what is left.`;
  const missing = [
    ...hanging(warned("! "), `Not shown yet: ${words}.`, width, warned),
    ...(command === undefined ? [] : hanging(warned("! "), locked, width, warned)),
    ...hanging("", `Enter shows it${command === undefined ? " · y approves anyway" : ""} · ${END}`, width, muted),
  ];
  // The choices take this place once all was shown, and must not cover a line that only now was.
  const room = Array.from({ length: Math.max(0, choices.length - missing.length) }, () => "");
  return [...room, ...head, ...missing];
}

const END = "Esc back · other keys: a comment";

/** What Enter does with a choice that does not approve. */
const ENTER: Partial<Record<ApprovalChoice, string>> = { notes: "opens it", model: "opens it", changes: "sends it" };
