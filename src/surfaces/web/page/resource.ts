import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { LiveEvent } from "../api/live.ts";
import type { RouteName } from "../api/routes.ts";
import type { AnswerOf } from "../api/shapes.ts";
import { call, type Input, type Refusal } from "./call.ts";
import { onLive } from "./live.ts";

/** Something of the server that a page shows, as it is now. */
export interface Resource<Value> {
  /** The last known value: it stays on the screen while it is fetched again. */
  value: ReadonlySignal<Value | undefined>;
  refusal: ReadonlySignal<Refusal | undefined>;
  fetch(): Promise<void>;
  /** What the page already knows before the server says so. */
  put(value: Value): void;
}

interface Kept extends Resource<unknown> {
  hears: (event: LiveEvent) => boolean;
  users: number;
  stale: boolean;
}

const all = new Map<string, Kept>();

onLive((event) => {
  for (const one of all.values()) {
    if (event.type !== "again" && !one.hears(event)) continue;
    one.stale = true;
    if (one.users > 0) void one.fetch();
  }
});

/** Fetched when it is first used, and again when a live event names it. `hears` says which events do. */
export function useResource<Name extends RouteName>(
  name: Name | undefined,
  input: Omit<Input<Name>, "body" | "signal">,
  hears: (event: LiveEvent) => boolean,
): Resource<AnswerOf<Name>> {
  const key = name === undefined ? "" : JSON.stringify([name, input]);
  const found = useMemo(() => resourceOf(key, name, input, hears), [key]);
  useEffect(() => {
    found.users += 1;
    if (found.stale) void found.fetch();
    return () => {
      found.users -= 1;
      if (all.size > MOST_KEPT) forgetUnused();
    };
  }, [found]);
  return found as Resource<AnswerOf<Name>>;
}

function resourceOf<Name extends RouteName>(
  key: string,
  name: Name | undefined,
  input: Input<Name>,
  hears: (event: LiveEvent) => boolean,
): Kept {
  const known = all.get(key);
  if (known) return known;
  const value: Signal<unknown> = signal(undefined);
  const refusal: Signal<Refusal | undefined> = signal(undefined);
  let under: Promise<void> | undefined;
  const made: Kept = {
    value,
    refusal,
    hears,
    users: 0,
    stale: name !== undefined,
    put: (next) => {
      value.value = next;
    },
    fetch: () => {
      made.stale = name !== undefined;
      under ??= fetchUntilFresh().finally(() => {
        under = undefined;
      });
      return under;
    },
  };
  async function fetchUntilFresh(): Promise<void> {
    while (name !== undefined && made.stale) {
      made.stale = false;
      const answer = await call(name, input);
      if (answer.ok) value.value = answer.value;
      refusal.value = answer.ok ? undefined : answer.refusal;
      if (!answer.ok) break;
    }
  }
  all.set(key, made);
  return made;
}

function forgetUnused(): void {
  for (const [key, { users }] of all) if (users === 0) all.delete(key);
}

const MOST_KEPT = 60;
