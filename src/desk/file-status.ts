import { commentsOf } from "../lifecycle/comment.ts";
import { commentSubject } from "../lifecycle/comment-words.ts";
import type { LivePlan, Review, Run } from "../lifecycle/plan-state.ts";
import { runShown } from "../lifecycle/run-shown.ts";
import { shownStatus } from "../lifecycle/shown-status.ts";
import { defined } from "../plan/defined.ts";
import type { StepId } from "../plan/plan.ts";
import type { Standing } from "../plan/standing.ts";
import { journalInProject } from "./file-store/project-paths.ts";

/** The copy of a plan's status that its file carries for readers. */
export function fileStatus(state: LivePlan): Standing {
  const steps = state.run ? stepClaims(state.run) : [];
  // A plan that is approved again has not started again.
  const run = state.status === "approved" ? undefined : runShown(state);
  return {
    status: state.status,
    version: state.version,
    revision: state.proposal.revision,
    digest: state.proposal.digest,
    created_at: state.created_at,
    updated_at: state.updated_at,
    ...approvalOf(state),
    ...(run && { execution_session: journalInProject(state.id), execution_started_at: run.started_at }),
    ...(run?.ended_at !== undefined && { execution_ended_at: run.ended_at }),
    ...(state.status === "completed" && state.summary && { result_summary: state.summary }),
    ...(state.status === "failed" && { result_summary: state.summary ?? state.reason }),
    ...(steps.length > 0 && {
      steps: Object.fromEntries(steps),
    }),
    ...(Object.keys(state.selections).length > 0 && { selections: state.selections }),
    ...(state.reviews.length > 0 && { reviews: state.reviews.map(reviewLine) }),
  };
}

function stepClaims(run: Run): [StepId, { status: string; notes?: string }][] {
  return [...run.steps].flatMap(([id, { notes, status }]) => {
    const shown = shownStatus(run, id);
    if (shown === "pending") return [];
    // The file has no status for a left-out step: its notes say so.
    return [[id, { status: shown === "left_out" ? status : shown, ...(notes && { notes }) }]];
  });
}

/** Who signed it, and when. A signature is shown only with the text that it was given for. */
export function approvalOf(state: LivePlan): Pick<Standing, "approved_by" | "approved_at"> {
  const signed = "approval" in state ? state.approval : undefined;
  const approval = signed?.signed.digest === state.proposal.digest ? signed : undefined;
  const at = approval?.signatures.at(-1)?.at;
  return {
    ...(approval && {
      approved_by: approval.signatures.map(({ by }) => `${plainName(by.name)} (${by.surface})`).join(", "),
    }),
    ...defined({ approved_at: at }),
  };
}

/** One line for any feedback: it is quoted as JSON, so that it cannot pass for a field. */
function reviewLine(review: Review): string {
  const { at, by, verdict, revision, feedback } = review;
  const remarks = commentsOf(review).map((comment) => `; ${commentSubject(comment)}: ${JSON.stringify(comment.text)}`);
  const words = feedback === "" ? "" : `: ${JSON.stringify(feedback)}`;
  return `${at}, ${plainName(by.name)} (${by.surface}), ${verdict.replace("_", " ")} on revision ${revision}${words}${remarks.join("")}`;
}

/** Quotes a name that could be read as two, or as more than a name. */
function plainName(name: string): string {
  return /^[^\p{C}"(),:]+$/u.test(name) ? name : JSON.stringify(name);
}
