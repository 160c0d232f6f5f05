import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import type { Desk } from "../desk/desk.ts";
import { findHome } from "../desk/home.ts";
import { detectSandbox } from "../sandbox/detect.ts";
import { executingProfile, planningProfile, type SandboxProfile } from "../sandbox/profile.ts";
import { type SandboxFact, SWITCHED_OFF, sandboxFact } from "../sandbox/sandbox.ts";

/** Whether commands of this project run in a sandbox. What works is tried once an hour. */
export async function sandboxOf(desk: Desk, env: NodeJS.ProcessEnv): Promise<SandboxFact> {
  const setting = desk.configuration.config.sandbox;
  if (setting === "off") return SWITCHED_OFF;
  const cache = join(desk.home.directory, "sandbox.json");
  return sandboxFact(setting, await detectSandbox({ env, project: desk.project, cache }));
}

/** What a command may do: look while planning; change a step's files while executing. */
export function profileOf(
  desk: Desk,
  mode: "planning" | "executing",
  cwd: string,
  files?: readonly string[],
): SandboxProfile {
  const { planning, executing } = desk.configuration.config;
  const around = {
    cwd,
    homes: homes(),
    // Also where it would be without COUNTERSIGN_HOME.
    secret: [desk.home.directory, findHome({}).directory],
    reveal: planning.reveal,
  };
  if (mode === "planning") return planningProfile({ ...around, network: planning.network });
  return executingProfile({ ...around, network: executing.network, project: desk.project, ...(files && { files }) });
}

function homes(): string[] {
  try {
    return [...new Set([homedir(), userInfo().homedir])];
  } catch {
    return [homedir()];
  }
}
