import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { QueryOf } from "../../api/shapes.ts";
import { call, type Refusal } from "../call.ts";
import { onLive } from "../live.ts";
import { type Known, NOTHING, withNewest, withOlder } from "./timeline-entries.ts";

export type TimelineFilter = "all" | NonNullable<QueryOf<"timeline">["only"]>;

export interface TimelineFeed {
  known: ReadonlySignal<Known>;
  refusal: ReadonlySignal<Refusal | undefined>;
  isLoading: ReadonlySignal<boolean>;
  older(): Promise<void>;
  newest(): Promise<void>;
}

const PAGE = 60;

/** What happened to a plan, newest first; what is new comes by itself. */
export function useTimeline(project: string, plan: string, filter: TimelineFilter): TimelineFeed {
  const feed = useMemo(() => feedOf(project, plan, filter), [project, plan, filter]);
  useEffect(() => {
    void feed.newest();
    return onLive((event) => {
      const isMine = "project" in event && event.project === project && event.id.split("/")[0] === plan;
      if (
        event.type === "again" ||
        event.type === "agent" ||
        (isMine && event.type !== "progress" && event.type !== "viewers")
      )
        void feed.newest();
    });
  }, [feed]);
  return feed;
}

function feedOf(project: string, plan: string, filter: TimelineFilter): TimelineFeed {
  const known: Signal<Known> = signal(NOTHING);
  const refusal: Signal<Refusal | undefined> = signal(undefined);
  const isLoading = signal(false);
  let under: Promise<void> | undefined;
  let isStale = false;
  const fetch = (before?: string) =>
    call("timeline", {
      params: { project, plan },
      query: { limit: PAGE, ...(before !== undefined && { before }), ...(filter !== "all" && { only: filter }) },
    });
  async function fetchNewest(): Promise<void> {
    while (isStale) {
      isStale = false;
      const answer = await fetch();
      refusal.value = answer.ok ? undefined : answer.refusal;
      if (answer.ok) known.value = withNewest(known.value, answer.value);
    }
  }
  return {
    known,
    refusal,
    isLoading,
    newest() {
      isStale = true;
      under ??= fetchNewest().finally(() => {
        under = undefined;
      });
      return under;
    },
    async older() {
      const last = known.value.entries.at(-1);
      if (isLoading.value || !known.value.more || last === undefined) return;
      isLoading.value = true;
      const answer = await fetch(last.id);
      isLoading.value = false;
      refusal.value = answer.ok ? undefined : answer.refusal;
      if (answer.ok) known.value = withOlder(known.value, answer.value);
    },
  };
}
