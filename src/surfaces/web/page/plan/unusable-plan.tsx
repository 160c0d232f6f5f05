import { adviceLines } from "../../../../lifecycle/next-action.ts";
import { visible } from "../../../../plan/visible.ts";
import type { PlanPage } from "../../api/plan-page.ts";
import type { Refusal } from "../call.ts";
import { Button, ButtonLink } from "../parts/button.tsx";
import { Empty, Notice, Refused } from "../parts/states.tsx";
import { callByHand } from "./call-by-hand.ts";

const TITLES = {
  standing: "The plan cannot be shown.",
  elsewhere: "This plan was not signed here.",
  broken: "The journal of this plan is broken.",
  unreadable: "The file of this plan cannot be read.",
} as const;

/** A plan that can be neither signed nor run, with the reason and what can be done. */
export function UnusablePlan({
  id,
  page,
  refusal,
  again,
}: {
  id: string;
  page?: PlanPage;
  refusal?: Refusal;
  again(): void;
}) {
  if (!page) {
    if (refusal?.status === 404) {
      return (
        <Empty title={`There is no ${id} here`} acts={<ButtonLink href="/plans">All plans</ButtonLink>}>
          {refusal.message}
        </Empty>
      );
    }
    return refusal ? <Refused refusal={refusal} again={again} /> : null;
  }
  const { plan } = page;
  return (
    <div class="unusable">
      <h1>{plan ? visible(plan.title) : id}</h1>
      <p class="fact mono">{id}</p>
      <PlanProblem page={page} again={again} />
    </div>
  );
}

/** Why a plan can be neither signed nor run, and what can be done; nothing for one that can. */
export function PlanProblem({ page: { kind, problem }, again }: { page: PlanPage; again(): void }) {
  if (kind === "standing" && !problem) return null;
  // Other surfaces name these as commands; here they are only said.
  const advice = problem ? adviceLines(problem.next, callByHand) : [];
  return (
    <div role="status">
      <Notice
        look={kind === "elsewhere" ? "warn" : "bad"}
        title={TITLES[kind]}
        acts={
          <Button size="small" onClick={again}>
            Look again
          </Button>
        }
      >
        {problem && visible(problem.message)}
      </Notice>
      {problem && problem.problems.length > 0 && (
        <ul class="problem-list">
          {problem.problems.map(({ message, hint, line }, index) => (
            <li key={index}>
              {line !== undefined && <span class="fact quiet">line {line} </span>}
              {visible(message)} {hint && <span class="fact">{visible(hint)}</span>}
            </li>
          ))}
        </ul>
      )}
      {advice.map((words) => (
        <p key={words} class="fact">
          {visible(words)}
        </p>
      ))}
    </div>
  );
}
