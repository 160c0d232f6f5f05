import type { FieldKind } from "./field-value.ts";

interface StepField {
  /** The key in the step, or in the status that the file claims for it. */
  key: string;
  kind: FieldKind;
  of: "step" | "claim";
}

/** The fields of a step by their names in the file, in the order they are written. */
const FIELDS: Record<string, StepField> = {
  mode: { key: "mode", kind: "text", of: "step" },
  owner: { key: "owner", kind: "text", of: "step" },
  after: { key: "depends_on", kind: "list", of: "step" },
  "waits for": { key: "decision_id", kind: "text", of: "step" },
  tools: { key: "tools", kind: "list", of: "step" },
  denied_tools: { key: "denied_tools", kind: "list", of: "step" },
  operation: { key: "operation", kind: "text", of: "step" },
  target: { key: "target", kind: "text", of: "step" },
  files: { key: "files", kind: "list", of: "step" },
  commits: { key: "commits", kind: "flag", of: "step" },
  risk: { key: "risk", kind: "text", of: "step" },
  run: { key: "run", kind: "command", of: "step" },
  keeps: { key: "keeps", kind: "text", of: "step" },
  verify: { key: "verify", kind: "command", of: "step" },
  verify_minutes: { key: "verify_minutes", kind: "count", of: "step" },
  undo: { key: "undo", kind: "text", of: "step" },
  model: { key: "model", kind: "text", of: "step" },
  max_tokens: { key: "max_tokens", kind: "count", of: "step" },
  max_turns: { key: "max_turns", kind: "count", of: "step" },
  system_prompt_suffix: { key: "system_prompt_suffix", kind: "text", of: "step" },
  estimate: { key: "estimate", kind: "estimate", of: "step" },
  status: { key: "status", kind: "text", of: "claim" },
  notes: { key: "notes", kind: "text", of: "claim" },
};

/** Alternative names. The last three have other places in a step, and are fields only when escaped. */
const MORE: Record<string, StepField | undefined> = {
  depends_on: FIELDS.after,
  decision_id: FIELDS["waits for"],
  description: { key: "description", kind: "text", of: "step" },
  title: { key: "title", kind: "text", of: "step" },
  id: { key: "id", kind: "text", of: "step" },
};

export const STEP_FIELDS: readonly (StepField & { name: string })[] = Object.entries(FIELDS).map(([name, field]) => ({
  name,
  ...field,
}));

const BY_NAME = new Map(
  [...Object.entries(FIELDS), ...Object.entries(MORE)].map(([name, field]) => [name.replaceAll(" ", "_"), field]),
);

export const STEP_FIELD_NAMES = [...Object.keys(FIELDS), ...Object.keys(MORE)];

/** `Denied tools`, `denied-tools` and `denied_tools` are the same field. */
export function stepField(name: string): StepField | undefined {
  return BY_NAME.get(name.toLowerCase().replace(/[ -]+/g, "_"));
}
