import { createHash } from "node:crypto";
import type { RollBackPreview } from "./prepare-roll-back.ts";

/** Names a preview: another hash for any change of it, and for every event of the plan. */
export function rollBackHash({ plan, step, steps, changes, left, inNoSnapshot }: RollBackPreview): string {
  const said = JSON.stringify([plan.id, plan.version, step, steps, changes, left, inNoSnapshot]);
  return createHash("sha256").update(said).digest("base64url").slice(0, 22);
}
