import type { PlanSession } from "./plan-session.ts";

/** All sessions of this process that have plan mode open. */
export const liveSessions = new Set<PlanSession>();
