import type { ComponentChildren } from "preact";
import { CommentsHere } from "../comments/comments-here.tsx";
import { isOffered } from "../offers.ts";
import type { Review } from "../review.ts";
import { useSeen } from "../seen/seen-of.ts";

export interface PlanSectionProps {
  review: Review;
  seenKey: string;
  title: string;
  /** Where quotes of it are from. */
  field: string;
  decision?: string;
  children: ComponentChildren;
}

/** A part of the document below its steps, with its comments. */
export function PlanSection({ review, seenKey, title, field, decision, children }: PlanSectionProps) {
  const ref = useSeen<HTMLDivElement>(review.standing.shown.digest, seenKey);
  const isUnseen = isOffered(review, "approve") && !review.seen.has(seenKey);
  return (
    <section class="plan-section" data-item={seenKey} tabIndex={-1}>
      <h2>
        {title}
        {isUnseen && <span class="dot" role="img" aria-label="not seen yet" />}
      </h2>
      <div ref={ref} {...(decision === undefined && { "data-field": field })}>
        {children}
      </div>
      <CommentsHere review={review} spot={decision === undefined ? { field } : { decision_id: decision }} />
    </section>
  );
}
