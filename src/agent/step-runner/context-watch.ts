import type { AgentSession } from "@earendil-works/pi-coding-agent";
import type { StepAttempt } from "./step-attempt.ts";

const WARNED_AT = 80;

const THEN = "At 95 % it is made shorter; a smaller step, or a larger max_context_tokens, would not need that.";

/** Reports how full the agent's context is, and when it is compacted. */
export function watchContext(session: AgentSession, limit: number, attempt: StepAttempt): void {
  let isWarned = false;
  session.subscribe((event) => {
    switch (event.type) {
      case "turn_end": {
        const tokens = session.getContextUsage()?.tokens ?? undefined;
        const percent = tokens === undefined ? undefined : Math.round((tokens / limit) * 100);
        const full = percent !== undefined && { context_percent: percent };
        attempt.tell({ type: "usage", stats: attempt.stats, ...full });
        if (percent === undefined || percent < WARNED_AT || isWarned) break;
        isWarned = true;
        attempt.tell({ type: "warning", resource: "context", text: `${percent} % of the context is used. ${THEN}` });
        break;
      }
      case "compaction_start":
        attempt.tell({ type: "activity", text: "Making the context shorter" });
        break;
      case "compaction_end":
        if (event.result) isWarned = false;
        if (event.errorMessage) attempt.tell({ type: "warning", text: event.errorMessage });
        break;
    }
  });
}
