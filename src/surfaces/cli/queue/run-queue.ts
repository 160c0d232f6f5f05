import { processQueue, type QueueWork } from "../../../run/process-queue.ts";
import { printed, type Reply, refused } from "../reply.ts";
import { agents } from "../run/run-here.ts";
import type { Session } from "../session.ts";
import { stopSignal } from "../stop-signal.ts";
import { queueReporter } from "./queue-reporter.ts";

/** Runs queued plans in this process. It asks no person: a plan that needs one is paused. */
export async function runQueue(session: Session, watch: boolean): Promise<Reply> {
  if (session.env["COUNTERSIGN_AGENT"] !== undefined) return INSIDE_AGENT;
  const desk = await session.desk();
  const signal = stopSignal();
  const reporter = queueReporter(session, desk);
  const { runPlan } = await import("../../../acts/run-plan.ts");
  const work = await processQueue({
    desk,
    watch,
    signal,
    tell: reporter.tell,
    carryOut: (id, turn) =>
      runPlan(id, {
        desk,
        env: session.env,
        signal,
        canWait: false,
        turn,
        agents: () => agents(session, desk),
        tell: (news) => news.type === "note" && reporter.note(id, news.text),
      }),
  });
  reporter.end(work);
  return printed(exitOf(work));
}

/** 0: all started plans completed. 1: a plan failed. 3: a plan waits for a person. */
function exitOf({ ended, left }: QueueWork): number {
  const hows = ended.map((one) => (one.ended.ok ? one.ended.value.how : "refused"));
  if (hows.some((how) => how !== "completed" && how !== "waiting")) return 1;
  return hows.includes("waiting") || left.some(({ waits_for }) => waits_for.length > 0) ? 3 : 0;
}

const INSIDE_AGENT = refused({
  kind: "inside_agent",
  message: "An agent started this shell; only a person runs the queue.",
});
