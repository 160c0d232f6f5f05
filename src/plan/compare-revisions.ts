import {
  compareFields,
  compareItems,
  type FieldChange,
  type ItemChanges,
  type Pairing,
  pairByName,
} from "./compare-items.ts";
import { findWidening, type Widening } from "./find-widening.ts";
import { normalise } from "./normalise-plan.ts";
import type { Artifact, Decision, Plan, Step } from "./plan.ts";

type Section = NonNullable<Plan["sections"]>[number];
type ToolOutput = { name: string; data: unknown; tool?: string; operation?: string };

/** Everything that differs between two revisions of a plan. */
export interface Comparison {
  /** Neither the signed part nor anything else in the plan differs. */
  same: boolean;
  /** Rights that only the later revision grants. */
  widened: Widening[];
  fields: FieldChange[];
  steps: ItemChanges<Step>;
  decisions: ItemChanges<Decision>;
  questions: ItemChanges<string>;
  assumptions: ItemChanges<string>;
  risks: ItemChanges<string>;
  sections: ItemChanges<Section>;
  tool_outputs: ItemChanges<ToolOutput>;
  artifacts: ItemChanges<Artifact>;
}

export function compareRevisions(before: Plan, after: Plan): Comparison {
  const old = normalise(before);
  const now = normalise(after);
  const pairing = pairSteps(old.steps, now.steps);
  const changes = {
    fields: compareFields(plainFields(old), plainFields(now)),
    steps: compareItems(old.steps, now.steps, pairing),
    decisions: compareNamed(old.decisions, now.decisions, (decision) => decision.decision_id),
    questions: compareNamed(old.questions, now.questions, String),
    assumptions: compareNamed(old.assumptions, now.assumptions, String),
    risks: compareNamed(old.risks, now.risks, String),
    sections: compareNamed(old.sections, now.sections, (section) => section.heading),
    tool_outputs: compareNamed(toolOutputs(old), toolOutputs(now), (output) => output.name),
    artifacts: compareNamed(old.context?.artifacts, now.context?.artifacts, (artifact) => artifact.name),
  };
  const same = Object.values(changes).every((change) =>
    Array.isArray(change) ? change.length === 0 : Object.values(change).every((list) => list.length === 0),
  );
  return { same, widened: findWidening(old, now, pairing), ...changes };
}

/** By id; an unknown id with the title and the position of a missing step is that step under a new id. */
function pairSteps(before: readonly Step[], after: readonly Step[]): Pairing {
  const pairing = pairByName(before, after, (step) => step.id);
  const paired = new Set(pairing);
  return pairing.map((from, to) => {
    if (from !== undefined) return from;
    const renamed = !paired.has(to) && before[to]?.title === after[to]?.title && before[to] !== undefined;
    return renamed ? to : undefined;
  });
}

function compareNamed<Item extends object | string>(
  before: readonly Item[] = [],
  after: readonly Item[] = [],
  name: (item: Item) => string,
): ItemChanges<Item> {
  return compareItems(before, after, pairByName(before, after, name));
}

/** The fields that are compared as a whole. A new field of a plan is one of them unless it is excluded here. */
function plainFields(plan: Plan): object {
  const { id, steps, decisions, questions, assumptions, risks, sections, context, ...fields } = plan;
  return { ...fields, ...(context?.notes !== undefined && { "context.notes": context.notes }) };
}

/** By name, because their order means nothing. */
function toolOutputs(plan: Plan): ToolOutput[] {
  return Object.entries(plan.context?.tool_outputs ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, output]) => ({ name, ...output }));
}
