import type { Acting } from "../../../acts/act.ts";
import { yes } from "../../../desk/outcome.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import type { Actor } from "../../../lifecycle/actor.ts";
import { liveExecutor } from "../../../run/holder.ts";
import type { Runs } from "../runs.ts";
import type { ServedProject } from "./dashboard.ts";

/** A person at the dashboard acts: what no other process runs, this server runs. */
export function actingHere<By extends Actor>(runs: Runs, project: ServedProject, by: By): Acting & { by: By } {
  const { desk } = project;
  return {
    desk,
    by,
    runHere: async ({ id }) => {
      const begun = await runs.begin(project, id);
      if (begun.ok) return yes({ by: "here" });
      // Another process was faster.
      const found = await usablePlan(desk, id);
      const lease = found.ok ? liveExecutor(desk, found.value) : undefined;
      return lease ? yes({ by: "process", lease }) : begun;
    },
  };
}
