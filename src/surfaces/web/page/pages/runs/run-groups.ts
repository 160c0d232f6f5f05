import type { PlanItem } from "../../../api/plans.ts";

export interface RunGroup {
  group: "person" | "running" | "queued" | "ready" | "ended";
  title: string;
  words?: string;
  plans: readonly PlanItem[];
}

/** What stands still for a person comes first; the queue is in its own order, the rest newest first. */
export function runGroups(
  plans: readonly PlanItem[],
  queue: readonly { project: string; id: string; place: number }[],
): RunGroup[] {
  const places = new Map(queue.map(({ project, id, place }) => [`${project}/${id}`, place]));
  const placeOf = ({ project, id }: PlanItem) => places.get(`${project}/${id}`);
  const of = (group: RunGroup["group"]) => plans.filter((plan) => groupOf(plan, placeOf(plan) !== undefined) === group);
  const groups: RunGroup[] = [
    { group: "person", title: "Needs a person", plans: of("person") },
    { group: "running", title: "Running", plans: of("running") },
    {
      group: "queued",
      title: "In the queue",
      words: "started in this order, as others end",
      plans: of("queued").sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0)),
    },
    { group: "ready", title: "Countersigned, not started", plans: of("ready") },
    { group: "ended", title: "Ended lately", plans: of("ended") },
  ];
  return groups.filter((group) => group.plans.length > 0);
}

function groupOf({ status, waiting, queued, holder }: PlanItem, isQueued: boolean): RunGroup["group"] {
  if (status === "executing") return waiting > 0 || holder === "none" ? "person" : "running";
  if (status === "paused" || status === "stalled") return "person";
  if (status === "approved") return isQueued || queued !== undefined ? "queued" : "ready";
  return "ended";
}
