import type { Decision } from "../../../plan/plan.ts";
import { hanging, listed, prose } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";

/** A question the plan will ask while it runs, with its options. */
export function decisionLines(paint: Paint, decision: Decision, width: number): string[] {
  const { decision_id: id, header, question, options, multi_select: many, recommended, deadline_minutes } = decision;
  const name = [
    paint.bold(visible(header)),
    paint.fg("dim", visible(id)),
    ...(many ? [paint.fg("dim", "choose any")] : []),
  ];
  const deadline = deadline_minutes === undefined ? undefined : minutesText(deadline_minutes);
  const taken = decision.default && listed(decision.default);
  const fate = [
    ...(taken ? [`by default ${taken}`] : []),
    ...(deadline ? [`${taken ? "after" : "open for"} ${deadline}`] : []),
  ].join(" ");
  return [
    ...hanging(`${paint.fg("accent", "◇")} `, name.join("  "), width),
    ...prose(paint, question, width - 2).map(indented),
    ...options.flatMap(({ label, description }) => {
      const mark = label === recommended ? "● " : "○ ";
      const words = `${listed([label])}${description ? `: ${visible(description)}` : ""}`;
      return hanging(mark, `${words}${label === recommended ? " (recommended)" : ""}`, width - 2).map(indented);
    }),
    ...(recommended !== undefined && !options.some(({ label }) => label === recommended)
      ? hanging("", `recommended: ${listed([recommended])}`, width - 2).map(indented)
      : []),
    ...(fate === "" ? [] : hanging("", fate, width - 2, (line) => paint.fg("muted", line)).map(indented)),
  ];
}

function minutesText(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

function indented(line: string): string {
  return `  ${line}`;
}
