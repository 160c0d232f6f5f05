import { checkShape, isObject } from "../../plan/check-shape.ts";
import { keyPath } from "../../plan/data-path.ts";
import type { Problem } from "../../plan/problem.ts";
import type { Capability } from "../../policy/situation.ts";
import { TAUGHT, TAUGHT_HINT } from "./taught-command.ts";

const WORD = "^[^\\s\\p{C}]{1,200}$";

const CAPABILITY = {
  type: "object",
  additionalProperties: false,
  properties: {
    tools: { type: "array", items: { type: "string", pattern: WORD } },
    commands: { type: "array", items: TAUGHT },
  },
} as const;

/** A name that plans use → the tools, or the commands, that it stands for. */
export const CapabilitiesSetting = {
  type: "object",
  propertyNames: { type: "string", pattern: WORD },
  additionalProperties: CAPABILITY,
} as const;

/**
 * Parses capabilities; keeps the valid ones. A capability without tools and commands is a mistake and would allow
 * nothing.
 */
export function parseCapabilities(
  written: unknown,
  path: string,
): { capabilities: Record<string, Capability>; problems: Problem[] } {
  const capabilities: Record<string, Capability> = Object.create(null);
  if (!isObject(written)) return { capabilities, problems: checkShape({ type: "object" }, written, path) };
  const problems: Problem[] = [];
  for (const [name, said] of Object.entries(written)) {
    const place = keyPath(path, name);
    const wrong = checkShape(CAPABILITY, said, place).map((problem) =>
      problem.kind === "wrong_value" && problem.path?.includes("commands")
        ? { ...problem, hint: TAUGHT_HINT }
        : problem,
    );
    if (!new RegExp(WORD, "u").test(name))
      wrong.push(mistake(place, "is no name for a capability", "write it without spaces"));
    const { tools = [], commands = [] } = wrong.length === 0 ? (said as Capability) : {};
    if (wrong.length === 0 && tools.length + commands.length === 0) {
      wrong.push(mistake(place, "stands for nothing", 'write { "tools": ["…"] } or { "commands": ["…"] }'));
    }
    problems.push(...wrong);
    if (wrong.length === 0) capabilities[name] = said as Capability;
  }
  return { capabilities, problems };
}

function mistake(path: string, message: string, hint: string): Problem {
  return { severity: "error", kind: "wrong_value", message: `${path} ${message}`, path, hint };
}
