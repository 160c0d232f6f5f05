import { counted } from "../../../plan/quantities.ts";
import { hanging } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import { hasUnsentWords, type ReviewDraft } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";
import type { Unseen } from "./unseen.ts";

/** What can be chosen before Enter approves. */
export type ApprovalChoice = "now" | "later" | "fresh" | "notes" | "model";

/** The question before a signature, and what is chosen in it. */
export interface Approval {
  choice: ApprovalChoice;
  unseen: Unseen | undefined;
}

export function approvalChoices({ models }: ReviewSubject): ApprovalChoice[] {
  return ["now", "later", "fresh", "notes", ...(models.length > 0 ? (["model"] as const) : [])];
}

/** The choice above or below. */
export function movedChoice(subject: ReviewSubject, choice: ApprovalChoice, by: 1 | -1): ApprovalChoice {
  const choices = approvalChoices(subject);
  const at = choices.indexOf(choice) + by;
  return choices[Math.max(0, Math.min(choices.length - 1, at))] ?? choice;
}

export function approvalLines(
  paint: Paint,
  { choice, unseen }: Approval,
  { subject, draft, width }: { subject: ReviewSubject; draft: ReviewDraft; width: number },
): string[] {
  const { id, revision, digest, plan } = subject;
  const muted = (line: string) => paint.fg("muted", line);
  const warned = (line: string) => paint.fg("warning", line);
  const leftOut = draft.choices.left_out?.length ?? 0;
  const title = `Approve revision ${revision} of ${id}: ${counted(plan.steps.length - leftOut, "step")}, ${digest.slice(0, 19)}…`;
  const head = hanging("", title, width, (line) => paint.bold(line));
  const end = "Esc back · other keys: a comment";
  if (unseen !== undefined) {
    const { words, command } = unseen;
    const locked = `Step ${command} runs a command that you have not seen. Enter shows what is left.`;
    return [
      ...head,
      ...hanging(warned("! "), `Not shown yet: ${words}.`, width, warned),
      ...(command === undefined ? [] : hanging(warned("! "), locked, width, warned)),
      ...hanging("", `Enter shows it${command === undefined ? " · y approves anyway" : ""} · ${end}`, width, muted),
    ];
  }
  const labels: Record<ApprovalChoice, string> = {
    now: "approve and run it now",
    later: "approve for later: nothing starts",
    fresh: "approve and run it with a fresh context",
    notes: draft.notes.trim() === "" ? "add notes for the agent" : "change your notes for the agent",
    model: `choose the model (now ${visible(draft.choices.executor_model ?? plan.executor_model ?? "the current one")})`,
  };
  return [
    ...head,
    ...(hasUnsentWords(draft)
      ? hanging(warned("! "), "Your words and comments are not sent with an approval: 2 sends them.", width, warned)
      : []),
    ...approvalChoices(subject).flatMap((one) =>
      one === choice
        ? hanging(paint.fg("accent", "▸ "), labels[one], width, (line) => paint.fg("accent", line))
        : hanging("  ", labels[one], width, muted),
    ),
    ...hanging(
      "",
      `Enter ${choice === "notes" || choice === "model" ? "opens it" : "approves"} · ↑↓ choose · ${end}`,
      width,
      muted,
    ),
  ];
}
