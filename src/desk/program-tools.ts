import { freeze } from "../plan/freeze.ts";
import { type Registry, registerTools } from "../policy/registry.ts";
import type { Tool } from "../policy/tool.ts";
import { KNOWN_TOOLS } from "../policy/tools/known-tools.ts";

/** One call that a step's agent makes. */
export interface ProgramToolCall {
  /** The model's id of it. */
  id: string;
  plan_id: string;
  step_id: string;
  /** Aborted when the step is stopped. */
  signal: AbortSignal | undefined;
}

/**
 * A tool of the program that has a desk, for steps that were signed for it. Its calls are judged by `category`, `risk` and
 * the fields that hold paths. A tool that runs shell commands cannot be one: steps have a shell, which is confined.
 */
export interface ProgramTool extends Omit<Tool, "source" | "command" | "directory" | "patches"> {
  /** JSON Schema of its input, an object. The values of its field `operation`, if it has one, are its operations. */
  parameters: Readonly<Record<string, unknown>>;
  /** Gets exactly the input that was judged, frozen. The agent gets the answer, or the message of an error. */
  execute(input: Readonly<Record<string, unknown>>, call: ProgramToolCall): unknown;
}

/** The tools of a program, for `new Desk({ tools })`. */
export interface ProgramTools {
  readonly list: readonly ProgramTool[];
  /** With all other known tools. */
  readonly registry: Registry;
}

/** Their source: in plans `name@program`, where the name alone is not clear. */
export const PROGRAM = "program";

/** Throws for a tool that no step could have. */
export function programTools(tools: readonly ProgramTool[]): ProgramTools {
  const names = new Set<string>();
  for (const { name, parameters } of tools) {
    const wrong = wrongWith(name, parameters, names);
    if (wrong !== undefined) throw new TypeError(`The tool ${JSON.stringify(name)} cannot be registered: ${wrong}.`);
    names.add(name);
  }
  const described = tools.map(({ execute: _, parameters: __, ...tool }): Tool => ({ ...tool, source: PROGRAM }));
  return Object.freeze({
    list: Object.freeze(tools.map((tool) => Object.freeze({ ...tool, parameters: freeze(tool.parameters) }))),
    registry: registerTools(KNOWN_TOOLS, freeze(described)),
  });
}

/** All tools that are known at a desk. */
export function registryAt({ tools }: { tools?: ProgramTools | undefined }): Registry {
  return tools?.registry ?? KNOWN_TOOLS;
}

function wrongWith(
  name: string,
  parameters: ProgramTool["parameters"],
  names: ReadonlySet<string>,
): string | undefined {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return "its name must have 1 to 64 letters, digits, hyphens and underscores";
  if (names.has(name)) return "another one has its name";
  const known = KNOWN_TOOLS.find((one) => one.name === name && OFFERED_ANYWAY.includes(one.source));
  if (known !== undefined) return `${known.source} has a tool of that name`;
  if (parameters["type"] !== "object") return 'its parameters must be a JSON Schema of type "object"';
  return undefined;
}

const OFFERED_ANYWAY: readonly string[] = ["pi", "countersign"];
