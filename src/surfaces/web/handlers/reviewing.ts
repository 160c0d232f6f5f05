import type { Acting, Done } from "../../../acts/act.ts";
import { approvePlan } from "../../../acts/approve-plan.ts";
import { editPlan } from "../../../acts/edit-plan.ts";
import { rejectPlan } from "../../../acts/reject-plan.ts";
import { reopenPlan } from "../../../acts/reopen-plan.ts";
import { requestChanges } from "../../../acts/request-changes.ts";
import { withdrawPlan } from "../../../acts/withdraw-plan.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { defined } from "../../../plan/defined.ts";
import type { Digest } from "../../../plan/digest.ts";
import type { PlanId } from "../../../plan/plan.ts";
import type { ActDone } from "../api/acts.ts";
import type { Seen } from "../api/basics.ts";
import type { RouteName } from "../api/routes.ts";
import type { BodyOf } from "../api/shapes.ts";
import { actDone } from "./act-done.ts";
import { type At, actingAt } from "./acting-at.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Call, Handlers } from "./handler.ts";
import { type SeenVersion, withDifference } from "./with-difference.ts";

/** The answers to a review, and new texts. */
export function reviewHandlers(
  dashboard: Dashboard,
): Pick<Handlers, "approve" | "requestChanges" | "reject" | "withdraw" | "reopen" | "edit"> {
  const at = <Name extends RouteName>(
    call: Call<Name>,
    act: (acting: Acting, id: PlanId, body: BodyOf<Name>) => Promise<Outcome<Done<object>>>,
    seen?: (body: BodyOf<Name>) => SeenVersion,
  ): Promise<Outcome<ActDone>> =>
    actingAt(dashboard, call, async ({ project, acting, id }) => {
      const done = await act(acting, id, call.body);
      return actDone(project, seen ? await withDifference(acting.desk, id, seen(call.body), done) : done);
    });
  return {
    approve: (call) => actingAt(dashboard, call, (here) => approve(dashboard, here, call.body)),
    requestChanges: (call) =>
      at(
        call,
        (acting, id, { seen, request, ...said }) =>
          requestChanges(acting, id, { ...shown({ seen, request }), ...said }),
        ({ seen }) => seen,
      ),
    reject: (call) =>
      at(
        call,
        (acting, id, { seen, request, feedback }) => rejectPlan(acting, id, { ...shown({ seen, request }), feedback }),
        ({ seen }) => seen,
      ),
    withdraw: (call) => at(call, (acting, id, { feedback }) => withdrawPlan(acting, id, feedback)),
    reopen: (call) => at(call, (acting, id) => reopenPlan(acting, id)),
    edit: (call) =>
      at(
        call,
        (acting, id, { text, version }) => editPlan(acting, id, text, version),
        ({ version }) => ({ version }),
      ),
  };
}

/** The text that the page showed. */
function shown({ seen: { revision, digest }, request }: { seen: Seen; request: string | undefined }) {
  return { revision, digest: digest as Digest, request_id: request };
}

async function approve(
  { runs }: Dashboard,
  { project, acting, id }: At,
  { seen, request, left_out: leftOut = [], executor_model, notes, start, commands_seen }: BodyOf<"approve">,
): Promise<Outcome<ActDone>> {
  const done = await approvePlan(acting, id, {
    ...shown({ seen, request }),
    commands_shown: commands_seen,
    choices: { ...(leftOut.length > 0 && { left_out: leftOut }), ...defined({ executor_model }) },
    ...defined({ notes, start }),
  });
  const answered = actDone(project, await withDifference(acting.desk, id, seen, done));
  const waits = runs.waitsFor(project, id);
  if (!answered.ok || answered.value.goes !== "here" || waits.length === 0) return answered;
  return yes({ ...answered.value, words: `${answered.value.words} It waits for its turn: ${waits.join("; ")}.` });
}
