import { useMemo, useState } from "preact/hooks";
import { wideningText } from "../../../../../plan/comparison-text.ts";
import { counted } from "../../../../../plan/quantities.ts";
import { visible } from "../../../../../plan/visible.ts";
import type { AnswerOf } from "../../../api/shapes.ts";
import { kept } from "../../kept.ts";
import { useKeys } from "../../keys.ts";
import { Button, ButtonLink } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loading, Notice, Refused } from "../../parts/states.tsx";
import { Pills } from "../../parts/tabs.tsx";
import { useResource } from "../../resource.ts";
import { planAddress, query, setQuery } from "../../router.ts";
import { person } from "../../store.ts";
import { EarlierCard } from "../comments/comment-cards.tsx";
import { anchorOf, placeName } from "../comments/draft-place.ts";
import { isOffered } from "../offers.ts";
import { type Review, routeOf } from "../review.ts";
import { shareOf } from "../sign/sign-card.tsx";
import { RevisionPicker } from "./revision-picker.tsx";
import { countsOf, rowsOf } from "./rows-of.ts";
import { StructureRows } from "./structure-rows.tsx";
import { TextRows } from "./text-rows.tsx";

type Compared = AnswerOf<"compare">;

const how = kept<"structure" | "text">("compare-how", "structure");
const layout = kept<"beside" | "below">("compare-layout", "beside");

/** How two texts of the plan differ: structure first, text second. */
export function CompareTab({ review }: { review: Review }) {
  const { page, standing } = review;
  const names = (event: { type: string }): boolean => event.type === "plan";
  const params = routeOf(review);
  const known = useResource("revisions", { params }, names);
  const revisions = known.value.value?.revisions;
  const shownNow = revisions?.findLast(({ digest }) => digest === standing.shown.digest) ?? revisions?.at(-1);
  const from = Number(query.value.get("from")) || page.previous?.version;
  const to = Number(query.value.get("to")) || shownNow?.version;
  const isReady = from !== undefined && to !== undefined;
  const compared = useResource(
    isReady ? "compare" : undefined,
    isReady ? { params, query: { from, to } } : {},
    () => false,
  );
  const refusal = known.refusal.value ?? compared.refusal.value;
  if (refusal) return <Refused refusal={refusal} again={() => void compared.fetch()} />;
  if (revisions?.length === 1)
    return (
      <Notice look="plain" title="There is one revision.">
        Nothing can be compared yet.
      </Notice>
    );
  const value = compared.value.value;
  if (!revisions || !value) return <Loading />;
  return (
    <div class="compare">
      <div class="compare-head">
        <h2 class="serif">{titleOf(review, value)}</h2>
        <span class="grow" />
        <Pills
          label="What is compared"
          look="switch"
          value={how.value}
          options={[
            { value: "structure", label: "Structure" },
            { value: "text", label: "Text" },
          ]}
          choose={(next) => {
            how.value = next;
          }}
        />
        <span class="only-wide">
          <Pills
            label="Layout"
            look="switch"
            value={layout.value}
            options={[
              { value: "beside", label: "Side by side" },
              { value: "below", label: "One column" },
            ]}
            choose={(next) => {
              layout.value = next;
            }}
          />
        </span>
      </div>
      <RevisionPicker
        revisions={revisions}
        from={from}
        to={to}
        share={shareOf(review)}
        choose={(next) => setQuery({ from: String(next.from), to: String(next.to) })}
      />
      <Differences review={review} compared={value} />
    </div>
  );
}

function titleOf({ standing }: Review, { from, to }: Compared): string {
  const last = standing.reviews.at(-1);
  const isMine =
    last?.verdict === "changes_requested" && last.by.person !== undefined && last.by.person === person.value?.id;
  if (isMine && last.revision === from.revision && to.revision === standing.shown.revision)
    return "What changed since you sent it back";
  return from.revision === to.revision ? "What the edit changed" : `What changed since revision ${from.revision}`;
}

function Differences({ review, compared }: { review: Review; compared: Compared }) {
  const { before, after, comparison, texts } = compared;
  const rows = useMemo(() => rowsOf(before, after, comparison), [compared]);
  const counts = countsOf(after, comparison);
  const isBeside = layout.value === "beside";
  const go = (selector: string, by: 1 | -1): void => {
    const all = [...document.querySelectorAll<HTMLElement>(selector)];
    const top = document.querySelector("main")?.getBoundingClientRect().top ?? 0;
    // From where the reader is, not from where the last key led.
    const below = all.findIndex((one) => one.getBoundingClientRect().top > top + 90);
    const here = document.activeElement instanceof HTMLElement ? all.indexOf(document.activeElement) : -1;
    const at = here >= 0 ? here + by : by > 0 ? below : (below < 0 ? all.length : below) - 1;
    const found = all[Math.min(all.length - 1, Math.max(0, at))];
    found?.scrollIntoView({ block: "center", behavior: "auto" });
    found?.focus({ preventScroll: true });
  };
  useKeys("Differences", [
    { keys: "[", does: "previous change", act: () => go("[data-change]", -1) },
    { keys: "]", does: "next change", act: () => go("[data-change]", 1) },
    { keys: "w", does: "what may touch more", act: () => go("[data-wider]", 1) },
  ]);
  return (
    <>
      <div class="compare-counts fact">
        {counts.added > 0 && <span>+{counted(counts.added, "step")}</span>}
        {counts.removed > 0 && <span>−{counted(counts.removed, "step")}</span>}
        {counts.changed > 0 && <span>{counts.changed} changed</span>}
        <span>{counts.same} the same</span>
        <span class="grow" />
        <Button size="small" keys="[" onClick={() => go("[data-change]", -1)}>
          Previous change
        </Button>
        <Button size="small" keys="]" onClick={() => go("[data-change]", 1)}>
          Next change
        </Button>
        {isOffered(review, "approve") && (
          <ButtonLink
            size="small"
            look="sign"
            icon="pen"
            class="only-wide"
            href={planAddress(review.project, review.page.id, "review")}
          >
            Back to review
          </ButtonLink>
        )}
      </div>
      <Wider compared={compared} show={() => go("[data-wider]", 1)} />
      {comparison.same && texts.before === texts.after && <Notice look="plain" title="Both texts are the same." />}
      {how.value === "structure" ? (
        <StructureRows rows={rows} isBeside={isBeside} from={compared.from} to={compared.to} />
      ) : (
        <TextRows before={texts.before} after={texts.after} isBeside={isBeside} />
      )}
      <EarlierComments review={review} compared={compared} />
    </>
  );
}

/** Above everything: rights that only the later text grants. */
function Wider({ compared, show }: { compared: Compared; show(): void }) {
  const { widened } = compared.comparison;
  const [isOpen, open] = useState(false);
  if (widened.length === 0) return null;
  const shown = isOpen ? widened : widened.slice(0, 3);
  return (
    <div class="notice warn wider">
      <Icon name="wider" />
      <div class="notice-words">
        <strong>It may touch more than before.</strong>
        <ul>
          {shown.map((widening, index) => (
            <li key={index}>{withNumber(wideningText(widening), widening.step, compared)}</li>
          ))}
        </ul>
        {widened.length > 3 && (
          <Button size="small" look="bare" class="ink" onClick={() => open(!isOpen)}>
            {isOpen ? "fewer" : `${widened.length - 3} more`}
          </Button>
        )}
      </div>
      <Button size="small" look="bare" class="ink" keys="w" onClick={show}>
        Show
      </Button>
    </div>
  );
}

/** Ids stand in the sentences; the page has numbers. */
function withNumber(words: string, step: string | undefined, { after }: Compared): string {
  const index = after.steps.findIndex(({ id }) => id === step);
  return step === undefined || index < 0 ? words : `Step ${index + 1}${words.slice(visible(step).length)}`;
}

function EarlierComments({ review, compared }: { review: Review; compared: Compared }) {
  const { standing, plan } = review;
  const comments = standing.comments.filter(({ revision }) => revision === compared.from.revision);
  if (comments.length === 0) return null;
  const met = comments.filter(({ state }) => state === "addressed").length;
  return (
    <section class="plan-section">
      <h2>
        Comments on revision {compared.from.revision}{" "}
        <span class="fact quiet">
          {met} of {comments.length} met
        </span>
      </h2>
      <div class="comments">
        {comments.map((comment, index) => (
          <EarlierCard key={index} comment={comment} place={visible(placeName(plan, anchorOf(comment)))} />
        ))}
      </div>
    </section>
  );
}
