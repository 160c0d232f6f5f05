import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { defined } from "../../plan/defined.ts";
import type { Plan } from "../../plan/plan.ts";
import { PLAIN } from "./paint.ts";
import { answerRefusal } from "./review/answer-refusal.ts";
import { planBlocks } from "./review/plan-blocks.ts";
import type { ReviewAnswer } from "./review/review-answer.ts";
import { emptyDraft, type ReviewDraft } from "./review/review-draft.ts";
import type { ReviewSubject } from "./review/review-subject.ts";
import { visibleCommand } from "./visible-in-terminal.ts";

/** A client wraps longer lines by itself. */
const COLUMNS = 100;

const LATER = "Approve for later";
const CHANGES = "Request changes";
const REJECT = "Reject";
const EDIT = "Edit the text";

/** The review where nothing can be drawn: the whole text as a title, and a choice. `signal` closes it. */
export async function reviewByDialog(
  ui: ExtensionUIContext,
  subject: ReviewSubject,
  { draft = emptyDraft(), signal }: { draft?: ReviewDraft; signal?: AbortSignal } = {},
): Promise<ReviewAnswer> {
  const how = { ...defined({ signal }) };
  const { revision, digest, request_id, startsBy } = subject;
  const base = { revision, digest, ...defined({ request_id }), draft };
  const mayApprove = answerRefusal("approve", subject, draft) === undefined;
  const approve = startsBy === undefined ? "Approve and run" : `Approve: ${startsBy} starts it`;
  const approvals = startsBy === "/plan run" ? [approve] : [approve, LATER];
  const choices = [...(mayApprove ? approvals : []), CHANGES, REJECT, EDIT];
  switch (await ui.select(textOf(subject), choices, how)) {
    case approve:
      return { ...base, kind: "approve", choices: draft.choices, context: "same", start: "now" };
    case LATER:
      return { ...base, kind: "approve", choices: draft.choices, context: "same", start: "later" };
    case CHANGES: {
      const feedback = await ui.input("What should change?", undefined, how);
      return feedback ? { ...base, kind: "request_changes", feedback, comments: {} } : { ...base, kind: "closed" };
    }
    case REJECT: {
      const feedback = await ui.input("Why? (may stay empty)", undefined, how);
      if (feedback === undefined) return { ...base, kind: "closed" };
      return { ...base, kind: "reject", ...(feedback && { feedback }) };
    }
    case EDIT:
      return { ...base, kind: "edit" };
    default:
      return { ...base, kind: "closed" };
  }
}

/** Everything that would be signed, on one page, as the terminal shows it with all steps unfolded. */
function textOf(subject: ReviewSubject): string {
  const { id, revision, plan, tree } = subject;
  const changed = { unchanged: "planning changed nothing", changed: "THE TREE CHANGED WHILE PLANNING", unknown: "" };
  return [
    `Plan ${id}, revision ${revision}${changed[tree.kind] && `, ${changed[tree.kind]}`}`,
    ...commandLines(plan),
    ...planBlocks(
      PLAIN,
      { subject, draft: emptyDraft(), unfolded: new Set(plan.steps.map((step) => step.id)) },
      COLUMNS,
    ).flatMap(({ lead, lines }) => [...lead, ...lines]),
  ].join("\n");
}

/** First, because a client may cut the text, and Countersign cannot know how much of it a person sees. */
function commandLines({ steps }: Plan): string[] {
  const commands = steps.flatMap(({ run, verify }, index) =>
    [run, verify].flatMap((command) => {
      if (command === undefined) return [];
      const mark = `  step ${index + 1}: `;
      const lines = visibleCommand(command).split("\n");
      return lines.map((line, at) => `${at === 0 ? mark : " ".repeat(mark.length)}${line}`);
    }),
  );
  if (commands.length === 0) return [];
  return [
    "Your approval runs these commands. Countersign cannot tell whether your client shows all of the text below.",
    ...commands,
    "",
  ];
}
