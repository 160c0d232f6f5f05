import { pathsOf } from "./paths-of.ts";
import type { Facts } from "./situation.ts";
import type { Tool, ToolCall } from "./tool.ts";

/**
 * Whether a call writes the plan file of the host's own plan mode, and nothing else: a host that keeps its plan in a
 * file needs it. The resolved path counts: the file must be directly in that directory, and neither may be a link.
 */
export function isHostPlanFile(call: ToolCall, tool: Tool, facts: Facts): boolean {
  const { planFiles, world, cwd } = facts;
  if (planFiles === undefined || tool.category !== "write") return false;
  const parts = planFiles.split("/");
  const last = parts.pop();
  const directory = `${world.resolve(parts.join("/"), cwd)}/${last}`;
  if (world.resolve(planFiles, cwd) !== directory) return false;
  const paths = pathsOf(call, tool, facts);
  const isOne = (place: string) => place.startsWith(`${directory}/`) && NAME.test(place.slice(directory.length + 1));
  return paths.length > 0 && paths.every((path) => !("because" in path) && path.places.every(isOne));
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*\.md$/;
