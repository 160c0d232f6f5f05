import type { Step, StepId } from "../plan/plan.ts";
import type { Registry } from "./registry.ts";
import type { Category } from "./tool.ts";
import type { World } from "./world.ts";

/** Everything a call is judged by, besides itself. */
export interface Situation {
  /** `none` outside plan mode. A submitted plan that waits for its answer is still planning. */
  mode: "none" | "planning" | "executing";
  settings: PolicySettings;
  registry: Registry;
  facts: Facts;
  /** Why an agent that does not plan can only read, for the agent; judged as planning, and no plan can be submitted. */
  readOnly?: string;
  /** Tools that the prompt template in use allows without asking. */
  templateTools: readonly string[];
  /** An approved plan is running. */
  activePlan: boolean;
  /** The signed scope; while executing. Without it nothing is in scope. */
  scope?: SignedScope;
}

/** The settings that the policy reads. */
export interface PolicySettings {
  level: "prompt" | "log" | "enforce";
  shell: "off" | "read-only";
  scope: "step" | "plan" | "full";
  yolo: boolean;
  tool_ignore: readonly string[];
  guardedTools: readonly string[];
  /** `guardedTools` could not be read in full: every tool that does more than read may be one of them. */
  isGuardUnclear?: boolean;
  guarded: "log" | "block";
  /** Commands that the user allows, as patterns over arguments. */
  shell_allow: readonly string[];
  /** The user's descriptions of tools, by name. */
  tools: Readonly<Record<string, ToolSetting>>;
  /** Names in plans for tools, or for commands as patterns over arguments. */
  capabilities: Readonly<Record<string, Capability>>;
}

export interface ToolSetting {
  category: Category;
  /** Only for the tool of this extension or server. */
  source?: string;
}

export interface Capability {
  tools?: readonly string[];
  commands?: readonly string[];
}

/** Facts about the world. Paths are absolute. */
export interface Facts {
  cwd: string;
  project: string;
  home: string;
  countersignHome: string;
  /** The user's own settings. */
  userConfig: string;
  /** The system's directory for temporary files, unless the project is in it. */
  temp?: string;
  /** Further paths that no tool may write, such as a git directory that is not called `.git`. */
  alsoProtected?: readonly string[];
  /** The tools of Countersign that the agent can call now: a hint names no other. */
  planTools?: readonly string[];
  /** Where the host keeps the plan files of its own plan mode; only while that is on. */
  planFiles?: string;
  world: World;
  /** `missing`: required, but not available. */
  sandbox: "on" | "off" | "missing";
  /** The shell in which the host's shell tool runs a line. */
  shell: string;
  /** The model can send input to a running command, and no rule judges that input. */
  keyboard?: true;
  /** Whether the path, relative to the project, matches the glob. */
  matches(path: string, glob: string): boolean;
}

export interface SignedScope {
  /** The plan's `tools_required` or, without them, the tools of its steps; undefined if one of them may use any. */
  tools?: readonly string[];
  /** The step that this agent runs. */
  step?: StepScope;
}

export interface StepScope {
  id: StepId;
  mode?: NonNullable<Step["mode"]>;
  tools?: readonly string[];
  denied_tools?: readonly string[];
  /** Tools that a person added since it was signed. */
  also?: readonly string[];
  /** Globs, relative to the project; one that begins with `!` excludes files. */
  files?: readonly string[];
  /** It may change the git repository. */
  commits?: boolean;
  /** Literal paths that a person added since it was signed, also if `files` is absent and means all. */
  alsoFiles?: readonly string[];
}
