import { visible } from "../../../../../plan/visible.ts";
import { Graph } from "../../parts/graph.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Notice } from "../../parts/states.tsx";
import { CommentsHere } from "../comments/comments-here.tsx";
import { SelectToComment } from "../comments/select-to-comment.tsx";
import { isOffered } from "../offers.ts";
import { type Review, showStep } from "../review.ts";
import { sectionKey, stepKey } from "../seen/parts.ts";
import { useSeen } from "../seen/seen-of.ts";
import { Rest } from "./rest.tsx";
import { Reviews } from "./reviews.tsx";
import { StepList } from "./step-list.tsx";

/** The plan, from its summary to its last section, as it is signed. */
export function Document({ review }: { review: Review }) {
  const { page } = review;
  return (
    <div class="plan-document">
      {page.warnings.length > 0 && (
        <div class="plan-warnings">
          {page.warnings.map(({ message, hint }, index) => (
            <Notice key={index} look="warn" title={visible(message)}>
              {hint && visible(hint)}
            </Notice>
          ))}
        </div>
      )}
      <Summary review={review} />
      <PlanGraph review={review} />
      <StepList review={review} />
      <Rest review={review} />
      <Reviews review={review} />
      <SelectToComment review={review} />
    </div>
  );
}

/** Node and step select each other. */
export function PlanGraph({ review }: { review: Review }) {
  const { plan, selected, seen } = review;
  const isReviewed = isOffered(review, "approve");
  return (
    <div class="plan-graph">
      <Graph
        steps={plan.steps}
        selected={selected.value}
        select={(id) => showStep(review, id)}
        {...(isReviewed && { unseen: (id: string) => !seen.has(stepKey(id)) })}
      />
    </div>
  );
}

function Summary({ review }: { review: Review }) {
  const { plan, standing } = review;
  const ref = useSeen<HTMLDivElement>(standing.shown.digest, sectionKey("summary"));
  if (!plan.summary) return null;
  return (
    <div class="plan-summary" data-item={sectionKey("summary")} tabIndex={-1}>
      <div ref={ref} class="serif" data-field="summary">
        <Markdown text={plan.summary} headings={1} />
      </div>
      <CommentsHere review={review} spot={{ field: "summary" }} />
    </div>
  );
}
