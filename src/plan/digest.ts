import { createHash } from "node:crypto";
import { canonical } from "./canonical.ts";
import { normalise } from "./normalise-plan.ts";
import type { Plan } from "./plan.ts";

/** Identifies exactly what a reviewer saw. */
export type Digest = `sha256:${string}`;

/** The signed part of a plan; an executor gets nothing else. */
export type Definition = Omit<Plan, "id" | "planner_model" | "executor_model" | "priority" | "base_commit">;

export function digestOf(plan: Plan): Digest {
  return `sha256:${createHash("sha256")
    .update(canonical(definitionOf(plan)))
    .digest("hex")}`;
}

/** All fields except those that name, locate or price the plan: a new field is signed unless it is excluded here. */
export function definitionOf(plan: Plan): Definition {
  const { id, planner_model, executor_model, priority, base_commit, ...definition } = normalise(plan);
  return definition;
}
