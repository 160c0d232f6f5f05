import type { InboxEntry } from "../../../desk/requests.ts";
import type { BrowsedPlan, BrowserSubject } from "./browser-subject.ts";
import { GROUPS, type Group, type PlanStanding, planStanding } from "./plan-standing.ts";
import { requestWords } from "./request-words.ts";

/** Something that can be chosen in the browser. */
export type BrowserItem =
  | { kind: "request"; key: string; group: Group; entry: InboxEntry }
  | { kind: "plan"; key: string; group: Group; plan: BrowsedPlan; standing: PlanStanding };

/** Everything in the order it is shown: requests first, then plans by where they stand, urgent ones before others. */
export function browserItems({ plans, requests }: Pick<BrowserSubject, "plans" | "requests">): BrowserItem[] {
  const browsed = plans.map((plan): BrowserItem & { kind: "plan" } => {
    const standing = planStanding(plan);
    return { kind: "plan", key: plan.row.id, group: standing.group, plan, standing };
  });
  const known = new Set(browsed.filter(({ group }) => group === "Waits for you").map(({ key }) => key));
  const asked = requests
    // A review is shown as the plan that waits for it, if that is here.
    .filter((entry) => entry.closing === undefined && !(entry.kind === "review" && known.has(entry.journal)))
    .map((entry): BrowserItem => ({ kind: "request", key: entry.id, group: "Waits for you", entry }));
  const ordered = GROUPS.flatMap((group) =>
    browsed.filter((item) => item.group === group).sort((one, two) => two.plan.row.priority - one.plan.row.priority),
  );
  return [...asked, ...ordered];
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
    return [item.entry.id, item.entry.kind, requestWords(item.entry), item.entry.title].join(" ");
  const { id, title, status, requester, risk, approved_by } = item.plan.row;
  return [id, title, status, requester, risk, approved_by, item.standing.words].join(" ");
}
