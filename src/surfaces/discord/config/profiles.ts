/** The tools of an agent; the policy decides each call. */
export interface Profile {
  name: string;
  tools: readonly string[];
  /** Keys of plans.json. */
  settings: Readonly<Record<string, unknown>>;
}

/** A shell can do everything, so an agent that only reads has none. */
const READING = ["read", "grep", "find", "ls"];

export const PROFILES: Readonly<Record<string, Profile>> = {
  reader: { name: "reader", tools: READING, settings: {} },
  developer: { name: "developer", tools: [...READING, "bash", "edit", "write"], settings: {} },
};
