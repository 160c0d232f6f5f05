import type { LivePlan, Review } from "../lifecycle/plan-state.ts";
import type { Standing } from "../plan/standing.ts";

/** The copy of a plan's standing that its file carries for readers. */
export function standingOf(state: LivePlan): Standing {
  const { run } = state;
  const steps = [...(run?.steps ?? [])].filter(([, step]) => step.status !== "pending");
  return {
    status: state.status,
    version: state.version,
    revision: state.proposal.revision,
    digest: state.proposal.digest,
    created_at: state.created_at,
    updated_at: state.updated_at,
    ...approvalOf(state),
    ...(run && { execution_session: run.id, execution_started_at: run.started_at }),
    ...(run?.ended_at !== undefined && { execution_ended_at: run.ended_at }),
    ...(state.status === "completed" && state.summary && { result_summary: state.summary }),
    ...(state.status === "failed" && { result_summary: state.summary ?? state.reason }),
    ...(steps.length > 0 && {
      steps: Object.fromEntries(steps.map(([id, { status, notes }]) => [id, { status, ...(notes && { notes }) }])),
    }),
    ...(Object.keys(state.selections).length > 0 && { selections: state.selections }),
    ...(state.reviews.length > 0 && { reviews: state.reviews.map(reviewLine) }),
  };
}

/** Who signed it, and when. A signature stands only beside the words it was given for. */
export function approvalOf(state: LivePlan): Pick<Standing, "approved_by" | "approved_at"> {
  const signed = "approval" in state ? state.approval : undefined;
  const approval = signed?.signed.digest === state.proposal.digest ? signed : undefined;
  const at = approval?.signatures.at(-1)?.at;
  return {
    ...(approval && {
      approved_by: approval.signatures.map(({ by }) => `${plainName(by.name)} (${by.surface})`).join(", "),
    }),
    ...(at !== undefined && { approved_at: at }),
  };
}

/** One line, whatever was said: the words are quoted as JSON, so that they stay words. */
function reviewLine({ at, by, verdict, revision, feedback, comments }: Review): string {
  const remarks = Object.entries(comments ?? {}).map(([step, words]) => `; step ${step}: ${JSON.stringify(words)}`);
  const words = feedback === "" ? "" : `: ${JSON.stringify(feedback)}`;
  return `${at}, ${plainName(by.name)} (${by.surface}), ${verdict.replace("_", " ")} on revision ${revision}${words}${remarks.join("")}`;
}

/** A name that could pass for two, or for more than a name, is quoted. */
function plainName(name: string): string {
  return /^[^\p{C}"(),:]+$/u.test(name) ? name : JSON.stringify(name);
}
