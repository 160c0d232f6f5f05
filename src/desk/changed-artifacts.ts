import type { Plan } from "../plan/plan.ts";
import { crypto } from "./crypto.ts";
import { readArtifact } from "./read-artifact.ts";

/** Artifacts that are missing, or whose bytes do not match the hashes in the plan. */
export function changedArtifacts(project: string, plan: Plan): string[] {
  const artifacts = plan.context?.artifacts ?? [];
  const isAsSigned = ({ name, sha256 }: (typeof artifacts)[number]) => {
    const bytes = readArtifact(project, plan.id, name);
    return bytes !== undefined && crypto().createHash("sha256").update(bytes).digest("hex") === sha256;
  };
  return artifacts.filter((artifact) => !isAsSigned(artifact)).map(({ name }) => name);
}
