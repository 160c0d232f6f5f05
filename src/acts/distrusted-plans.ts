import { type BrokenGroup, brokenGroups, type Distrust } from "../desk/broken-journal.ts";
import type { Desk } from "../desk/desk.ts";
import type { PlanRow } from "../desk/rows.ts";

const MOST = 500;

/**
 * Plans whose journals are gone or cannot be trusted, each reason once, with the way back. The same list for every
 * surface: an inbox without their requests, or a list without these plans, would look as if all were well.
 */
export async function distrustedPlans(desk: Desk): Promise<BrokenGroup[]> {
  const listed = await desk.plans({ status: ["broken"], limit: MOST });
  const archived = await desk.plans({ status: ["broken"], limit: MOST, archived: true });
  return brokenGroups([...listed.rows, ...archived.rows].flatMap((row) => distrustOf(row) ?? []));
}

function distrustOf({ id, problem }: PlanRow): { journal: string; broken: Distrust } | undefined {
  if (problem === undefined || problem.kind === "unreadable") return undefined;
  const { kind, line: _, ...more } = problem;
  return { journal: id, broken: { kind, ...more } };
}
