import { useMemo } from "preact/hooks";
import { Timeline } from "../timeline/timeline.tsx";
import type { Review } from "./review.ts";

/** Everything that happened to the plan, newest on top. */
export function JournalTab({ review }: { review: Review }) {
  const { plan, page, project } = review;
  const numbers = useMemo(() => new Map(plan.steps.map(({ id }, index) => [id, index + 1])), [plan]);
  return (
    <div class="journal-tab">
      <Timeline project={project} plan={page.id} numbers={numbers} />
    </div>
  );
}
