import type { Category } from "./tool.ts";

/** The kinds of tools that a mode allows. The rules judge by it, and prompts name the tools accordingly. */
export interface ModePolicy {
  mode: "planning";
  allowedCategories: readonly Category[];
  disallowedCategories: readonly Category[];
}

/** A shell command counts by what it does. While executing, the signed scope decides instead of categories. */
export const PLANNING: ModePolicy = {
  mode: "planning",
  allowedCategories: ["read", "search"],
  disallowedCategories: ["write", "execute", "other"],
};
