import type { ConfigProblem } from "../../desk/config.ts";
import type { Desk } from "../../desk/desk.ts";

/** Errors in the settings, and patterns in them that have no effect. */
export async function settingsProblems({ configuration, home }: Desk): Promise<ConfigProblem[]> {
  const { config, problems } = configuration;
  if (config.shell_allow.length === 0) return problems;
  // Loaded here: it imports the analysis of command lines, which takes time.
  const { ineffectivePatterns } = await import("../../desk/config/ineffective-patterns.ts");
  // A project can only remove patterns, so those in force are the user's.
  return [...problems, ...ineffectivePatterns(config.shell_allow).map((found) => ({ ...found, file: home.config }))];
}
