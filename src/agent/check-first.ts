import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { PlanSession } from "./plan-session.ts";

/**
 * Where nobody knows how far a step got, its check decides first; then what is wanted is done. Also for a run whose
 * process is gone while this one had the same session open.
 */
export async function checkFirst(
  session: PlanSession,
  wish: () => Promise<Outcome<string>>,
): Promise<Outcome<string> | undefined> {
  const { agent, run, restraint } = session;
  if (!agent.isHere && (await agent.state()).phase === "executing") {
    if (!agent.takeOver()) return ELSEWHERE;
    if (!session.isBySubagents) await run.recovery.begin();
  } else if (restraint.has("checking")) await run.recovery.begin();
  const { underWay } = run.recovery;
  if (underWay === undefined) return undefined;
  run.recovery.afterwards(async () => {
    const done = await wish();
    if (!done.ok) session.tell({ type: "trouble", error: new Error(done.refusal.message) });
  });
  if (!session.canAsk()) await underWay;
  return yes("A check says first how far the step got; then it goes on. /plan pause --now ends the check.");
}

export const ELSEWHERE = no("wrong_state", "Another process has this session open.", {
  hint: "Go on there, or close it first.",
});
