/** Which tools an agent has; what may be done with them, and when, is the policy's. */
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
