import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { PlanItem } from "../../../api/plans.ts";
import type { QueryOf } from "../../../api/shapes.ts";
import { call, type Refusal } from "../../call.ts";
import { onLive } from "../../live.ts";

/** Which plans, in which order. */
export type PlansWanted = Omit<QueryOf<"plans">, "offset" | "limit">;

export interface PlanPages {
  total: ReadonlySignal<number | undefined>;
  refusal: ReadonlySignal<Refusal | undefined>;
  /** Undefined until it has been fetched. */
  at(index: number): PlanItem | undefined;
  /** These rows are on the screen. */
  show(first: number, last: number): void;
  fetchAgain(): void;
}

const SIZE = 100;
/** Of far pages, so many are kept. */
const KEPT = 30;

/** A list of any length, in pages that are fetched when they come into view, and again when plans change. */
export function usePlanPages(wanted: PlansWanted): PlanPages {
  const key = JSON.stringify(wanted);
  const pages = useMemo(() => planPages(wanted), [key]);
  useEffect(() => {
    pages.show(0, 0);
    const stop = onLive((event) => {
      if (event.type === "plan" || event.type === "again" || event.type === "projects") pages.fetchAgain();
    });
    return () => {
      stop();
      pages.end();
    };
  }, [pages]);
  return pages;
}

function planPages(wanted: PlansWanted): PlanPages & { end(): void } {
  const total = signal<number | undefined>(undefined);
  const refusal = signal<Refusal | undefined>(undefined);
  const known = signal<ReadonlyMap<number, readonly PlanItem[]>>(new Map());
  const stale = new Set<number>();
  const under = new Set<number>();
  const abort = new AbortController();
  let visible: [number, number] = [0, 0];
  let again: ReturnType<typeof setTimeout> | undefined;

  async function fetch(page: number): Promise<void> {
    if (under.has(page)) return;
    under.add(page);
    stale.delete(page);
    const query = { ...wanted, offset: page * SIZE, limit: SIZE };
    const answer = await call("plans", { query, signal: abort.signal });
    under.delete(page);
    if (abort.signal.aborted) return;
    refusal.value = answer.ok ? undefined : answer.refusal;
    if (!answer.ok) return;
    total.value = answer.value.total;
    const entries = [...known.value, [page, answer.value.plans] as const].slice(-KEPT);
    known.value = new Map(entries);
    if (stale.has(page)) void fetch(page);
  }

  function fetchVisible(): void {
    for (let page = visible[0]; page <= visible[1]; page++)
      if (!known.peek().has(page) || stale.has(page)) void fetch(page);
  }

  return {
    total,
    refusal,
    at: (index) => known.value.get(Math.floor(index / SIZE))?.[index % SIZE],
    show: (first, last) => {
      visible = [Math.floor(first / SIZE), Math.floor(last / SIZE)];
      fetchVisible();
    },
    fetchAgain: () => {
      for (const page of known.peek().keys()) stale.add(page);
      // A run records several things at once.
      again ??= setTimeout(() => {
        again = undefined;
        fetchVisible();
      }, 50);
    },
    end: () => {
      clearTimeout(again);
      abort.abort();
    },
  };
}
