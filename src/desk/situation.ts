import { homedir, tmpdir } from "node:os";
import { type AgentState, isStillReadOnly } from "../lifecycle/agent-phase.ts";
import { type Amendment, additionsTo, amendedStep } from "../lifecycle/amendment.ts";
import type { Approval } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { StepId } from "../plan/plan.ts";
import { withoutSteps } from "../plan/without-steps.ts";
import type { Registry } from "../policy/registry.ts";
import type { Facts, PolicySettings, SignedScope, Situation } from "../policy/situation.ts";
import { toolsOfPlan } from "../policy/tools-of-plan.ts";
import type { LoadedConfig } from "./config.ts";
import type { Desk } from "./desk.ts";
import { unusualGitPlaces } from "./look-at-git/unusual-git-places.ts";
import { matchesFiles } from "./matches-files.ts";
import { registryAt } from "./program-tools.ts";
import { realWorld } from "./world.ts";

/** Facts that only the host of an agent knows. */
export interface HostFacts {
  sandbox: Facts["sandbox"];
  /** The directory its tools run in; the project by default. */
  cwd?: string;
  /** The shell in which its shell tool runs a line. */
  shell?: string;
  registry?: Registry;
  templateTools?: readonly string[];
  /** Its model can send input to a running command. */
  keyboard?: true;
  /** The tools of Countersign that its agent can call now. */
  planTools?: readonly string[];
  /** Why its agent can only read although it does not plan, for the agent. */
  readOnly?: string;
  /** Where it keeps the plan files of its own plan mode, while that is on. */
  planFiles?: string;
}

/** Everything a call is judged by, in this mode. */
export function situationOf(desk: Desk, mode: Situation["mode"], host: HostFacts, scope?: SignedScope): Situation {
  const { project, home, configuration } = desk;
  const alsoProtected = [...desk.protects, ...unusualGitPlaces(project)];
  return {
    mode,
    settings: settingsOf(configuration),
    registry: host.registry ?? registryAt(desk),
    templateTools: host.templateTools ?? [],
    activePlan: mode === "executing",
    ...defined({ scope }),
    ...(mode === "planning" && defined({ readOnly: host.readOnly })),
    facts: {
      cwd: host.cwd ?? project,
      project,
      home: homedir(),
      ...tempOutside(project),
      countersignHome: home.directory,
      userConfig: home.config,
      ...(alsoProtected.length > 0 && { alsoProtected }),
      world: realWorld(),
      ...(host.keyboard && { keyboard: true }),
      ...defined({ planFiles: host.planFiles, planTools: host.planTools }),
      sandbox: host.sandbox,
      shell: host.shell ?? "bash",
      matches: matchesFiles,
    },
  };
}

/** A project in the directory for temporary files has other users' files beside it. */
function tempOutside(project: string): Pick<Facts, "temp"> {
  const temp = tmpdir();
  return project === temp || project.startsWith(`${temp}/`) ? {} : { temp };
}

/**
 * A plan that waits for its answer is still being planned; a time-out or the end of a session gives an agent nothing.
 */
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

/** The signed scope: the plan's copy in the journal, less the left-out steps, plus a person's amendments. */
export function scopeOf(
  { signed, choices }: Approval,
  current?: StepId,
  amendments?: readonly Amendment[],
): SignedScope {
  const plan = withoutSteps(signed.plan, choices.left_out ?? []);
  const tools = toolsOfPlan(plan);
  const step = plan.steps.find(({ id }) => id === current);
  if (step === undefined) return tools === undefined ? {} : { tools };
  const { tools: also, files: alsoFiles } = additionsTo(step.id, amendments);
  const own = {
    ...amendedStep(step, amendments),
    ...(also.length > 0 && { also }),
    ...(alsoFiles.length > 0 && { alsoFiles }),
  };
  return { ...defined({ tools }), step: own };
}

function settingsOf({ config, unclear }: LoadedConfig): PolicySettings {
  const { level, shell, scope, yolo, tool_ignore, guardedTools, guarded, shell_allow, tools, capabilities } = config;
  const isGuardUnclear = unclear.has("guardedTools");
  return {
    level,
    shell,
    scope,
    yolo,
    tool_ignore,
    guardedTools,
    isGuardUnclear,
    guarded,
    shell_allow,
    tools,
    capabilities,
  };
}
