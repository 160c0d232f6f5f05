import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { scrolls } from "../parts/scrolls.ts";
import { Loading, Refused } from "../parts/states.tsx";
import { Pills } from "../parts/tabs.tsx";
import { countSince } from "./timeline-entries.ts";
import { TimelineRow } from "./timeline-row.tsx";
import { type TimelineFilter, useTimeline } from "./use-timeline.ts";
import "./timeline.css";

interface Props {
  project: string;
  plan: string;
  /** The numbers of steps, by their ids. */
  numbers: ReadonlyMap<string, number>;
  /** Shows a step beside the timeline. */
  select?: (step: string) => void;
}

const FILTERS: readonly { value: TimelineFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "people", label: "People" },
  { value: "checks", label: "Checks" },
  { value: "refused", label: "Refused" },
  { value: "steps", label: "Steps" },
];

/** What happened to a plan, newest on top. Nothing that is being read moves: what comes while a person reads waits above it. */
export function Timeline({ project, plan, numbers, select }: Props) {
  const [filter, choose] = useState<TimelineFilter>("all");
  const feed = useTimeline(project, plan, filter);
  const { entries, more } = feed.known.value;
  const scroller = useRef<HTMLDivElement>(null);
  /** The newest entry that is drawn; undefined: all are. */
  const [top, holdAt] = useState<string>();
  const waiting = countSince(entries, top);
  const shown = entries.slice(waiting);
  const first = useFirstShown(filter);
  const end = useRef<HTMLLIElement>(null);

  useEffect(() => holdAt(undefined), [filter, plan]);
  const look = () => {
    const isAway = (scroller.current?.scrollTop ?? 0) > 8;
    if (isAway) holdAt((held) => held ?? entries[0]?.id);
    else holdAt(undefined);
  };
  useEffect(() => {
    const element = end.current;
    if (element === null) return;
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && void feed.older(), {
      root: scroller.current,
      rootMargin: "400px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [feed, shown.length]);

  return (
    <section class="timeline" aria-label="Timeline">
      <header class="timeline-head">
        <h2>Timeline</h2>
        <Pills label="Show" options={FILTERS} value={filter} choose={(value: TimelineFilter) => choose(value)} />
      </header>
      {waiting > 0 && (
        <div class="timeline-new">
          <Button
            size="small"
            look="sign"
            icon="up"
            onClick={() => {
              holdAt(undefined);
              scroller.current?.scrollTo({ top: 0 });
            }}
          >
            {waiting} new
          </Button>
        </div>
      )}
      <div class="timeline-scroll" ref={scroller} onScroll={look} {...scrolls("Entries, newest first", "group")}>
        {feed.refusal.value && <Refused refusal={feed.refusal.value} again={() => void feed.newest()} />}
        {entries.length === 0 && more && feed.refusal.value === undefined && <Loading rows={5} />}
        {entries.length === 0 && !more && <p class="timeline-empty">{EMPTY[filter]}</p>}
        <ol class="timeline-rows">
          {shown.map((entry) => (
            <TimelineRow
              key={entry.id}
              entry={entry}
              number={entry.step === undefined ? undefined : numbers.get(entry.step)}
              isNew={first.isNew(entry.id)}
              {...(select && { select })}
            />
          ))}
          {more && shown.length > 0 && (
            <li class="timeline-more" ref={end}>
              <Button size="small" look="bare" busy={feed.isLoading.value} onClick={() => void feed.older()}>
                Older
              </Button>
            </li>
          )}
        </ol>
      </div>
    </section>
  );
}

const EMPTY: Record<TimelineFilter, string> = {
  all: "Nothing is recorded yet.",
  people: "No person has done anything here yet.",
  checks: "No check has run yet.",
  refused: "No call was refused.",
  steps: "No step has started yet.",
};

/** Rows of the first drawing are there at once; later ones come in. */
function useFirstShown(filter: TimelineFilter) {
  const known = useRef<{ filter: TimelineFilter; at: number }>({ filter, at: performance.now() });
  const seen = useRef(new Map<string, boolean>());
  if (known.current.filter !== filter) {
    known.current = { filter, at: performance.now() };
    seen.current.clear();
  }
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (seen.current.size > 0) isFirst.current = false;
  });
  return {
    isNew(id: string): boolean {
      const before = seen.current.get(id);
      if (before !== undefined) return before;
      const isNew = !isFirst.current;
      seen.current.set(id, isNew);
      return isNew;
    },
  };
}
