import type { Desk, FoundPlan } from "../../desk/desk.ts";
import { type Outcome, yes } from "../../desk/outcome.ts";
import type { PlanCommandType } from "../../lifecycle/plan-command.ts";
import { openReview, type RequestId } from "../../lifecycle/request.ts";
import { wrongState } from "../../lifecycle/wrong-state.ts";
import { visible } from "../../plan/visible.ts";

/** The plan an answer is about, as whoever answers sees it now. */
export interface Subject {
  view: FoundPlan;
  revision: number;
  digest: string;
  /** The review that is asked for; none, if its time is over. */
  review: { request_id?: RequestId };
  /** What they have seen; the answer counts only if nothing has changed since. */
  version?: number;
  /** Which plan it is, in two lines. */
  head: string;
}

/** Looks the plan up, and refuses what cannot be from where it stands, before anybody is asked anything. */
export async function subjectOf(desk: Desk, id: string, command: PlanCommandType): Promise<Outcome<Subject>> {
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const view = found.value;
  if (view.kind === "elsewhere") {
    const { plan } = view.document;
    return yes({
      view,
      revision: 1,
      digest: view.digest,
      review: {},
      head: `${id}  elsewhere\n${visible(plan.title)}`,
    });
  }
  const { state } = view;
  if (state === undefined) return yes({ view, revision: 1, digest: "", review: {}, head: id });
  const wrong = view.kind === "broken" ? undefined : wrongState(state, command);
  if (wrong) return { ok: false, refusal: wrong };
  const { revision, digest, plan } = state.proposal;
  const head = `${id}  ${state.status.replaceAll("_", " ")}\n${visible(plan.title)}`;
  const request_id = openReview(state.requests)?.id;
  return yes({ view, revision, digest, review: request_id ? { request_id } : {}, version: state.version, head });
}
