import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { onLive } from "../live.ts";

/** What a step that runs does now, as its server says it. It may be lost: the plan's page has what counts. */
export interface LiveStep {
  activity?: string;
  tokens?: number;
  cost?: number;
  calls?: number;
  /** The end of what it printed since this page looks. */
  output: string;
}

export type LiveSteps = ReadonlySignal<ReadonlyMap<string, LiveStep>>;

/** Longer output is in the step's log. */
const MOST = 60_000;

export function useLiveSteps(project: string, plan: string): LiveSteps {
  const steps = useMemo(() => signal<ReadonlyMap<string, LiveStep>>(new Map()), [project, plan]);
  useEffect(
    () =>
      onLive((event) => {
        if (event.type !== "progress" || event.project !== project || event.id !== plan) return;
        const before = steps.peek().get(event.step) ?? { output: "" };
        const { activity, tokens, cost, calls, output = "" } = event;
        steps.value = new Map(steps.peek()).set(event.step, {
          ...before,
          ...(activity !== undefined && { activity }),
          ...(tokens !== undefined && { tokens }),
          ...(cost !== undefined && { cost }),
          ...(calls !== undefined && { calls }),
          output: (before.output + output).slice(-MOST),
        });
      }),
    [steps],
  );
  return steps;
}
