import { readdirSync } from "node:fs";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Desk } from "./desk.ts";
import { projectPaths } from "./file-store/project-paths.ts";
import type { Broken } from "./journal.ts";
import { type Outcome, yes } from "./outcome.ts";
import type { PlanView } from "./plan-view.ts";
import { readArtifact } from "./read-artifact.ts";
import type { SealedRecord } from "./seal.ts";

/** A plan with its whole history: its text, its status, every record, every artifact. */
export interface ExportedPlan {
  view: Exclude<PlanView, { kind: "absent" }>;
  journal: readonly SealedRecord[];
  broken?: Broken;
  artifacts: { name: string; text: string }[];
}

export async function exportPlan(desk: Desk, id: PlanId): Promise<Outcome<ExportedPlan>> {
  const view = await desk.plan(id);
  if (!view.ok) return view;
  const { records, broken } = await desk.store.loadJournal(id);
  return yes({ view: view.value, journal: records, ...defined({ broken }), artifacts: artifactsOf(desk, id) });
}

function artifactsOf(desk: Desk, id: PlanId): ExportedPlan["artifacts"] {
  let names: string[];
  try {
    names = readdirSync(projectPaths(desk.project).artifactsOf(id));
  } catch {
    return [];
  }
  return names.sort().flatMap((name) => {
    const bytes = readArtifact(desk.project, id, name);
    return bytes === undefined ? [] : [{ name, text: bytes.toString("utf8") }];
  });
}
