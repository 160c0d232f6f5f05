import type { SealedRecord } from "../desk/seal.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { Request, RequestId } from "../lifecycle/request.ts";
import type { SharedPlan, Who } from "../lifecycle/shared-plan.ts";
import { defined } from "../plan/defined.ts";
import { type JournalSentence, journalSentence } from "./journal-sentence.ts";

/** What a plan's journal says, in sentences: the newest entries, and how many are left out. */
export function sharedHistory(
  records: readonly SealedRecord[],
  most: number,
): Pick<SharedPlan, "history" | "history_left_out"> {
  const asked = new Map<RequestId, Request>();
  const all = records.flatMap(({ at, by, events }) =>
    (events as PlanEvent[]).flatMap((event): SharedPlan["history"] => {
      if (BESIDE.includes(event.type)) return [];
      const said = sentenceOf(event, by, asked);
      if (said === undefined) return [];
      const detail = said.detail?.replace(REQUEST_ID, "").slice(0, LONGEST);
      return [{ at, words: said.title, tone: said.tone, ...defined({ detail }) }];
    }),
  );
  const left = Math.max(0, all.length - most);
  return { history: all.slice(left), ...(left > 0 && { history_left_out: left }) };
}

export function whoOf({ name, kind, surface }: Actor): Who {
  return { name, kind, surface };
}

/** What ends a review has an entry of its own: signed, changes requested, rejected, edited. */
function sentenceOf(
  event: PlanEvent,
  by: Actor,
  asked: Map<RequestId, Request>,
): Pick<JournalSentence, "title" | "tone" | "detail"> | undefined {
  try {
    if (event.type === "request_opened") {
      asked.set(event.request.id, event.request);
      return undefined;
    }
    const request = "request_id" in event ? asked.get(event.request_id) : undefined;
    return request?.kind === "review" ? undefined : journalSentence(event, by, request);
  } catch {
    // The shape of an event in a broken journal is unknown.
    return { title: String(event.type), tone: "plain" };
  }
}

/** What processes note for each other. */
const BESIDE: readonly PlanEvent["type"][] = ["lease_taken", "lease_released"];
const REQUEST_ID = /^PLAN-\w{8}\/\S+: /;
const LONGEST = 1000;
