import type { CommandToRun } from "../../../plan/commands-to-run.ts";
import { dangerOf } from "../../../plan/danger.ts";
import { examine } from "../../../plan/graph.ts";
import { numberRanges } from "../../../plan/number-ranges.ts";
import { type Plan, RISKS, type Step } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { fitCommands, shownFromFirst } from "./command-lines.ts";
import { inline } from "./discord-text.ts";
import type { ProposedSteps } from "./proposed-steps.ts";
import { riskMark } from "./status-look.ts";
import { stepLine } from "./step-line.ts";
import { sizeOf } from "./text-size.ts";

/** More steps, or more characters of titles and commands, do not fit on the screen of a phone. */
const MOST_LISTED = { steps: 8, characters: 1_500 };

export function isLong({ steps }: Pick<Plan, "steps">): boolean {
  const size = ({ title, run = "", verify = "" }: Step) => title.length + run.length + verify.length;
  const characters = steps.reduce((sum, step) => sum + size(step), 0);
  return steps.length > MOST_LISTED.steps || characters > MOST_LISTED.characters;
}

/** Room on the card of a long plan: its buttons have to be on the first screen of a phone. */
const SUMMARY = { commands: 420, steps: 400, waves: 120 };

/** Counts by risk, the commands that approval runs, the most dangerous steps, and the order of all. */
export function stepSummary(
  plan: Plan,
  commands: readonly CommandToRun[],
  leftOut: ReadonlySet<string>,
  room: number,
): ProposedSteps {
  const counts = countsByRisk(plan.steps);
  const most = isLong(plan) ? SUMMARY.commands : Math.floor(room / 2);
  const toRun = commands.filter(({ step }) => !leftOut.has(step));
  const { lines, shown } = fitCommands(toRun, Math.min(most, room - sizeOf(counts) - AROUND));
  const rest = toRun.length - shown.size;
  const more = rest === 0 ? [] : [`… ${rest} ${lines.length > 0 ? "more" : "to read"}: press **What will run**.`];
  const runs = toRun.length === 0 ? [] : [`**Approval runs ${counted(toRun.length, "command")}:**`, ...lines, ...more];
  const order = isLong(plan) ? wavesLine(plan) : "";
  const above = [counts, ...runs].join("\n");
  const left = room - sizeOf(above) - sizeOf(order) - 10;
  const list = dangerousFirst(plan.steps, isLong(plan) ? Math.min(left, SUMMARY.steps) : left, (step, place) =>
    leftOut.has(step.id)
      ? stepLine(step, place, { titleRoom: TITLE, isLeftOut: true })
      : `**${place + 1}.** ${riskMark(step.risk)} ${inline(step.title, TITLE)}`,
  );
  return {
    ...(isLong(plan)
      ? { text: above, below: [list, order].filter(Boolean).join("\n") }
      : { text: [above, list].filter(Boolean).join("\n") }),
    commandsShown: shownFromFirst(commands, (command) => shown.has(command)),
  };
}

/** The heading, and the note about commands that are not shown. */
const AROUND = 120;
const TITLE = 60;

/** `**30 steps** · 🔴 3 high risk · 🟡 9 medium risk · 🟢 18 low risk` */
function countsByRisk(steps: readonly Step[]): string {
  const kinds = [...RISKS.toReversed(), undefined].map((risk) => {
    const count = steps.filter((step) => step.risk === risk).length;
    return count === 0 ? "" : `${riskMark(risk)} ${count} ${risk === undefined ? "without a risk" : `${risk} risk`}`;
  });
  return [`**${counted(steps.length, "step")}**`, ...kinds.filter(Boolean)].join(" · ");
}

function dangerousFirst(steps: readonly Step[], room: number, line: (step: Step, place: number) => string): string {
  const order = steps.map((step, place) => ({ step, place })).sort((a, b) => dangerOf(b.step) - dangerOf(a.step));
  const lines: string[] = [];
  let used = NOTE;
  for (const { step, place } of order) {
    const text = line(step, place);
    used += sizeOf(text) + 1;
    if (used > room) break;
    lines.push(text);
  }
  const rest = order.slice(lines.length);
  const risky = rest.filter(({ step }) => step.risk === "high").length;
  const high = risky > 0 ? ` (${risky} of high risk)` : "";
  return [
    ...lines,
    ...(rest.length > 0 ? [`… ${counted(rest.length, "more step")}${high}: press **Details**.`] : []),
  ].join("\n");
}

/** Room for the note at the end. */
const NOTE = 70;

/** `**Order, in 4 waves:** 1 → 2 to 9 → 10, 12 → 11`: the graph of many steps could not be read. */
function wavesLine({ steps }: Pick<Plan, "steps">): string {
  const places = new Map(steps.map(({ id }, index) => [id, index]));
  const waves = examine(steps).waves.map((wave) => wave.flatMap((id) => places.get(id) ?? []));
  if (waves.length === 0) return "";
  const parts: string[] = [];
  for (const wave of waves) {
    const part = numberRanges(wave.toSorted((a, b) => a - b));
    if (sizeOf([...parts, part].join(" → ")) > SUMMARY.waves) break;
    parts.push(part);
  }
  const more = parts.length < waves.length ? ["…"] : [];
  return `**Order, in ${counted(waves.length, "wave")}:** ${[...parts, ...more].join(" → ")}`;
}
