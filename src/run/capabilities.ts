import { defined } from "../plan/defined.ts";
import { nearest } from "../plan/nearest.ts";
import { findTool, isKnownName } from "../policy/find-tool.ts";
import { isNamed } from "../policy/is-named.ts";
import type { OfferedTool, StepTool } from "../policy/offered-tool.ts";
import type { Registry } from "../policy/registry.ts";
import type { Capability } from "../policy/situation.ts";

/** The tools and capabilities that steps can get here. */
export interface HostTools {
  offered: readonly OfferedTool[];
  registry: Registry;
  /** Of the user's settings. */
  capabilities: Readonly<Record<string, Capability>>;
  /** Extensions that did not load, with the reason. */
  failures?: readonly { extension: string; reason: string }[];
}

/** The tools that steps can get here, as far as a plan names them. */
export interface StepToolsHere {
  /** With their operations, of tools that have some. */
  tools: readonly (OfferedTool & Pick<StepTool, "operations">)[];
  /** Extensions that did not load, with the reason. */
  failures?: readonly { extension: string; reason: string }[];
}

/** The meaning of a name in a plan here. */
export type Resolved =
  | { kind: "tool"; tools: OfferedTool[] }
  /** `missing`: the tools it should stand for that do not exist; `shadows`: it has the name of a tool. */
  | { kind: "capability"; tools: OfferedTool[]; commands: readonly string[]; missing: string[]; shadows: boolean }
  | { kind: "unknown"; guess?: string };

/** Plans name the same few tools in every step. */
const resolved = new WeakMap<HostTools, Map<string, Resolved>>();

export function resolveName(name: string, host: HostTools): Resolved {
  const known = resolved.get(host) ?? new Map<string, Resolved>();
  resolved.set(host, known);
  const found = known.get(name) ?? lookUp(name, host);
  known.set(name, found);
  return found;
}

function lookUp(name: string, host: HostTools): Resolved {
  const tools = offeredAs(name, host);
  const capability = Object.hasOwn(host.capabilities, name) ? host.capabilities[name] : undefined;
  if (capability) return { kind: "capability", ...whatItIs(capability, host), shadows: isTool(name, host) };
  if (tools.length > 0) return { kind: "tool", tools };
  const guess = nearest(name, [...Object.keys(host.capabilities), ...host.offered.map(({ tool }) => tool)]);
  return { kind: "unknown", ...defined({ guess }) };
}

/** The tools that a runner has to bring for these names: a capability's own, and a shell for its commands. */
export function toolsFor(names: readonly string[], host: HostTools): OfferedTool[] {
  const found = names.map((name) => resolveName(name, host)).flatMap((it) => ("tools" in it ? it.tools : []));
  return [...new Set(found)];
}

/** The tools that these names stand for and that are not there. */
export function missingFor(names: readonly string[], host: HostTools): string[] {
  return names.flatMap((name) => {
    const found = resolveName(name, host);
    return found.kind === "unknown" ? [name] : found.kind === "capability" ? found.missing : [];
  });
}

/** Does any of these names stand for a shell, or for commands of one? */
export function needsShell(names: readonly string[], host: HostTools): boolean {
  return toolsFor(names, host).some((tool) => isShell(tool, host));
}

function whatItIs({ tools = [], commands = [] }: Capability, host: HostTools) {
  const shells = commands.length > 0 ? host.offered.filter((tool) => isShell(tool, host)) : [];
  return {
    tools: [...new Set([...tools.flatMap((name) => offeredAs(name, host)), ...shells])],
    commands,
    missing: [
      ...tools.filter((name) => offeredAs(name, host).length === 0),
      ...(commands.length > 0 && shells.length === 0 ? ["a shell"] : []),
    ],
  };
}

/** By the same rule that judges calls: a known name means the known tool, not another one that took its name. */
function offeredAs(name: string, { offered, registry }: HostTools): OfferedTool[] {
  return offered.filter((tool) => isNamed({ ...tool, input: {} }, [name], registry));
}

function isShell(tool: OfferedTool, { registry }: HostTools): boolean {
  return findTool(tool, registry)?.command !== undefined;
}

function isTool(name: string, { offered, registry }: HostTools): boolean {
  return isKnownName(name, registry) || offered.some(({ tool }) => tool === name);
}
