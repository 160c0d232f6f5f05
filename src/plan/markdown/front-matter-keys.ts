/** The keys of the front matter, in the order they are written. `claim`: a copy for readers, never trusted. */
export const FRONT_MATTER_KEYS = {
  id: { of: "plan", kind: "text" },
  title: { of: "plan", kind: "text" },
  goal: { of: "plan", kind: "text" },
  status: { of: "claim", kind: "text" },
  version: { of: "claim", kind: "integer" },
  revision: { of: "claim", kind: "integer" },
  created_at: { of: "claim", kind: "text" },
  updated_at: { of: "claim", kind: "text" },
  base_commit: { of: "plan", kind: "text" },
  planner_model: { of: "plan", kind: "text" },
  executor_model: { of: "plan", kind: "text" },
  tools_required: { of: "plan", kind: "list" },
  priority: { of: "plan", kind: "integer" },
  depends_on_plans: { of: "plan", kind: "list" },
  approved_by: { of: "claim", kind: "text" },
  approved_at: { of: "claim", kind: "text" },
  execution_session: { of: "claim", kind: "text" },
  execution_started_at: { of: "claim", kind: "text" },
  execution_ended_at: { of: "claim", kind: "text" },
  result_summary: { of: "claim", kind: "text" },
  format: { of: "file", kind: "integer" },
  digest: { of: "claim", kind: "text" },
} as const satisfies Record<string, { of: "plan" | "claim" | "file"; kind: FrontMatterKind }>;

type FrontMatterKind = "text" | "integer" | "list";
export type FrontMatterKey = keyof typeof FRONT_MATTER_KEYS;
export type FrontMatterValue = string | number | string[];

/** The newest file format that this version reads. */
export const FORMAT = 1;

export function isFrontMatterKey(key: string): key is FrontMatterKey {
  return Object.hasOwn(FRONT_MATTER_KEYS, key);
}
