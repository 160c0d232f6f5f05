import { checkShape, isObject, type Shape } from "./check-shape.ts";
import { Decision, Plan, Step } from "./plan.ts";

/**
 * A malformed plan without its invalid values; the others keep their paths. Only for finding further problems: it
 * never becomes a plan.
 */
export function keepValidFields(candidate: unknown): Plan {
  const { steps, decisions, ...rest } = sound(Plan, candidate, ["steps", "decisions"]);
  return {
    ...rest,
    steps: list(steps).map((step) => ({ id: "", title: "", ...sound(Step, step) })),
    decisions: list(decisions).map((decision) => soundDecision(decision)),
  } as Plan;
}

/** A decision without readable options also loses the fields that refer to them. */
function soundDecision(decision: unknown): Decision {
  const kept = { decision_id: "", header: "", question: "", ...sound(Decision, decision) };
  if ("options" in kept) return kept as Decision;
  return {
    ...kept,
    options: [],
    recommended: undefined,
    default: undefined,
    deadline_minutes: undefined,
  } as never;
}

function sound(shape: Shape, value: unknown, unchecked: readonly string[] = []): Record<string, unknown> {
  if (!isObject(value)) return {};
  const { properties = {} } = shape;
  return Object.fromEntries(
    Object.entries(value).filter(([key, item]) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return known && (unchecked.includes(key) || checkShape(known, item).length === 0);
    }),
  );
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
