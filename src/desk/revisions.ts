import type { Actor } from "../lifecycle/actor.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { Digest } from "../plan/digest.ts";
import type { Plan, PlanId } from "../plan/plan.ts";
import type { Desk } from "./desk.ts";

/** One text of a plan: every proposal and every edit is kept. */
export interface PastText {
  revision: number;
  version: number;
  digest: Digest;
  plan: Plan;
  text: string;
  at: string;
  by: Actor;
}

/** All texts of a plan, oldest first. */
export async function textsOf(desk: Desk, id: PlanId): Promise<PastText[]> {
  const { records } = await desk.store.loadJournal(id);
  const texts: PastText[] = [];
  let revision = 0;
  for (const { seq, at, by, events } of records) {
    for (const event of events as PlanEvent[]) {
      if (event.type !== "proposed" && event.type !== "edited") continue;
      if (event.type === "proposed") revision = event.revision;
      const { digest, plan, text } = event;
      texts.push({ revision, version: seq, digest, plan, text, at, by });
    }
  }
  return texts;
}

/** The text that a proposal is compared with: the last one of the revision before, or the one before an edit. */
export function textBefore(
  texts: readonly PastText[],
  { revision, digest }: { revision: number; digest: Digest },
): PastText | undefined {
  return (
    texts.findLast((past) => past.revision < revision) ??
    texts.findLast((past) => past.revision === revision && past.digest !== digest)
  );
}
