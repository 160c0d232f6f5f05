import { textsOf } from "../../../desk/revisions.ts";
import { approversOf } from "../../../lifecycle/approvers.ts";
import type { QuoteComment } from "../../../lifecycle/comment.ts";
import { commentStates, type CommentState as Stated } from "../../../lifecycle/comment-states.ts";
import { leftOutOf } from "../../../lifecycle/left-out.ts";
import { bindingProposal, type LivePlan } from "../../../lifecycle/plan-state.ts";
import { openReview } from "../../../lifecycle/request.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { defined } from "../../../plan/defined.ts";
import { holderOf } from "../../../run/holder.ts";
import type { CommentState, Standing } from "../api/plan-page.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";
import { shownRun } from "./shown-run.ts";

/** Where a plan stands: its text, its signatures, its reviews and its run. */
export async function standingOf(dashboard: Dashboard, project: ServedProject, state: LivePlan): Promise<Standing> {
  const { desk } = project;
  const { status, version, created_at, updated_at, requester, archived, reviews, selections, voided } = state;
  const shown = bindingProposal(state);
  const { proposal } = state;
  const approval = "approval" in state ? state.approval : undefined;
  const review = openReview(state.requests);
  const texts = await textsOf(desk, state.id);
  const run = state.run && (await shownRun(dashboard, project, state, state.run));
  const { why, summary } = endOf(state);
  return {
    ...{ status, version, created_at, updated_at, requester, archived, selections },
    shown: {
      revision: shown.revision,
      digest: shown.digest,
      is_signed: approval !== undefined,
      proposed_by: shown.proposed_by,
      at: shown.at,
    },
    ...(proposal.digest !== shown.digest && { newer: { revision: proposal.revision, digest: proposal.digest } }),
    approvers: approversOf(state, desk.configuration.config.approvers),
    signatures: approval?.signatures ?? ("signatures" in state ? state.signatures : []),
    choices: choicesOf(state),
    ...defined({ voided, why, summary, run }),
    ...(review && { review: { request: review.id, ...defined({ expires_at: review.expires_at }) } }),
    reviews,
    comments: commentStates(reviews, texts, proposal.plan).map(commentOf),
    revisions_left: Math.max(0, state.allowed_revisions - proposal.revision),
    ...("queued" in state && state.queued && { queued: { priority: state.queued.priority, at: state.queued.at } }),
    counts: stepCounts(state),
    holder: holderOf(desk, state),
  };
}

function commentOf(stated: Stated): CommentState {
  const { by, at, revision } = stated.review;
  const { comment } = stated;
  const { step_id: step, text } = comment;
  const quoted = comment.field === undefined ? {} : comment;
  const { field, quote, decision_id: decision, occurrence } = quoted as Partial<QuoteComment>;
  return {
    ...{ by, at, revision, text, state: stated.state, why: whyOf(stated) },
    ...defined({ step, decision, field, quote, occurrence }),
    ...(stated.state !== "lost" && { place: stated.at }),
  };
}

function whyOf(stated: Stated): string {
  if (stated.state === "open") return "Unchanged since.";
  if (stated.state === "addressed") return `Changed since: ${stated.fields.join(", ")}.`;
  return LOST[stated.why];
}

const LOST = {
  step_removed: "Its step was removed.",
  decision_removed: "Its decision was removed.",
  field_removed: "Its text was removed.",
} as const;

function choicesOf(state: LivePlan): Standing["choices"] {
  const approval = "approval" in state ? state.approval : undefined;
  const { executor_model } = approval?.choices ?? ("choices" in state ? (state.choices ?? {}) : {});
  return {
    left_out: [...leftOutOf(state)],
    later: approval?.later === true,
    ...defined({ executor_model, instead: approval?.instead }),
  };
}

function endOf(state: LivePlan): { why?: string; summary?: string } {
  switch (state.status) {
    case "failed":
      return { why: state.reason, ...defined({ summary: state.summary }) };
    case "completed":
      return defined({ summary: state.summary });
    case "paused":
      return { why: PAUSED[state.why] };
    case "stalled":
      return { why: "Its process stopped reporting." };
    case "cancelled":
      return {
        why:
          state.why === "stale"
            ? `It had no answer for ${state.days ?? "some"} days.`
            : `${state.by.name} cancelled it${state.note ? `: ${state.note}` : "."}`,
      };
    case "rejected":
      return state.review.feedback === "" ? {} : { why: state.review.feedback };
    default:
      return {};
  }
}

const PAUSED = {
  person: "A person paused it.",
  diverged: "The plan file differs from the signed text.",
  budget: "A budget is used up.",
  model: "A model is missing.",
  left: "The run was stopped.",
} as const;
