import { mayWrite } from "../modes.ts";
import { named } from "../named.ts";
import { type OfferedTool, type Standing, standingOf } from "../offered-tool.ts";
import type { Situation } from "../situation.ts";

/** Allowed and forbidden tools, worded by how much of it is enforced. */
export function toolLines(offered: readonly OfferedTool[], situation: Situation): string[] {
  const { level } = situation.settings;
  const of = (...standings: Standing[]) => {
    const names = offered
      .filter((tool) => standings.includes(standingOf(tool, situation)))
      .map(({ tool }) => named(tool));
    return [...new Set(names)].join(", ");
  };
  const shells = of("commands");
  const blocked = level === "enforce" ? of("blocked", "forbidden") : of("blocked");
  const forbidden = level === "enforce" ? "" : of("forbidden");
  return [
    `Tools you may use: ${of("free") || "none"}.`,
    ...(shells ? [`${shells}: ${commandsLine(situation)}`] : []),
    ...(of("asked") ? [`A person is asked before each call of: ${of("asked")}.`] : []),
    ...(blocked ? [`Blocked: ${blocked}.`] : []),
    ...(forbidden ? [`You must not use: ${forbidden}.${level === "log" ? " Each attempt is recorded." : ""}`] : []),
  ];
}

function commandsLine({ mode, scope, settings, facts }: Situation): string {
  const isLooking = mode === "planning" || (scope?.step !== undefined && !mayWrite(scope.step));
  const which = isLooking ? "only commands that change nothing" : "only the commands that were signed";
  const others = settings.level === "enforce" ? "; any other is blocked" : "";
  const sandbox = mode === "planning" && facts.sandbox === "on" ? " They run in a read-only sandbox." : "";
  return `${which}${others}.${sandbox}`;
}
