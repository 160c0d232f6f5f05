import { processQueue, type QueueWork } from "../../../run/process-queue.ts";
import { type Reply, refused } from "../reply.ts";
import { agents } from "../run/carry-out.ts";
import type { Session } from "../session.ts";
import { queueTeller } from "./queue-teller.ts";

/** Works off the queue in this process, with nobody to ask: a plan that needs a person is left, paused, for later. */
export async function runQueue(session: Session, watch: boolean): Promise<Reply> {
  if (session.env["COUNTERSIGN_AGENT"] !== undefined) return INSIDE_AGENT;
  const desk = await session.desk();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopOrExit(stop));
  const say = queueTeller(session, desk);
  const { runPlan } = await import("../../../acts/run-plan.ts");
  const work = await processQueue({
    desk,
    watch,
    signal: stop.signal,
    tell: say.tell,
    carryOut: (id, turn) =>
      runPlan(id, {
        desk,
        env: session.env,
        signal: stop.signal,
        canWait: false,
        turn,
        agents: () => agents(session, desk),
        tell: (news) => news.type === "note" && say.note(id, news.text),
      }),
  });
  say.end(work);
  return { ok: true, json: {}, text: "", exit: exitOf(work) };
}

/** Whoever presses it again wants it to end at once. */
function stopOrExit(stop: AbortController): void {
  if (stop.signal.aborted) process.exit(1);
  stop.abort();
}

/** 0: all that was begun is completed. 1: something failed. 3: somebody has to say something. */
function exitOf({ ended, left }: QueueWork): number {
  const hows = ended.map((one) => (one.ended.ok ? one.ended.value.how : "refused"));
  if (hows.some((how) => how !== "completed" && how !== "waiting")) return 1;
  return hows.includes("waiting") || left.some(({ waits_for }) => waits_for.length > 0) ? 3 : 0;
}

const INSIDE_AGENT = refused({
  kind: "inside_agent",
  message: "This shell was started by an agent; only a person starts what is in the queue.",
});
