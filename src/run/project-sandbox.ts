import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import type { Desk } from "../desk/desk.ts";
import { findHome } from "../desk/home.ts";
import { matchesFiles } from "../desk/matches-files.ts";
import { defined } from "../plan/defined.ts";
import type { Facts } from "../policy/situation.ts";
import { detectSandbox } from "../sandbox/detect.ts";
import type { Loopback } from "../sandbox/loopback.ts";
import { executingProfile, planningProfile, type SandboxProfile } from "../sandbox/profile.ts";
import { type Sandbox, type SandboxFact, SWITCHED_OFF, sandboxFact } from "../sandbox/sandbox.ts";
import { repositoryToChange } from "./repository-to-change.ts";
import { scratchDirectory } from "./steps-apart.ts";

/** Whether commands of this project run in a sandbox. */
export async function projectSandbox(desk: Desk, env: NodeJS.ProcessEnv): Promise<SandboxFact> {
  const setting = desk.configuration.config.sandbox;
  return setting === "off" ? SWITCHED_OFF : sandboxFact(setting, await machineSandbox(desk, env));
}

/** The sandbox of this machine, regardless of the settings. A working one is tested once an hour, or now with `fresh`. */
export function machineSandbox(desk: Desk, env: NodeJS.ProcessEnv, { fresh = false } = {}): Promise<Sandbox> {
  const cache = join(desk.home.directory, "sandbox.json");
  return detectSandbox({ env, project: desk.project, ...(!fresh && { cache }) });
}

/** The same in the policy's terms. */
export function sandboxForPolicy({ sandbox }: SandboxFact): Facts["sandbox"] {
  return sandbox === "refuse" ? "missing" : sandbox;
}

/** The signed limits of a step that a sandbox enforces. */
interface StepLimits {
  files?: readonly string[] | undefined;
  filesOfPlan?: readonly string[] | undefined;
  writes?: boolean | undefined;
  commits?: boolean | undefined;
  /** The `files` of each step that may run at the same time. */
  beside?: readonly (readonly string[])[] | undefined;
  loopback?: Loopback | undefined;
}

/** What a command may do: look while planning; change a step's files while executing, if the step's mode writes at all. */
export function profileOf(
  desk: Desk,
  mode: "planning" | "executing",
  cwd: string,
  { files, filesOfPlan, writes = true, commits = false, beside = [], loopback }: StepLimits = {},
): SandboxProfile {
  const { planning, executing } = desk.configuration.config;
  const around = {
    cwd,
    homes: homes(),
    // Also where it would be without COUNTERSIGN_HOME.
    secret: [desk.home.directory, findHome({}).directory],
    reveal: planning.reveal,
    ...(mode === "executing" && defined({ loopback })),
  };
  if (mode === "planning") return planningProfile({ ...around, network: planning.network });
  // Nothing is writable, and no other program can be asked to write; all else is as in other steps.
  if (!writes) return { ...planningProfile({ ...around, network: executing.network }), kind: "executing" };
  const repository = commits ? repositoryToChange(desk.project) : undefined;
  return executingProfile({
    ...around,
    network: executing.network,
    project: desk.project,
    ...defined({ files, filesOfPlan, repository }),
    ...(beside.length > 0 && {
      beside: { files: beside, matches: matchesFiles, scratch: scratchDirectory(desk.project) },
    }),
  });
}

function homes(): string[] {
  try {
    return [...new Set([homedir(), userInfo().homedir])];
  } catch {
    return [homedir()];
  }
}
