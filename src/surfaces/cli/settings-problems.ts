import type { ConfigProblem } from "../../desk/config.ts";
import type { Desk } from "../../desk/desk.ts";

/** What is wrong with the settings, and what in them has no effect. */
export async function settingsProblems({ configuration, home }: Desk): Promise<ConfigProblem[]> {
  const { config, problems } = configuration;
  if (config.shell_allow.length === 0) return problems;
  // It loads the analysis of command lines, which a plain command does without.
  const { ineffectivePatterns } = await import("../../desk/config/ineffective-patterns.ts");
  // A project can only take patterns away: those in force are the user's.
  return [...problems, ...ineffectivePatterns(config.shell_allow).map((found) => ({ ...found, file: home.config }))];
}
