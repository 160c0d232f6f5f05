import { readPlanFile } from "../../../desk/file-store/plan-file.ts";
import { projectPaths } from "../../../desk/file-store/project-paths.ts";
import type { PlanRow } from "../../../desk/rows.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { defined } from "../../../plan/defined.ts";
import { holderOf } from "../../../run/holder.ts";
import type { PlanItem } from "../api/plans.ts";
import type { ServedProject } from "./dashboard.ts";

const BEGUN: readonly string[] = ["executing", "paused", "stalled"];
/** The words stand near the front: a list has one line for it. */
const BEFORE = 30;
const AFTER = 90;

/** A row of a list; of a plan that runs also which process has it, of a plan that was found where the words are. */
export async function planItem(project: ServedProject, row: PlanRow, words: string | undefined): Promise<PlanItem> {
  const running = BEGUN.includes(row.status) ? await usablePlan(project.desk, row.id) : undefined;
  const holder = running?.ok ? holderOf(project.desk, running.value) : undefined;
  const snippet = words === undefined ? undefined : snippetIn(textOf(project, row.id), words);
  return { ...row, project: project.key, ...defined({ holder, snippet }) };
}

function textOf({ desk }: ServedProject, id: string): string {
  const file = readPlanFile(projectPaths(desk.project), id);
  return file.kind === "present" ? file.text : "";
}

/** The surroundings of the first word, outside of the front matter if it is there, too. */
function snippetIn(text: string, words: string): string | undefined {
  const [word = ""] = words.toLowerCase().split(/\s+/);
  const folded = text.toLowerCase();
  const end = folded.indexOf("\n---", 3);
  const body = end < 0 ? 0 : end + "\n---".length;
  const inBody = folded.indexOf(word, body);
  const at = inBody >= 0 ? inBody : folded.indexOf(word);
  if (word === "" || at < 0) return undefined;
  const first = inBody >= 0 ? body : 0;
  const near = Math.max(first, at - BEFORE);
  // Not in the middle of a word.
  const from = near === first ? first : near + Math.max(0, text.slice(near, at).search(/\s/));
  const to = Math.min(text.length, at + word.length + AFTER);
  const cut = text.slice(from, to).replace(/^#+ /gm, "").replace(/\s+/g, " ").trim();
  return `${from > first ? "… " : ""}${cut}${to < text.length ? " …" : ""}`;
}
