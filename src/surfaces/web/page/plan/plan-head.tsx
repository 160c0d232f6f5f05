import { visible } from "../../../../plan/visible.ts";
import type { PlanPage } from "../../api/plan-page.ts";
import { Icon } from "../parts/icon.tsx";
import { Seal } from "../parts/seal.tsx";
import { Notice } from "../parts/states.tsx";
import { type Tab, Tabs } from "../parts/tabs.tsx";
import { Ago } from "../parts/time.tsx";
import { type PlanTab, planAddress } from "../router.ts";
import { countOf } from "./document/changes-of.ts";
import type { Review } from "./review.ts";
import { shareOf, signersWords, statusWords } from "./sign/sign-card.tsx";
import { PlanProblem } from "./unusable-plan.tsx";

export type ReviewTab = Exclude<PlanTab, "run">;

/** Title, what the text stands on, and the ways to read it. */
export function PlanHead({
  review,
  tab,
  isPhone,
  isNarrow,
}: {
  review: Review;
  tab: ReviewTab;
  isPhone: boolean;
  /** There is no column beside it. */
  isNarrow: boolean;
}) {
  const { plan, page, standing } = review;
  const { shown } = standing;
  return (
    <header class="plan-head">
      <h1 dir="auto">{visible(plan.title)}</h1>
      <div class="plan-standing">
        <p class="fact dotted">
          <span class="mono">{page.id}</span>
          <span>revision {shown.revision}</span>
          <span>
            by {visible(shown.proposed_by.name)}
            {standing.requester.name !== shown.proposed_by.name && ` for ${visible(standing.requester.name)}`}
          </span>
          <span>
            <Ago at={shown.at} />
          </span>
        </p>
        <TreeWords page={page} />
      </div>
      {isNarrow && <SignStrip review={review} />}
      <Standing review={review} />
      <Tabs label="Of this plan" tabs={tabsOf(review, tab, isPhone)} />
    </header>
  );
}

/** Where no column has room: a strip under the title, which opens it. */
function SignStrip({ review }: { review: Review }) {
  const { shown } = review.standing;
  return (
    <button
      type="button"
      class="sign-strip"
      onClick={() => {
        review.sheet.value = "signature";
      }}
    >
      <Seal
        digest={shown.digest}
        share={shareOf(review)}
        size={40}
        isVoid={review.standing.voided !== undefined && review.standing.signatures.length === 0}
      />
      <span class="grow">
        <strong>{statusWords(review)}</strong>
        <span class="fact">
          revision {shown.revision} · {signersWords(review)}
        </span>
      </span>
      <Icon name="right" size={16} />
    </button>
  );
}

function tabsOf(review: Review, tab: ReviewTab, isPhone: boolean): Tab[] {
  const { page, project, standing, draft } = review;
  const to = (label: string, name: ReviewTab, count?: number): Tab => ({
    href: planAddress(project, page.id, name),
    label,
    current: name === tab,
    ...(count !== undefined && count > 0 && { count }),
  });
  const since =
    page.previous &&
    (page.previous.revision === standing.shown.revision ? "the edit" : `revision ${page.previous.revision}`);
  const comments = standing.comments.length + draft.value.comments.length;
  return [
    to("Plan", "review"),
    ...(page.previous
      ? [to(isPhone ? "Changes" : `Since ${since}`, "compare", countOf(page.previous.comparison))]
      : []),
    to("Comments", "comments", comments),
    ...(isPhone ? [to("Graph", "graph")] : []),
    to("Text", "text"),
    to("Journal", "journal"),
  ];
}

/** What planning changed in the project: nothing, if it went as it should. */
function TreeWords({ page: { tree } }: { page: PlanPage }) {
  if (!tree) return null;
  if (tree.kind === "unchanged") {
    return (
      <p class="fact ok tree-words">
        <Icon name="check" size={14} />
        <span>
          planning changed nothing{tree.at && ", at "}
          {tree.at && <span class="mono">{visible(tree.at.slice(0, 7))}</span>}
          {tree.note && <span class="quiet"> ({visible(tree.note)})</span>}
        </span>
      </p>
    );
  }
  if (tree.kind === "unknown") {
    return (
      <p class="fact tree-words quiet">
        <Icon name="question" size={14} />
        <span>not known what planning changed: {visible(tree.because)}</span>
      </p>
    );
  }
  const files = tree.files.map(({ path, how }) => `${how} ${visible(path)}`);
  const words = [
    files.length > 0 && `${files.length === 1 ? "one file" : `${files.length} files`} changed during planning`,
    tree.head && "another commit is checked out",
    tree.isStaged && "the index changed",
  ].filter(Boolean);
  return (
    <details class="fact warn tree-words">
      <summary>
        <Icon name="warning" size={14} /> {words.join(", ")}
      </summary>
      <ul class="mono">
        {files.map((file) => (
          <li key={file}>{file}</li>
        ))}
      </ul>
    </details>
  );
}

/** What a reader has to know before they read: void signatures, a newer text, an end. */
function Standing({ review }: { review: Review }) {
  const { standing, page, project } = review;
  const { voided, newer, signatures, status, why } = standing;
  const compare = planAddress(project, page.id, "compare");
  return (
    <>
      <PlanProblem page={page} again={() => void review.resource.fetch()} />
      {voided && signatures.length === 0 && (
        <div role="status">
          <Notice
            look="bad"
            title={voided.signatures.length === 1 ? "The signature is void." : "The signatures are void."}
            acts={
              page.previous && (
                <a class="button small" href={compare}>
                  Show what changed
                </a>
              )
            }
          >
            The text was edited after {visible(voided.signatures.map(({ by }) => by.name).join(" and "))} signed
            revision {voided.revision}. Nothing of it runs before it is signed again.
          </Notice>
        </div>
      )}
      {newer && (
        <Notice
          look="warn"
          title="There is a newer text."
          acts={
            <a class="button small" href={compare}>
              Show what changed
            </a>
          }
        >
          You see the signed text, which runs. Revision {newer.revision} differs and is not signed.
        </Notice>
      )}
      {status === "changes_requested" && (
        <Notice look="ink" icon="comment" title="Changes were requested.">
          The plan can be signed again once a new revision is here.
        </Notice>
      )}
      {status === "needs_review" && (
        <Notice look="warn" title="No revisions are left.">
          Approve it, reject it, or grant one more revision.
        </Notice>
      )}
      {(status === "rejected" || status === "cancelled") && (
        <Notice
          look="plain"
          icon="cross"
          title={status === "rejected" ? "The plan was rejected." : "The plan was cancelled."}
        >
          Nothing of it runs any further. {why && visible(why)}
        </Notice>
      )}
    </>
  );
}
