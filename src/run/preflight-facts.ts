import { changedArtifacts } from "../desk/changed-artifacts.ts";
import type { Desk } from "../desk/desk.ts";
import { changedSince, hiddenChanges } from "../desk/git.ts";
import { registryAt } from "../desk/program-tools.ts";
import { projectFacts } from "../desk/project-facts.ts";
import { situationOf } from "../desk/situation.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { OfferedTool } from "../policy/offered-tool.ts";
import type { Registry } from "../policy/registry.ts";
import { repositoryChange } from "../policy/repository-change.ts";
import { protectedPaths } from "../policy/rules/protected-paths.ts";
import { toolOf } from "../policy/tool-of.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";
import type { HostTools } from "./capabilities.ts";
import type { PreflightFacts } from "./preflight.ts";
import { planToRun } from "./steps-left.ts";

/** What only the host of a run knows. */
export interface PreflightHost {
  offered: readonly OfferedTool[];
  /** Extensions that did not load: a missing tool may be theirs. */
  failures?: HostTools["failures"];
  registry?: Registry;
  /** Every model that could run a step, as `provider/id`. */
  models?: readonly string[];
  sandbox: SandboxFact;
}

/** Looks at the project and at the settings for what a plan is held against before it runs. */
export function preflightFacts(desk: Desk, state: LivePlan, host: PreflightHost): PreflightFacts {
  const plan = planToRun(state);
  const { matches } = projectFacts(desk.project);
  const unseen = plan.base_commit === undefined ? undefined : hiddenChanges(desk.project);
  return {
    tools: {
      offered: host.offered,
      registry: host.registry ?? registryAt(desk),
      capabilities: desk.configuration.config.capabilities,
      ...defined({ failures: host.failures }),
    },
    ...defined({ models: host.models }),
    sandbox: host.sandbox.sandbox === "on" ? { sandbox: "on" } : host.sandbox,
    changed: changedSince(desk.project, plan),
    ...defined({ unseen }),
    artifacts: changedArtifacts(desk.project, plan),
    changesRepository: repositoryChangeIn(desk),
    ...(host.sandbox.sandbox !== "on" && { protectedIn: protectedIn(desk) }),
    ...defined({ matches }),
  };
}

/** Without a sandbox nothing else stops a signed command at a protected path. */
function protectedIn(desk: Desk): NonNullable<PreflightFacts["protectedIn"]> {
  return (command, { id, files }) => {
    const scope = { step: { id, ...defined({ files }) } };
    const situation = situationOf(desk, "executing", { sandbox: "off", cwd: desk.project }, scope);
    const word = protectedPaths.judge({ tool: "bash", source: "pi", input: { command } }, situation);
    return word?.says === "deny" ? word : undefined;
  };
}

/** As in a sandbox: there only what is sure counts. */
function repositoryChangeIn(desk: Desk): (command: string) => string | undefined {
  const situation = situationOf(desk, "executing", { sandbox: "on", cwd: desk.project });
  return (command) => {
    const call = { tool: "bash", source: "pi", input: { command } };
    const tool = toolOf(call, situation);
    return tool && repositoryChange(call, tool, situation);
  };
}
