import type { Desk } from "../../../desk/desk.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import { textsOf } from "../../../desk/revisions.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import type { PlanId } from "../../../plan/plan.ts";

const OUTDATED: readonly string[] = ["stale_revision", "stale_digest", "conflict"];

/** What a person had on the screen. */
export interface SeenVersion {
  revision?: number;
  digest?: string;
  version?: number;
}

/** Adds the current text to the refusal of an act on an older one, and how the two differ. */
export async function withDifference<Value>(
  desk: Desk,
  id: PlanId,
  seen: SeenVersion | undefined,
  outcome: Outcome<Value>,
): Promise<Outcome<Value>> {
  if (outcome.ok || !OUTDATED.includes(outcome.refusal.kind)) return outcome;
  const found = await usablePlan(desk, id);
  if (!found.ok) return outcome;
  const { proposal, version } = found.value;
  const now = { revision: proposal.revision, digest: proposal.digest, version };
  const before = await textSeen(desk, id, seen);
  const { compareRevisions } = await import("../../../plan/compare-revisions.ts");
  const comparison = before && compareRevisions(before.plan, proposal.plan);
  const facts = { ...outcome.refusal.facts, now, ...(comparison && { comparison, from: before.version }) };
  return { ok: false, refusal: { ...outcome.refusal, facts } };
}

async function textSeen(desk: Desk, id: PlanId, seen: SeenVersion | undefined) {
  const texts = await textsOf(desk, id);
  if (seen?.digest !== undefined) return texts.findLast(({ digest }) => digest === seen.digest);
  return texts.findLast(({ version }) => version <= (seen?.version ?? 0));
}
