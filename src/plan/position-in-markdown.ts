import { pathParts } from "./data-path.ts";
import type { PlanDocument } from "./read-markdown.ts";

/** The position of the value at a path in a plan's markdown; of the nearest part around it if it has none. */
export function positionInMarkdown(document: PlanDocument, path: string): { line: number; column: number } | undefined {
  const offset = offsetOf(document, pathParts(path));
  if (offset === undefined) return undefined;
  const before = document.text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function offsetOf({ layout }: PlanDocument, [part, index, field]: (string | number)[]): number | undefined {
  if (part === "steps" && typeof index === "number") {
    const step = layout.steps[index];
    const piece = step?.fields.find(({ key }) => key === field);
    return piece?.value?.start ?? piece?.start ?? step?.start;
  }
  if (part === "decisions" && typeof index === "number") return layout.decisions[index]?.start;
  const key = layout.frontMatter?.pairs.find((pair) => pair.key === part);
  return key?.start ?? layout.sections.find((section) => section.key === part)?.start;
}
