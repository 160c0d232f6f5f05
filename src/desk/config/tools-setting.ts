import { checkShape, isObject, type Shape } from "../../plan/check-shape.ts";
import { keyPath } from "../../plan/data-path.ts";
import type { Problem } from "../../plan/problem.ts";
import type { Category } from "../../policy/tool.ts";

const CATEGORY = { enum: ["read", "search", "write", "execute"] } as const;
const WORD = "^[^\\s\\p{C}]{1,200}$";

const OBJECT = {
  type: "object",
  additionalProperties: false,
  required: ["category"],
  properties: {
    category: CATEGORY,
    source: { type: "string", pattern: WORD, description: "the extension or server that provides the tool" },
  },
} as const;

/** The name of a tool → what it does, in one word or with who provides it. */
export const ToolsSetting = {
  type: "object",
  propertyNames: { type: "string", pattern: WORD },
  additionalProperties: { anyOf: [CATEGORY, OBJECT] },
} as const;

/** The user's description of a tool that Countersign does not know. */
export interface ToolSetting {
  category: Exclude<Category, "other">;
  source?: string;
}

/** Parses tools; keeps the valid ones. */
export function parseTools(
  written: unknown,
  path: string,
): { tools: Record<string, ToolSetting>; problems: Problem[] } {
  const tools: Record<string, ToolSetting> = Object.create(null);
  if (!isObject(written)) return { tools, problems: checkShape({ type: "object" }, written, path) };
  const problems: Problem[] = [];
  for (const [name, said] of Object.entries(written)) {
    const place = keyPath(path, name);
    const shape: Shape = isObject(said) ? OBJECT : CATEGORY;
    const wrong = checkShape(shape, said, place);
    if (!new RegExp(WORD, "u").test(name)) {
      const hint = "the name of a tool has no spaces";
      wrong.push({
        severity: "error",
        kind: "wrong_value",
        message: `${place} is no name for a tool`,
        path: place,
        hint,
      });
    }
    problems.push(...wrong);
    // Checked against its shape on the line above.
    if (wrong.length === 0)
      tools[name] = isObject(said) ? (said as unknown as ToolSetting) : ({ category: said } as ToolSetting);
  }
  return { tools, problems };
}
