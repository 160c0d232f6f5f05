import { lstatSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { planInSession } from "../../../agent/acting-from.ts";
import { planDiff } from "../../../agent/plan-diff.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { planSimulation } from "../../../agent/plan-simulation.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { RunLog } from "../../../run/run-log.ts";
import { PLAIN, paintedDiff } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";

/** Waves of steps that could run together, and what they would use. Nothing runs. */
export async function simulate(session: PlanSession, id: string): Promise<Outcome<string>> {
  const plan = await planInSession(session, id);
  return plan.ok ? yes(await planSimulation(session, plan.value)) : plan;
}

const MOST_OF_DIFF = 200;

/** Of the plan that is named, or the session's own; of one step, or all. */
export async function diff(session: PlanSession, named: string | undefined, name: string): Promise<Outcome<string>> {
  const plan = await planInSession(session, named);
  if (!plan.ok) return plan;
  const step = name || undefined;
  const found = await planDiff(session, plan.value, step);
  if (!found.ok) return found;
  const lines = found.value.split("\n");
  const more = lines.length - MOST_OF_DIFF;
  const { mode, ui } = session.context;
  const paint = mode === "tui" ? ui.theme : PLAIN;
  const shown = lines
    .slice(0, MOST_OF_DIFF)
    .map((line) => paintedDiff(paint, line, visible(line.replaceAll("\t", "    "))));
  const rest = more > 0 ? [`… ${more} more lines: countersign diff ${plan.value.id}${step ? ` ${step}` : ""}`] : [];
  return yes([...shown, ...rest].join("\n"));
}

const MOST_OF_LOG = 40;

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
    return lines.length > MOST_OF_LOG ? ["…", ...lines.slice(-MOST_OF_LOG)] : lines;
  } catch {
    return [];
  }
}
