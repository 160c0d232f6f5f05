import { lstatSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { planInSession } from "../../../agent/acting-from.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { RunLog } from "../../../run/run-log.ts";
import { visible } from "../visible-in-terminal.ts";

const MOST_LINES = 40;

/** The last lines that each step printed at its last attempt. */
export async function logs(session: PlanSession, named: string | undefined, step: string): Promise<Outcome<string>> {
  const plan = await planInSession(session, named);
  if (!plan.ok) return plan;
  const log = new RunLog(session.agent.desk.project, plan.value.id);
  const ran = [...(plan.value.run?.steps ?? [])].filter(([id, { attempts }]) => attempts > 0 && (!step || id === step));
  const texts = ran.flatMap(([id, { attempts }]) => {
    const lines = endOf(log.fileOf(id, attempts));
    return lines.length === 0 ? [] : [[`${id}, attempt ${attempts}:`, ...lines].join("\n")];
  });
  return yes(texts.length === 0 ? "No output was kept." : texts.join("\n\n"));
}

function endOf(file: string): string[] {
  try {
    if (!lstatSync(file).isFile()) return [];
    const text = stripVTControlCharacters(readFileSync(file, "utf8").replaceAll("\r\n", "\n")).trimEnd();
    const lines = visible(text.replaceAll("\t", "    "), { multiline: true }).split("\n");
    return lines.length > MOST_LINES ? ["…", ...lines.slice(-MOST_LINES)] : lines;
  } catch {
    return [];
  }
}
