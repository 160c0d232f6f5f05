import type { Desk } from "../../desk/desk.ts";
import type { Session } from "./session.ts";

interface Unfinished {
  json: Record<string, unknown>;
  /** Before what a command lists. */
  text: string;
}

/** Started plans that no process runs, for commands that list what waits. Loaded only where there may be some. */
export async function tellUnfinished(session: Session, desk: Desk): Promise<Unfinished | undefined> {
  const { unfinishedJson, unfinishedPlans } = await import("../../acts/unfinished-plans.ts");
  const plans = await unfinishedPlans(desk);
  if (plans.length === 0) return undefined;
  const { unfinishedText } = await import("./text/unfinished-text.ts");
  return {
    json: { stuck: plans.map(({ plan }) => unfinishedJson(plan)) },
    text: `${unfinishedText(plans, { ...session, now: new Date() })}\n`,
  };
}
