import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { visible } from "../../../../plan/visible.ts";
import { lazy } from "../lazy.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { Button, ButtonLink } from "../parts/button.tsx";
import { announce } from "../parts/say.tsx";
import { Loading } from "../parts/states.tsx";
import { go, planAddress } from "../router.ts";
import { Frame } from "../shell.tsx";
import { projectName, usePlan } from "../store.ts";
import { AnswersSheet } from "./answer/answers-sheet.tsx";
import { PhoneBar } from "./answer/phone-bar.tsx";
import { WordsSheet } from "./answer/words-sheet.tsx";
import { CommentsTab } from "./comments/comments-tab.tsx";
import { Document, PlanGraph } from "./document/document.tsx";
import { draftFor } from "./draft.ts";
import { mayEdit } from "./offers.ts";
import { PlanHead, type ReviewTab } from "./plan-head.tsx";
import { type Review, reviewOf } from "./review.ts";
import { useReviewKeys } from "./review-keys.ts";
import { SignatureSheet, SignColumn } from "./sign/sign-column.tsx";
import { SignSheet } from "./sign/sign-sheet.tsx";
import { isEdited } from "./text/text-draft.ts";
import { UnusablePlan } from "./unusable-plan.tsx";
import "../acts/acts.css";
import "./plan.css";

export interface PlanPageProps {
  project: string;
  plan: string;
  tab: ReviewTab;
  /** The address names no tab. */
  isBare?: true;
}

const CompareTab = lazy(async () => (await import("./compare/compare-tab.tsx")).CompareTab);
const TextTab = lazy(async () => (await import("./text/text-tab.tsx")).TextTab);
const ShareSheet = lazy(async () => (await import("../run/share-sheet.tsx")).ShareSheet);
const JournalTab = lazy(async () => (await import("./journal-tab.tsx")).JournalTab);

/** A plan to read, to compare and to sign. */
export function PlanPage({ project, plan, tab, isBare }: PlanPageProps) {
  const resource = usePlan(project, plan);
  const page = resource.value.value;
  const crumbs = [{ label: projectName(project), href: `/plans?project=${encodeURIComponent(project)}` }];
  const back = { label: "Inbox", href: "/inbox" };
  const review = page && reviewOf(project, page, resource);
  if (!review) {
    const refusal = resource.refusal.value;
    return (
      <Frame crumbs={[...crumbs, { label: "Plan" }]} back={back}>
        {page || refusal ? (
          <UnusablePlan
            id={plan}
            {...(page && { page })}
            {...(refusal && { refusal })}
            again={() => void resource.fetch()}
          />
        ) : (
          <Loading />
        )}
      </Frame>
    );
  }
  return (
    <AtItsRun isOpened={isBare === true} review={review}>
      <ReviewPage review={review} tab={tab} crumbs={crumbs} back={back} />
    </AtItsRun>
  );
}

const RUNS: readonly Review["standing"]["status"][] = ["executing", "paused", "stalled", "failed", "completed"];

/** A plan that runs or ran is opened at its run. Only when it is opened: a person who signs it here stays here. */
function AtItsRun({ isOpened, review, children }: { isOpened: boolean; review: Review; children: ComponentChildren }) {
  const { project, page, standing } = review;
  const [isAway] = useState(() => isOpened && RUNS.includes(standing.status));
  useEffect(() => {
    if (isAway) go(planAddress(project, page.id, "run"), { replace: true });
  }, [isAway, project, page.id]);
  return isAway ? null : children;
}

interface ReviewPageProps {
  review: Review;
  tab: ReviewTab;
  crumbs: { label: string; href: string }[];
  back: { label: string; href: string };
}

function ReviewPage({ review, tab, crumbs, back }: ReviewPageProps) {
  const { project, page, plan, standing } = review;
  const isPhone = useNarrowerThan(720);
  // Below this width the columns stand below each other: the answers would be at the end of the plan.
  const isNarrow = useNarrowerThan(900);
  const place =
    tab === "review" || tab === "graph"
      ? [...crumbs, { label: "Review" }]
      : [...crumbs, { label: plan.title, href: planAddress(project, page.id, "review") }, { label: WORDS[tab] }];
  useReviewKeys(review, tab);
  // A sheet that was left open does not wait for the person who comes back.
  useEffect(
    () => () => {
      review.sheet.value = undefined;
    },
    [review.sheet],
  );
  useEffect(() => {
    review.draft.value = draftFor(plan, review.draft.value);
  }, [plan, review.draft]);
  const { digest, revision } = standing.shown;
  const [first] = useState(digest);
  useEffect(() => {
    if (digest !== first) announce(`Revision ${revision} of the plan is here.`);
  }, [digest, first, revision]);
  const side = tab === "review" || tab === "comments" || tab === "graph";
  return (
    <Frame
      crumbs={place}
      title={visible(plan.title)}
      back={back}
      class={`plan-page tab-${tab}`}
      acts={<Acts review={review} />}
      {...(side &&
        !isNarrow && { side: <SignColumn review={review} />, sideLabel: "Signature", sideClass: "sign-side" })}
      // Who writes another text does not sign the old one from there: its own buttons stand at the bottom.
      {...(isNarrow && !(tab === "text" && isEdited(review)) && { foot: <PhoneBar review={review} /> })}
    >
      <PlanHead review={review} tab={tab} isPhone={isPhone} isNarrow={isNarrow} />
      {bodyOf(review, tab)}
      <Sheets review={review} />
    </Frame>
  );
}

const WORDS = { compare: "Revisions", comments: "Comments", text: "Text", journal: "Journal" } as const;

function bodyOf(review: Review, tab: ReviewTab) {
  switch (tab) {
    case "review":
      return <Document review={review} />;
    case "graph":
      return <PlanGraph review={review} />;
    case "comments":
      return <CommentsTab review={review} />;
    case "compare":
      return <CompareTab review={review} />;
    case "text":
      return <TextTab review={review} />;
    case "journal":
      return <JournalTab review={review} />;
  }
}

function Sheets({ review }: { review: Review }) {
  const { sheet } = review;
  const close = (): void => {
    sheet.value = undefined;
  };
  switch (sheet.value) {
    case undefined:
      return null;
    case "sign":
      return <SignSheet review={review} close={close} />;
    case "share":
      return <ShareSheet project={review.project} plan={review.page.id} close={close} />;
    case "signature":
      return <SignatureSheet review={review} close={close} />;
    case "answers":
      return <AnswersSheet review={review} close={close} />;
    default:
      return <WordsSheet key={sheet.value} review={review} what={sheet.value} close={close} />;
  }
}

function Acts({ review }: { review: Review }) {
  const { project, page } = review;
  const share = (): void => {
    review.sheet.value = "share";
  };
  return (
    <>
      {page.viewers.length > 0 && (
        <span class="viewers only-wide">
          {page.viewers.slice(0, 4).map((name) => (
            <Avatar key={name} of="person" name={name} />
          ))}
          <span class="fact">{page.viewers.length === 1 ? `${page.viewers[0]} is here` : "also here"}</span>
        </span>
      )}
      <Button class="only-wide" icon="link" onClick={share}>
        Share
      </Button>
      <Button class="only-phone" look="bare" icon="link" aria-label="Share" onClick={share} />
      {mayEdit(review) && (
        <ButtonLink class="only-wide" icon="pen" href={`${planAddress(project, page.id, "text")}?edit=1`}>
          Edit text
        </ButtonLink>
      )}
    </>
  );
}

function useNarrowerThan(pixels: number): boolean {
  const [query] = useState(() => matchMedia(`(max-width: ${pixels - 1}px)`));
  const [is, set] = useState(query.matches);
  useEffect(() => {
    const look = (): void => set(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, [query]);
  return is;
}
