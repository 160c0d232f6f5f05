import { GitFailed } from "../../desk/git/git-failed.ts";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import type { GitCache, Hash } from "./git-cache.ts";

const RUN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STEP = /^[a-z0-9][a-z0-9_-]*$/;
const HASH = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** Where an attempt puts its result. Each has a ref of its own, so a worker that lost its attempt writes only there. */
export function attemptRef(run: string, step: string, attempt: number): string {
  if (!STEP.test(step) || !Number.isSafeInteger(attempt)) throw new Error(`${step}.${attempt} names no attempt.`);
  return `${refsOf(run)}steps/${step}.${attempt}`;
}

/** Where a tip of a run is kept until the run is over. */
export function tipRef(run: string, tip: Hash): string {
  if (!HASH.test(tip)) throw new Error(`${tip} is no hash.`);
  return `${refsOf(run)}tips/${tip}`;
}

/** The branch with what a plan came to, ready for a pull request. */
export function branchOf(plan: PlanId): string {
  if (!isPlanId(plan)) throw new Error(`${plan} is not a plan's id.`);
  return `refs/heads/countersign/${plan}`;
}

/** Creates refs that never move. Again with the same hashes, it changes nothing; another hash is an error. */
export async function publish(cache: GitCache, refs: ReadonlyMap<string, Hash>): Promise<void> {
  const moves = [...refs].map(([ref, to]) => ({ ref, from: "" as const, to }));
  try {
    await cache.push(moves);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    // An earlier try may have come through without its answer.
    const missing: typeof moves = [];
    for (const move of moves) {
      const now = (await cache.remoteRefs(move.ref)).get(move.ref);
      if (now === undefined) missing.push(move);
      else if (now !== move.to) throw error;
    }
    if (missing.length > 0) await cache.push(missing);
  }
}

/**
 * Moves the branch of a plan to the tip that its journal names, wherever the branch is: it is derived. If another server moves it
 * at the same time, this one looks again.
 */
export async function moveBranch(cache: GitCache, plan: PlanId, tip: Hash): Promise<void> {
  const ref = branchOf(plan);
  for (let tries = 1; ; tries++) {
    const from = (await cache.remoteRefs(ref)).get(ref) ?? "";
    if (from === tip) return;
    try {
      await cache.push([{ ref, from, to: tip }]);
      return;
    } catch (error) {
      if (!(error instanceof GitFailed) || tries === MOST_TRIES) throw error;
    }
  }
}

/** A run that is over: its branch keeps the commits, and thousands of refs would slow every look at the remote. */
export async function deleteRunRefs(cache: GitCache, run: string): Promise<void> {
  const refs = await cache.remoteRefs(refsOf(run));
  if (refs.size > 0) await cache.push([...refs].map(([ref, from]) => ({ ref, from, to: "" as const })));
}

function refsOf(run: string): string {
  if (!RUN.test(run)) throw new Error(`${run} is no run.`);
  return `refs/countersign/${run}/`;
}

const MOST_TRIES = 3;
