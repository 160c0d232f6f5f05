import { homedir, tmpdir } from "node:os";
import { matchesGlob } from "node:path";
import { type AgentState, isStillReadOnly } from "../lifecycle/agent-phase.ts";
import { type Amendment, additionsTo, amendedStep } from "../lifecycle/amendment.ts";
import type { Approval } from "../lifecycle/plan-state.ts";
import type { StepId } from "../plan/plan.ts";
import type { Registry } from "../policy/registry.ts";
import type { Facts, PolicySettings, SignedScope, Situation } from "../policy/situation.ts";
import { KNOWN_TOOLS } from "../policy/tools/known-tools.ts";
import { toolsOfPlan } from "../policy/tools-of-plan.ts";
import type { LoadedConfig } from "./config.ts";
import type { Desk } from "./desk.ts";
import { realWorld } from "./world.ts";

/** What only the host of an agent knows. */
export interface HostFacts {
  sandbox: Facts["sandbox"];
  /** Where its tools run; the project if it does not say. */
  cwd?: string;
  /** The shell in which its shell tool runs a line. */
  shell?: string;
  registry?: Registry;
  templateTools?: readonly string[];
  /** Its model can type into a command that runs. */
  keyboard?: true;
  /** Where it keeps the plan files of its own plan mode, while that is on. */
  planFiles?: string;
}

/** Everything a call is judged by, in this mode. */
export function situationOf(desk: Desk, mode: Situation["mode"], host: HostFacts, scope?: SignedScope): Situation {
  const { project, home, configuration, protects } = desk;
  return {
    mode,
    settings: settingsOf(configuration),
    registry: host.registry ?? KNOWN_TOOLS,
    templateTools: host.templateTools ?? [],
    activePlan: mode === "executing",
    ...(scope !== undefined && { scope }),
    facts: {
      cwd: host.cwd ?? project,
      project,
      home: homedir(),
      ...tempOutside(project),
      countersignHome: home.directory,
      userConfig: home.config,
      ...(protects.length > 0 && { alsoProtected: protects }),
      world: realWorld(),
      ...(host.keyboard && { keyboard: true }),
      ...(host.planFiles !== undefined && { planFiles: host.planFiles }),
      sandbox: host.sandbox,
      shell: host.shell ?? "bash",
      matches: matchesGlob,
    },
  };
}

/** Next to a project in the directory for temporary files lies what somebody else may need. */
function tempOutside(project: string): Pick<Facts, "temp"> {
  const temp = tmpdir();
  return project === temp || project.startsWith(`${temp}/`) ? {} : { temp };
}

/** A plan that waits for its answer is still being planned; a time-out or the end of a session gives an agent nothing. */
export function modeOf(agent: AgentState): Situation["mode"] {
  switch (agent.phase) {
    case "inactive":
      return isStillReadOnly(agent) ? "planning" : "none";
    case "gathering":
    case "submitted":
      return "planning";
    case "executing":
      return "executing";
  }
}

/** What was signed: the plan's copy in the journal, less the steps that were left out, plus what a person added since. */
export function scopeOf(
  { signed, choices }: Approval,
  current?: StepId,
  amendments?: readonly Amendment[],
): SignedScope {
  const steps = signed.plan.steps.filter(({ id }) => !choices.left_out?.includes(id));
  const tools = toolsOfPlan({ ...signed.plan, steps });
  const step = steps.find(({ id }) => id === current);
  if (step === undefined) return tools === undefined ? {} : { tools };
  const { tools: also, files: alsoFiles } = additionsTo(step.id, amendments);
  const own = {
    ...amendedStep(step, amendments),
    ...(also.length > 0 && { also }),
    ...(alsoFiles.length > 0 && { alsoFiles }),
  };
  return { ...(tools !== undefined && { tools }), step: own };
}

function settingsOf({ config, unclear }: LoadedConfig): PolicySettings {
  const { level, shell, scope, yolo, tool_ignore, guardedTools, guarded, shell_allow, tools, capabilities } = config;
  const isGuardUnclear = unclear.has("guardedTools");
  return {
    ...{ level, shell, scope, yolo, tool_ignore, guardedTools, isGuardUnclear, guarded },
    ...{ shell_allow, tools, capabilities },
  };
}
