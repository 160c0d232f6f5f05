import type { ToolCall } from "./tool.ts";
import { PI_TOOLS } from "./tools/pi.ts";

/** Whether a call can change no file of the project, whatever its input: a tool of pi that reads, or one of ours. */
export function changesNoFile({ tool, source }: Pick<ToolCall, "tool" | "source">): boolean {
  if (source === "countersign") return true;
  return PI_TOOLS.some(
    (known) =>
      known.name === tool && known.source === source && (known.category === "read" || known.category === "search"),
  );
}
