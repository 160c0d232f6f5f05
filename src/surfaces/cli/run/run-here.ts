import { constants } from "node:os";
import type { StepAgents } from "../../../acts/run-plan.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { DeskRefusal, Outcome } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { defined } from "../../../plan/defined.ts";
import type { RunEnd } from "../../../run/execute.ts";
import { tryPrintError } from "../output.ts";
import { printed, type Reply, refused } from "../reply.ts";
import type { Session } from "../session.ts";
import { jsonWatcher } from "./json-watcher.ts";
import { isInForeground } from "./keyboard.ts";
import { LiveWatcher } from "./live-watcher.ts";
import { plainWatcher } from "./plain-watcher.ts";
import type { RunWatcher } from "./run-watcher.ts";

interface RunHereOptions {
  desk: Desk;
  plan: LivePlan;
  canWait: boolean;
  most?: number;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

/** The exit codes of `run`. */
const EXITS: Record<Exclude<RunEnd["how"], "left">, number> = {
  completed: 0,
  failed: 1,
  waiting: 3,
  cancelled: 4,
  lost: 5,
};

/** Runs a plan in this process and reports its progress. A signal interrupts its steps and pauses the plan. */
export async function runHere(session: Session, { desk, plan, canWait, most }: RunHereOptions): Promise<Reply> {
  const { runPlan } = await import("../../../acts/run-plan.ts");
  const stop = new AbortController();
  let signal: Signal = "SIGINT";
  const watcher = watcherFor(session, desk, () => leave("SIGINT"));
  const handlers = SIGNALS.map((name) => [name, () => leave(name)] as const);
  for (const [name, handler] of handlers) process.on(name, handler);
  watcher.begin(plan);
  try {
    const outcome = await runPlan(plan.id, {
      desk,
      env: session.env,
      canWait,
      signal: stop.signal,
      turn: canWait ? "wait" : "refuse",
      agents: () => agents(session, desk),
      tell: (news) => watcher.tell(news),
      ...defined({ max_parallel_steps: most }),
    });
    await watcher.close();
    if (!outcome.ok) {
      watcher.refused(outcome.refusal);
      return printed(
        stop.signal.aborted ? left(signal) : outcome.refusal.kind === "no_turn" && !canWait ? EXITS.waiting : 1,
      );
    }
    const end = outcome.value;
    const exit = end.how === "left" ? left(signal) : EXITS[end.how];
    watcher.end(end, exit);
    return printed(exit);
  } finally {
    await watcher.close();
    for (const [name, handler] of handlers) process.off(name, handler);
  }

  /** The second signal ends the process at once. */
  function leave(name: Signal): void {
    signal = name;
    if (stop.signal.aborted) leaveAtOnce(name);
    stop.abort();
    watcher.leaving();
  }

  function leaveAtOnce(name: Signal): never {
    watcher.restoreTerminal();
    tryPrintError(`Stopped at once. Resuming ends the processes of its steps: countersign run ${plan.id} --resume\n`);
    process.exit(left(name));
  }
}

/** Loads pi, only for plans with steps that are no commands. */
export async function agents({ env }: Session, desk: Desk): Promise<Outcome<StepAgents>> {
  const { piAgents } = await import("../../../agent/step-runner/pi-agents.ts");
  return piAgents({ desk, env });
}

/** The exit code of a process that a signal ended, as shells report it. */
function left(signal: Signal): number {
  return 128 + constants.signals[signal];
}

/** With `--json`, `run` prints one document a line, also for a refusal. */
export function refusedRun(session: Session, refusal: DeskRefusal): Reply {
  if (!session.json) return refused(refusal);
  jsonWatcher().refused(refusal);
  return printed(1);
}

function watcherFor(session: Session, desk: Desk, leave: () => void): RunWatcher {
  if (session.json) return jsonWatcher();
  const isLive = session.isTerminal && session.env["TERM"] !== "dumb" && isInForeground();
  return isLive ? new LiveWatcher(session, desk, leave) : plainWatcher(session);
}
