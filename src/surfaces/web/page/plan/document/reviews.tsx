import { visible } from "../../../../../plan/visible.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { Words } from "../../parts/seen-text.tsx";
import { At } from "../../parts/time.tsx";
import type { Review } from "../review.ts";

const VERDICTS = { changes_requested: "sent back", rejected: "rejected", withdrawn: "withdrew" } as const;

/** What persons said to earlier revisions, the newest first. */
export function Reviews({ review }: { review: Review }) {
  const { reviews } = review.standing;
  if (reviews.length === 0) return null;
  return (
    <section class="plan-section">
      <h2>Reviews so far</h2>
      <ol class="reviews">
        {reviews.toReversed().map(({ by, at, revision, verdict, feedback }, index) => (
          <li key={index} class="comment">
            <header>
              <Avatar of={by.kind} name={by.name} size="small" />
              <strong>{visible(by.name)}</strong>
              <span class="fact quiet">
                {VERDICTS[verdict]} revision {revision} · {by.surface} · <At at={at} />
              </span>
            </header>
            {feedback !== "" && (
              <p>
                <Words text={feedback} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
