import type { PlanSession } from "../../agent/plan-session.ts";
import { availableModels } from "../../agent/session-models.ts";
import { stepToolsIn } from "../../agent/step-tools-here.ts";
import { yes } from "../../desk/outcome.ts";
import { projectFacts } from "../../desk/project-facts.ts";
import { textsOf } from "../../desk/revisions.ts";
import type { Head } from "../../desk/tree/compare-trees.ts";
import { compareTrees, keptEndOfPlanning, keptTree, lookAtTree, type TreeComparison } from "../../desk/tree.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import { mayAnswerFor } from "../../lifecycle/approvers.ts";
import { offers } from "../../lifecycle/offers.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { openReview } from "../../lifecycle/request.ts";
import { defined } from "../../plan/defined.ts";
import type { Problem } from "../../plan/problem.ts";
import { validate } from "../../plan/validate.ts";
import { type SigningWarnings, signingWarnings } from "../../run/signing-warnings.ts";
import type { ReviewSubject, TreeChange } from "./review/review-subject.ts";
import { isUnderReview, subjectOf } from "./review/subject-of.ts";

/** The facts that the review shows, as of now. */
export async function reviewSubject(session: PlanSession, plan: LivePlan, viewer: Actor): Promise<ReviewSubject> {
  const { desk } = session.agent;
  const { sandbox } = await session.sandbox();
  const { approvers } = desk.configuration.config;
  const whyNot = mayAnswerFor(plan, { approvers, by: viewer })?.message;
  const { changed, warnings } = isUnderReview(plan)
    ? await signingWarnings(desk, plan, async () => yes(stepToolsIn(session)))
    : NO_WARNINGS;
  return subjectOf(plan, await textsOf(desk, plan.id), {
    tree: await treeChange(session, plan),
    reliesOnChanged: changed,
    warnings: [...late(plan), ...warnings, ...validate(plan.proposal.plan, projectFacts(desk.project))],
    offered: offers(plan, viewer, approvers),
    ...defined({ whyNot }),
    models: availableModels(session.context),
    sandbox: sandbox === "on",
    ...defined({ startsBy: await startsBy(session, plan) }),
  });
}

/** An approval starts the plan of this session, and with `auto_run` also one that no open session has. */
async function startsBy(session: PlanSession, { id }: LivePlan): Promise<ReviewSubject["startsBy"]> {
  if ((await session.agent.plan())?.id === id) return undefined;
  return session.approvedElsewhere.startsHere() ? undefined : "/plan run";
}

/** The run itself may have changed the files of its steps. */
const NO_WARNINGS: SigningWarnings = { changed: [], warnings: [] };

function late(plan: LivePlan): Problem[] {
  if (openReview(plan.requests) !== undefined || !isUnderReview(plan)) return [];
  const message = "The review expired and planning ended. You can still approve the plan; /plan run then starts it.";
  return [{ severity: "warning", kind: "review_over", message }];
}

/** Compares its state at the start of planning with the working tree, or with its state when the review had ended. */
async function treeChange(session: PlanSession, plan: LivePlan): Promise<TreeChange> {
  const { desk, id } = session.agent;
  if ((await session.agent.lastPlanId()) !== plan.id) return { kind: "unknown", because: "another session planned it" };
  const end = isUnderReview(plan) ? await lookAtTree(desk.project) : keptEndOfPlanning(desk, id);
  if (end === undefined) return { kind: "unknown", because: "the tree was not recorded when planning ended" };
  const compared = compareTrees(keptTree(desk, id), end);
  switch (compared.kind) {
    case "unchanged":
      return { kind: "unchanged", ...defined({ at: compared.at }) };
    case "changed":
      return { kind: "changed", files: [...compared.files.map(({ path }) => path), ...besidesFiles(compared)] };
    case "unknown":
      return { kind: "unknown", because: compared.because };
  }
}

/** Changes of HEAD and the index. */
function besidesFiles({ head, isStaged }: Extract<TreeComparison, { kind: "changed" }>): string[] {
  const at = ({ branch, commit }: Head) => [branch, commit?.slice(0, 12)].filter(Boolean).join(" at ") || "no commit";
  return [
    ...(head ? [`HEAD: from ${at(head.before)} to ${at(head.now)}`] : []),
    ...(isStaged ? ["staged changes"] : []),
  ];
}
