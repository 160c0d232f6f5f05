import type { Category } from "./tool.ts";

/** The kinds of tools that a mode allows. Prompts are rendered from it, and the rules judge by it. */
export interface ModePolicy {
  mode: "planning" | "executing";
  allowedCategories: readonly Category[];
  disallowedCategories: readonly Category[];
  notes: readonly string[];
}

export const PLANNING: ModePolicy = {
  mode: "planning",
  allowedCategories: ["read", "search"],
  disallowedCategories: ["write", "execute", "other"],
  notes: ["A shell command counts by what it does: one that is understood to change nothing is allowed."],
};

export const EXECUTING: ModePolicy = {
  mode: "executing",
  allowedCategories: ["read", "search", "write", "execute", "other"],
  disallowedCategories: [],
  notes: ["Only the tools and files that were signed; see the scope."],
};
