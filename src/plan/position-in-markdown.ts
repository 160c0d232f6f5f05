import { pathParts } from "./data-path.ts";
import { Source } from "./markdown/source.ts";
import type { PlanDocument } from "./read-markdown.ts";

type Position = { line: number; column: number };

/** Finds the value at a path in a plan's markdown; the nearest part around it if it has none. */
export function positionInMarkdown(document: PlanDocument): (path: string) => Position | undefined {
  const source = new Source(document.text);
  return (path) => {
    const offset = offsetOf(document, pathParts(path));
    return offset === undefined ? undefined : source.position(offset);
  };
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
