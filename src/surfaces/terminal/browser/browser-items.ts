import type { InboxEntry } from "../../../desk/requests.ts";
import type { BrowsedPlan, BrowserSubject } from "./browser-subject.ts";
import { GROUPS, type Group, type PlanLook, planLook } from "./plan-look.ts";
import { type QueuePlace, queuePlaces } from "./queue-look.ts";
import { requestMessage } from "./request-message.ts";

/** Something that can be chosen in the browser. */
export type BrowserItem =
  | { kind: "request"; key: string; group: Group; entry: InboxEntry }
  | { kind: "plan"; key: string; group: Group; plan: BrowsedPlan; shown: PlanLook; place?: QueuePlace };

/**
 * Everything in the order it is shown: requests first, then plans by where they stand, urgent ones before others. Those in
 * the queue come in its order.
 */
export function browserItems({ plans, requests, queue }: BrowserSubject): BrowserItem[] {
  const titles = new Map(plans.map(({ row }) => [row.id, row.title]));
  const places = queue && queuePlaces(queue, titles);
  const browsed = plans.map((plan): PlanItem => {
    const place = places?.get(plan.row.id);
    const shown = planLook(plan, place);
    const isQueued = shown.group === "Queue";
    return {
      kind: "plan",
      key: plan.row.id,
      group: shown.group,
      plan,
      shown,
      ...(isQueued && place && { place }),
    };
  });
  const known = new Set(browsed.filter(({ group }) => group === "Waits for you").map(({ key }) => key));
  const asked = requests
    // A review is shown as the plan that waits for it, if that is here.
    .filter((entry) => entry.closing === undefined && !(entry.kind === "review" && known.has(entry.journal)))
    .map((entry): BrowserItem => ({ kind: "request", key: entry.id, group: "Waits for you", entry }));
  const ordered = GROUPS.flatMap((group) =>
    browsed.filter((item) => item.group === group).sort(group === "Queue" ? byPlace : byUrgency),
  );
  return [...asked, ...ordered];
}

type PlanItem = BrowserItem & { kind: "plan" };

function byUrgency(one: PlanItem, two: PlanItem): number {
  return two.plan.row.priority - one.plan.row.priority;
}

function byPlace(one: PlanItem, two: PlanItem): number {
  return (one.place?.entry.position ?? 0) - (two.place?.entry.position ?? 0);
}

/** Those in which every word of the filter occurs. */
export function filteredItems(items: readonly BrowserItem[], filter: string): BrowserItem[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function textOf(item: BrowserItem): string {
  if (item.kind === "request")
    return [item.entry.id, item.entry.kind, requestMessage(item.entry), item.entry.title].join(" ");
  const { id, title, status, requester, risk, approved_by } = item.plan.row;
  return [
    id,
    title,
    status,
    requester,
    risk,
    approved_by,
    item.group,
    item.shown.words,
    ...(item.place?.waits ?? []),
  ].join(" ");
}
