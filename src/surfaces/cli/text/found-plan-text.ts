import { quotedLabel } from "../../../acts/request-parse.ts";
import { brokenWords, wayBack } from "../../../desk/broken-journal.ts";
import type { FoundPlan } from "../../../desk/desk.ts";
import type { ReliedOn } from "../../../desk/git.ts";
import { additionWords } from "../../../lifecycle/amendment.ts";
import { clockWords } from "../../../lifecycle/clock-words.ts";
import { commentsOf } from "../../../lifecycle/comment.ts";
import { commentSubject } from "../../../lifecycle/comment-words.ts";
import { withRolledBack } from "../../../lifecycle/counts-words.ts";
import { modelsOfPlan } from "../../../lifecycle/model-of-step.ts";
import type { NextAction } from "../../../lifecycle/next-action.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import { bindingPlan, ENDS, type LivePlan, type Review } from "../../../lifecycle/plan-state.ts";
import { openRequests } from "../../../lifecycle/request.ts";
import { amount } from "../../../lifecycle/request-question.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { expiryWords } from "../../../lifecycle/time-out.ts";
import { defined } from "../../../plan/defined.ts";
import { timeAgo } from "../../../plan/time-ago.ts";
import { visible } from "../../../plan/visible.ts";
import { wrap } from "../../../plan/wrap.ts";
import { callAction } from "../call-action.ts";
import { wayBackText } from "../distrusted.ts";
import { type Look, statusColour } from "../style.ts";
import { planText } from "./plan-text.ts";
import { problemsText } from "./problems-text.ts";

export interface PlanTextLook extends Look {
  /** Steps whose files changed after the plan was written. */
  changed?: readonly ReliedOn[];
  /** pi's default model, if it is known. */
  model?: string;
  /** What the reader may do now. */
  offered?: (state: LivePlan) => { review: readonly PlanCommandType[]; next: readonly NextAction[] };
}

/** A plan as `show` prints it: its status, then all signed fields. */
export function foundPlanText(id: string, found: FoundPlan, options: PlanTextLook): string {
  const { style, width } = options;
  switch (found.kind) {
    case "standing":
      return livePlanText(found.state, options);
    case "elsewhere": {
      const { plan, claims } = found.document;
      const claimed = visible(claims.status ?? "proposed");
      const said = `It is not approved here. To review it: countersign propose .pi/plans/${id}.md`;
      return `${title(plan.title, id, style.yellow(`${claimed} elsewhere`), options)}${note(said, options)}\n${planText(plan, { style, width })}`;
    }
    case "broken": {
      const { broken, state } = found;
      const head = title(state?.proposal.plan.title ?? "", id, style.red(brokenWords(broken)), options);
      const record = broken.cause === undefined ? `Its journal is broken (record ${broken.seq}): ` : "";
      const said = `${record}${broken.message} Its approvals do not count.`;
      const way = wayBackText(wayBack([id], broken), options);
      return `${head}${note(said, options)}${way}${state ? `\n${planText(state.proposal.plan, { style, width })}` : ""}`;
    }
    case "unreadable": {
      const status = found.state?.status ?? "never proposed";
      const head = title(
        found.state?.proposal.plan.title ?? "",
        id,
        style.red(`unreadable (${status.replace("_", " ")})`),
        options,
      );
      const hint = `To fix it: countersign edit ${id}\n`;
      return `${head}\n${problemsText(found.problems, `${id}.md`)}${hint}`;
    }
  }
}

export function livePlanText(state: LivePlan, options: PlanTextLook): string {
  const { style, width, now } = options;
  const { plan, digest, revision, proposed_by: by } = state.proposal;
  const approval = "approval" in state ? state.approval : undefined;
  const status = style[statusColour(state.status)](
    withRolledBack(state.status.replaceAll("_", " "), stepCounts(state)),
  );
  const facts = [
    `revision ${revision}, version ${state.version}, by ${visible(by.name)} (${by.surface}) ${timeAgo(state.proposal.at, now)}`,
    digest,
    ...(approval?.signatures.map((signature) => {
      const words = signature.notes ? `: ${visible(signature.notes)}` : "";
      return `approved by ${visible(signature.by.name)} (${signature.by.surface}) ${timeAgo(signature.at, now)}${words}`;
    }) ?? []),
    ...(approval && approval.signed.digest !== digest
      ? [`but this is not the approved text, which was ${approval.signed.digest}`]
      : []),
    ...modelFacts(state, options),
    ...Object.entries(approval?.instead ?? {}).map(([from, to]) => `${visible(to)} replaces ${visible(from)}`),
    ...(state.voided
      ? [
          `the approval of revision ${state.voided.revision} by ${state.voided.signatures.map((signature) => visible(signature.by.name)).join(", ")} is void: the text changed ${timeAgo(state.voided.at, now)}`,
        ]
      : []),
    ...("signatures" in state && state.signatures.length > 0
      ? [`signed so far by ${state.signatures.map((signature) => visible(signature.by.name)).join(", ")}`]
      : []),
    ...(state.status === "cancelled" && state.why === "stale"
      ? [`cancelled: ${expiryWords(state)}`]
      : state.status === "cancelled"
        ? [`cancelled by ${visible(state.by.name)}${state.note ? `: ${visible(state.note)}` : ""}`]
        : []),
    ...(state.run?.amendments ?? []).map(({ step_id, by: who, at, ...added }) => {
      const what = visible(additionWords(added));
      return `${visible(who.name)} added ${what} to step ${step_id} ${timeAgo(at, now)}`;
    }),
    ...(state.run?.raised ?? []).map(({ of, what, to }) => {
      return `${what} of ${of === "plan" ? "the run" : `step ${of.step_id}`} raised to ${amount(to, what)}`;
    }),
    ...(state.run?.rolled_back ?? []).map(({ by: who, at, steps }) => {
      const skipped = steps.filter((id) => state.run?.steps.get(id)?.status === "skipped");
      const others = steps.filter((id) => !skipped.includes(id));
      const stays =
        skipped.length === 0 ? "" : `; ${skipped.join(", ")} ${skipped.length === 1 ? "stays" : "stay"} skipped`;
      return `${visible(who.name)} rolled back ${others.join(", ") || "files"} ${timeAgo(at, now)}${stays}`;
    }),
    ...(state.clock_set ? [`the clock was ${clockWords(state.clock_set)}; nothing expired by that`] : []),
    ...(state.archived ? ["in the archive"] : []),
  ];
  const body = planText(plan, {
    style,
    width,
    selections: state.selections,
    ...defined({ run: state.run }),
    ...(approval?.choices.left_out && { leftOut: approval.choices.left_out }),
  });
  const reviews = state.reviews.map((review) => reviewText(review, options)).join("");
  const changed = (options.changed ?? []).map(({ step, files }) => changedText(step, files, options)).join("");
  const since =
    changed === ""
      ? ""
      : `\n${style.bold(style.yellow(`Changed since ${visible(plan.base_commit ?? "")}`))}\n${changed}`;
  const history = reviews === "" ? "" : `\n${style.bold("Review history")}\n${reviews}`;
  return `${title(plan.title, state.id, status, options)}${facts.map((fact) => note(fact, options)).join("")}\n${body}${since}${history}${offersText(state, options)}`;
}

/** The model for the steps that name none; those that do show their own. */
function modelFacts(state: LivePlan, { model: byDefault }: PlanTextLook): string[] {
  const named = modelsOfPlan(state)({});
  if (named !== undefined) return [`to run with ${visible(named)}`];
  const isNeeded = bindingPlan(state).steps.some(({ run, model }) => run === undefined && model === undefined);
  if (byDefault === undefined || !isNeeded || ENDS.includes(state.status)) return [];
  return [`to run with pi's default, ${visible(byDefault)}`];
}

function title(words: string, id: string, status: string, { style, width }: PlanTextLook): string {
  const lines = wrap(visible(words), width).map((line) => style.bold(line));
  return `${style.cyan(visible(id))}  ${status}\n${lines.join("\n")}\n`;
}

function note(words: string, { style, width }: PlanTextLook): string {
  return wrap(words, width - 2)
    .map((line) => `  ${style.dim(line)}\n`)
    .join("");
}

function reviewText(review: Review, { now, width }: PlanTextLook): string {
  const lead = `  - ${visible(review.by.name)} (${review.by.surface}), ${review.verdict.replace("_", " ")} on revision ${review.revision}, ${timeAgo(review.at, now)}`;
  const words = [
    review.feedback,
    ...commentsOf(review).map((comment) => `${commentSubject(comment)}: ${comment.text}`),
  ].filter(Boolean);
  const lines = words.flatMap((text) => text.split("\n")).flatMap((line) => wrap(visible(line), width - 6));
  return [lead, ...lines.map((line) => `    │ ${line}`)].map((line) => `${line}\n`).join("");
}

function changedText(step: string, files: readonly string[], { width }: PlanTextLook): string {
  const shown = files.slice(0, 5).join(", ") + (files.length > 5 ? ` and ${files.length - 5} more` : "");
  return wrap(`${visible(step)} relies on ${visible(shown)}`, width - 4)
    .map((line, index) => `${index === 0 ? "  ! " : "    "}${line}\n`)
    .join("");
}

export function howToDecide(id: string, decision: string, labels: readonly string[]): string {
  return `countersign decide ${id} ${decision} ${labels.map(quotedLabel).join("|")}`;
}

/** The commands that the reader may give now, to copy. */
function offersText(state: LivePlan, { style, offered }: PlanTextLook): string {
  const { id } = state;
  const commands: Partial<Record<PlanCommandType, string>> = {
    approve: `countersign approve ${id}`,
    request_changes: `countersign request-changes ${id} -m "…"`,
    reopen: `countersign reopen ${id}`,
    reject: `countersign reject ${id}`,
  };
  const { review: open, next } = offered?.(state) ?? { review: [], next: [] };
  const decisions = openRequests(state.requests).flatMap((request) =>
    request.kind === "decision" && open.includes("decide")
      ? [howToDecide(id, request.decision_id, request.options)]
      : [],
  );
  const revise = state.status === "changes_requested" ? [`countersign propose <file> --plan ${id}`] : [];
  const compare = state.proposal.revision > 1 ? [`countersign compare ${id}`] : [];
  // A review has more answers than an approval, and a revision needs a file.
  const others = next.filter(({ move }) => move !== "approve" && move !== "propose").map(callAction);
  const all = [...open.flatMap((command) => commands[command] ?? []), ...others, ...revise, ...decisions, ...compare];
  return all.length === 0 ? "" : `\n${all.map((line) => style.dim(`  ${visible(line)}`)).join("\n")}\n`;
}
