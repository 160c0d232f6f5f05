import { isNamed } from "./is-named.ts";
import { mayBeGuarded } from "./may-be-guarded.ts";
import { mayWrite } from "./modes.ts";
import { scopeTools } from "./scope-tools.ts";
import type { Situation } from "./situation.ts";
import type { ToolCall } from "./tool.ts";
import { toolOf } from "./tool-of.ts";

/** A tool that a host offers, before a call. */
export type OfferedTool = Pick<ToolCall, "tool" | "source" | "readOnlyHint">;

/** A tool or capability that a step of a plan may list, with its operations if it has some. */
export interface StepTool {
  tool: string;
  /** Absent for a capability. */
  source?: string;
  operations?: readonly string[];
}

/**
 * What a prompt may say of a tool. `commands`: it depends on the command. `asked`: a person is asked for each call.
 * `forbidden`: it must not be used; the level says whether that is enforced. `blocked`: enforced at every level.
 */
export type Standing = "free" | "commands" | "asked" | "forbidden" | "blocked";

export function standingOf(offered: OfferedTool, situation: Situation): Standing {
  const call: ToolCall = { ...offered, input: {} };
  if (isGuarded(call, situation)) return "blocked";
  const tool = toolOf(call, situation);
  if (tool?.command !== undefined && situation.mode !== "none" && situation.facts.sandbox === "missing")
    return "blocked";
  switch (situation.mode) {
    case "none":
      return "free";
    case "planning":
      return whilePlanning(call, situation);
    case "executing":
      return whileExecuting(call, situation);
  }
}

function whilePlanning(call: ToolCall, situation: Situation): Standing {
  const tool = toolOf(call, situation);
  if (!tool) return call.readOnlyHint === true ? question(call, situation) : "forbidden";
  switch (tool.category) {
    case "read":
    case "search":
      return "free";
    case "execute":
      return tool.command !== undefined && situation.settings.shell === "read-only" ? "commands" : "forbidden";
    case "write":
    case "other":
      return "forbidden";
  }
}

function whileExecuting(call: ToolCall, situation: Situation): Standing {
  const { scope, settings, registry, facts } = situation;
  const tool = toolOf(call, situation);
  if (tool?.source === "countersign") return "free";
  if (settings.scope === "full") return whileLooking(call, situation) ?? "free";
  if (!scope || isNamed(call, scope.step?.denied_tools ?? [], registry)) return "forbidden";
  const isShell = tool?.command !== undefined;
  const listed = scopeTools(situation);
  if (!listed) {
    if (isShell) return "forbidden";
  } else {
    const own = (name: string) =>
      Object.hasOwn(settings.capabilities, name) ? settings.capabilities[name] : undefined;
    const tools = listed.flatMap((name) => [name, ...(own(name)?.tools ?? [])]);
    const isTaught = isShell && listed.some((name) => own(name)?.commands?.length);
    if (!isNamed(call, tools, registry)) return isTaught ? "commands" : "forbidden";
  }
  const looking = whileLooking(call, situation);
  if (looking) return looking;
  return isShell && scope.step?.files && facts.sandbox === "off" ? question(call, situation) : "free";
}

/** In a step whose mode does not write; undefined for others. */
function whileLooking(call: ToolCall, situation: Situation): Standing | undefined {
  const step = situation.scope?.step;
  if (step === undefined || mayWrite(step)) return undefined;
  const tool = toolOf(call, situation);
  if (tool?.command !== undefined) return "commands";
  if (!tool && call.readOnlyHint === true) return question(call, situation);
  return tool?.category === "read" || tool?.category === "search" ? "free" : "forbidden";
}

/** A confirmation that a setting waives, or that this level does not ask, does not count. */
function question(call: ToolCall, { settings, templateTools, registry }: Situation): Standing {
  const isWaived =
    settings.yolo || [settings.tool_ignore, templateTools].some((names) => isNamed(call, names, registry));
  return isWaived || settings.level !== "enforce" ? "free" : "asked";
}

function isGuarded(call: ToolCall, situation: Situation): boolean {
  const { settings, activePlan } = situation;
  if (settings.guarded !== "block" || activePlan) return false;
  return settings.guardedTools.includes(call.tool) || mayBeGuarded(call, situation);
}
