import { isObject, type Shape } from "./check-shape.ts";
import { defined } from "./defined.ts";
import { Plan, type Step } from "./plan.ts";

/** The one stored form of a plan: absent instead of empty. Does not modify its argument. */
export function normalise(plan: Plan): Plan {
  const { sections, ...others } = withoutEmpty(Plan, plan) as Plan;
  const rest = Array.isArray(others.steps) ? { ...others, steps: others.steps.map(withoutNo) } : others;
  if (!Array.isArray(sections)) return { ...rest, ...defined({ sections }) };
  // A section without heading and text is dropped; a heading alone is kept.
  const kept = sections.filter((section) => section?.heading !== "" || section.body !== "");
  return { ...rest, ...(kept.length > 0 && { sections: kept }) };
}

/** `commits: false` is the same as no `commits`. */
function withoutNo(step: Step): Step {
  if (step?.commits !== false) return step;
  const { commits, ...others } = step;
  return others;
}

/** Follows the shape, so that foreign JSON (`data` of a tool's output) stays unchanged. Required fields stay. */
function withoutEmpty(shape: Shape, value: unknown): unknown {
  if (shape.type === "array" && Array.isArray(value)) {
    const items = shape.items ?? {};
    return value.map((item) => withoutEmpty(items, item)).filter((item) => !isEmptyText(items, item));
  }
  if (shape.type !== "object" || !isObject(value)) return value;
  const pairs = Object.entries(value)
    .map(([key, item]) => [key, withoutEmpty(shapeOf(shape, key), item)] as const)
    .filter(([key, item]) => shape.required?.includes(key) || !isEmpty(shapeOf(shape, key), item));
  return Object.fromEntries(pairs);
}

function shapeOf(shape: Shape, key: string): Shape {
  const { properties = {}, additionalProperties } = shape;
  if (Object.hasOwn(properties, key)) return properties[key] ?? {};
  return typeof additionalProperties === "object" ? additionalProperties : {};
}

function isEmpty(shape: Shape, value: unknown): boolean {
  if (value === undefined || isEmptyText(shape, value)) return true;
  if (shape.type === "array") return Array.isArray(value) && value.length === 0;
  return shape.type === "object" && isObject(value) && Object.keys(value).length === 0;
}

/** Models write `null` for omitted fields. */
function isEmptyText(shape: Shape, value: unknown): boolean {
  if (value === null) return shape.type !== undefined || shape.enum !== undefined;
  return value === "" && shape.type === "string";
}
