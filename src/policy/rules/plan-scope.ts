import { quoted } from "../../plan/quoted.ts";
import { analysedLine } from "../analysed-line.ts";
import { comparablePath } from "../comparable-path.ts";
import { hostFileAt } from "../host-files.ts";
import { isNamed } from "../is-named.ts";
import { mayWrite } from "../modes.ts";
import { named } from "../named.ts";
import { pathsOf } from "../paths-of.ts";
import { repositoryChange } from "../repository-change.ts";
import type { Rule, Word } from "../rule.ts";
import { scopeTools } from "../scope-tools.ts";
import type { Capability, Situation, StepScope } from "../situation.ts";
import type { Tool, ToolCall } from "../tool.ts";
import { toolOf } from "../tool-of.ts";
import { writesOnly } from "../written-places.ts";
import { SANDBOX_MISSING } from "./plan-mode.ts";

/** While executing, an agent uses only the signed tools and files. */
export const planScope: Rule = {
  name: "plan-scope",
  priority: 120,
  code: "OUT_OF_SCOPE",
  judge(call, situation) {
    if (situation.mode !== "executing") return undefined;
    const tool = toolOf(call, situation);
    if (tool?.command !== undefined && situation.facts.sandbox === "missing") return SANDBOX_MISSING;
    // A plan need not list tools that ask a person or look at plans.
    if (tool?.source === "countersign") return within("It belongs to Countersign.");
    // A step's mode holds in every scope: it does not depend on the listed tools.
    if (situation.settings.scope === "full") return byMode(call, tool, situation) ?? within("The scope is full.");
    if (!situation.scope) return outside("No signed plan says what may be done.");
    return (
      byTools(call, tool, situation) ??
      byMode(call, tool, situation) ??
      byCommits(call, tool, situation) ??
      byFiles(call, tool, situation)
    );
  },
  examples: [
    { call: { tool: "write", source: "pi", input: { path: "x" } }, says: "nothing" },
    { call: { tool: "edit", source: "pi", input: { path: "x" } }, situation: step({ tools: ["edit"] }), says: "note" },
    {
      call: { tool: "write", source: "pi", input: { path: "x" } },
      situation: step({ tools: ["edit"] }),
      says: "deny",
      code: "OUT_OF_SCOPE",
    },
    // Tools for reading must be signed like others.
    { call: { tool: "read", source: "pi", input: { path: "x" } }, situation: step({ tools: ["edit"] }), says: "deny" },
    { call: { tool: "read", source: "pi", input: { path: "x" } }, situation: step({}), says: "note" },
    // A person's amendments.
    {
      call: { tool: "write", source: "pi", input: { path: "x" } },
      situation: step({ tools: ["edit"], also: ["write"] }),
      says: "note",
    },
    {
      call: { tool: "bash", source: "pi", input: { command: "ls" } },
      situation: step({ also: ["bash"] }),
      says: "note",
    },
    {
      call: { tool: "write", source: "pi", input: { path: "x" } },
      situation: step({ denied_tools: ["write"], also: ["write"] }),
      says: "deny",
    },
    // A shell must be listed explicitly.
    { call: { tool: "bash", source: "pi", input: { command: "make" } }, situation: step({}), says: "deny" },
    {
      call: { tool: "bash", source: "pi", input: { command: "make" } },
      situation: { ...step({ tools: ["bash"] }), facts: { sandbox: "on" } },
      says: "note",
    },
    { call: { tool: "edit", source: "pi", input: {} }, situation: step({ denied_tools: ["edit"] }), says: "deny" },
    {
      call: { tool: "edit", source: "pi", input: { path: "src/a.ts" } },
      situation: step({ files: ["src/**"] }),
      says: "note",
    },
    {
      call: { tool: "edit", source: "pi", input: { path: "src/../README.md" } },
      situation: step({ files: ["src/**"] }),
      says: "deny",
    },
    { call: { tool: "edit", source: "pi", input: { path: "../x" } }, situation: step({}), says: "deny" },
    { call: { tool: "edit", source: "pi", input: { path: "x" } }, situation: step({ mode: "research" }), says: "deny" },
    // An unknown tool may write.
    {
      call: { tool: "anything", input: {} },
      situation: step({ mode: "design", tools: ["anything"] }),
      says: "deny",
    },
    {
      call: { tool: "anything", input: {}, readOnlyHint: true },
      situation: step({ mode: "design", tools: ["anything"] }),
      says: "confirm",
    },
    {
      call: { tool: "ask_user", source: "countersign", input: {} },
      situation: step({ tools: ["edit"] }),
      says: "note",
    },
    // Only a step with `commits` changes the repository.
    {
      call: { tool: "bash", source: "pi", input: { command: "npm test && git commit -m x" } },
      situation: step({ tools: ["bash"] }),
      says: "deny",
      code: "OUT_OF_SCOPE",
    },
    {
      call: { tool: "bash", source: "pi", input: { command: "git commit -m x" } },
      situation: { ...step({ tools: ["bash"], commits: true }), facts: { sandbox: "on" } },
      says: "note",
    },
    {
      call: { tool: "bash", source: "pi", input: { command: "git status && git diff && npm test" } },
      situation: { ...step({ tools: ["bash"] }), facts: { sandbox: "on" } },
      says: "note",
    },
    { call: { tool: "write", source: "pi", input: { path: ".git/HEAD" } }, situation: step({}), says: "deny" },
    {
      call: { tool: "write", source: "pi", input: { path: ".git/HEAD" } },
      situation: step({ commits: true }),
      says: "note",
    },
    // A shell can write anywhere: without a sandbox a person is asked.
    {
      call: { tool: "bash", source: "pi", input: { command: "make" } },
      situation: step({ tools: ["bash"] }),
      says: "confirm",
    },
    // Unless the line names all paths that it writes, and the whole project was signed.
    {
      call: { tool: "bash", source: "pi", input: { command: "mkdir -p build && echo x > build/a" } },
      situation: step({ tools: ["bash"] }),
      says: "note",
    },
    {
      call: { tool: "bash", source: "pi", input: { command: "mkdir src/x" } },
      situation: step({ tools: ["bash"], files: ["src/**"] }),
      says: "confirm",
    },
    {
      call: { tool: "bash", source: "pi", input: { command: "make" } },
      situation: step({ tools: ["bash"], files: ["src/**"] }),
      says: "confirm",
    },
    {
      call: { tool: "anything", input: {} },
      situation: { mode: "executing", settings: { scope: "full" } },
      says: "note",
    },
    {
      call: { tool: "edit", source: "pi", input: { path: "x" } },
      situation: { ...step({ mode: "research" }), settings: { scope: "full" } },
      says: "deny",
    },
    { call: { tool: "read", source: "pi", input: {} }, situation: { mode: "executing" }, says: "deny" },
  ],
};

function byTools(call: ToolCall, tool: Tool | undefined, situation: Situation): Word | undefined {
  const { scope, registry } = situation;
  if (scope?.step?.denied_tools && isNamed(call, scope.step.denied_tools, registry)) {
    return outside(`Step ${scope.step.id} may not use ${named(call.tool)}.`);
  }
  if (scope?.step?.also && isNamed(call, scope.step.also, registry)) return undefined;
  const listed = scopeTools(situation);
  if (listed === undefined) {
    if (tool?.command === undefined) return undefined;
    return outside(`${named(call.tool)} is not in the plan, and a shell must be listed to be used.`);
  }
  const tools = [...listed, ...capabilitiesOf(situation).flatMap((capability) => capability.tools ?? [])];
  if (isNamed(call, tools, registry)) return undefined;
  const commands = commandsOf(situation);
  if (tool && commands.length > 0 && isTaught(call, tool, commands, situation)) return undefined;
  const only = listed.length > 0 ? `Only ${listed.map(named).join(", ")} are available.` : "No tool is available.";
  return outside(`Tool not available in plan scope. ${only}`);
}

/** The signed capabilities, from the user's settings. */
function capabilitiesOf(situation: Situation): Capability[] {
  const { capabilities } = situation.settings;
  return (scopeTools(situation) ?? []).flatMap((name) => {
    const capability = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
    return capability === undefined ? [] : [capability];
  });
}

function commandsOf(situation: Situation): string[] {
  return capabilitiesOf(situation).flatMap(({ commands = [] }) => commands);
}

/** Whether every command of the line is covered by the capability, or harmless. */
function isTaught(call: ToolCall, tool: Tool, commands: readonly string[], situation: Situation): boolean {
  const found = analysedLine(call, tool, situation, commands);
  return typeof found !== "string" && found.analysis.readOnly;
}

/** Research and design only read: only calls that are known to change nothing. */
function byMode(call: ToolCall, tool: Tool | undefined, situation: Situation): Word | undefined {
  const step = situation.scope?.step;
  if (step === undefined || mayWrite(step)) return undefined;
  const looks =
    tool?.command === undefined
      ? tool?.category === "read" || tool?.category === "search"
      : isHarmless(call, tool, situation);
  if (looks) return undefined;
  const nothing = `Step ${step.id} is for ${step.mode} and changes nothing`;
  if (tool !== undefined && tool.category !== "other") return outside(`${nothing}.`);
  if (tool === undefined && call.readOnlyHint === true) {
    const reason = `${nothing}; ${named(call.tool)} claims to be read-only, but no setting confirms it.`;
    return { says: "confirm", code: "CONFIRMATION_NEEDED", reason };
  }
  return outside(`${nothing}, and what ${named(call.tool)} does is unknown.`);
}

/** A step must declare that it changes the repository. */
function byCommits(call: ToolCall, tool: Tool | undefined, situation: Situation): Word | undefined {
  const step = situation.scope?.step;
  if (step === undefined || step.commits || tool === undefined) return undefined;
  const found = repositoryChange(call, tool, situation);
  if (found === undefined) return undefined;
  return outside(`${quoted(found)} changes the git repository, and step ${step.id} has no "commits: true".`);
}

function byFiles(call: ToolCall, tool: Tool | undefined, situation: Situation): Word {
  const { scope, facts } = situation;
  const files = scope?.step?.files;
  const project = facts.world.resolve(facts.project, facts.cwd);
  if (tool?.command !== undefined && facts.sandbox === "off") {
    if (files ? isHarmless(call, tool, situation) : staysInside(call, tool, project, situation)) return within(PLANNED);
    const meant = files ? files.map(named).join(", ") : "the files of the project";
    const step = scope?.step === undefined ? "The plan" : `Step ${scope.step.id}`;
    const reason = `${step} may only touch ${meant}, and no sandbox holds this command to that.`;
    return { says: "confirm", code: "CONFIRMATION_NEEDED", reason };
  }
  if (tool?.category !== "write") return within(PLANNED);
  for (const path of pathsOf(call, tool, facts)) {
    if ("because" in path) return outside(`Where ${quoted(path.text)} leads is not clear: ${path.because}.`);
    const isMeant = path.places.every((place) => isCovered(place, project, files, facts));
    if (!isMeant)
      return outside(
        `${quoted(path.text)} is not among ${files ? files.map(named).join(", ") : "the files of the project"}.`,
      );
  }
  return within(PLANNED);
}

const PLANNED = "The plan allows it.";

function isCovered(
  place: string,
  project: string,
  files: readonly string[] | undefined,
  facts: Situation["facts"],
): boolean {
  if (!place.startsWith(`${project}/`)) return false;
  if (!files) return true;
  const path = place.slice(project.length + 1);
  const matches = (glob: string) => facts.matches(path, glob);
  const exceptions = files.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  return files.some((glob) => !glob.startsWith("!") && matches(glob)) && !exceptions.some(matches);
}

function isHarmless(call: ToolCall, tool: Tool, situation: Situation): boolean {
  const found = analysedLine(call, tool, situation);
  return typeof found !== "string" && found.analysis.readOnly;
}

/**
 * Whether the line names all paths that it writes, inside the project. A signed capability is trusted: the user
 * defined it.
 */
function staysInside(call: ToolCall, tool: Tool, project: string, situation: Situation): boolean {
  const { facts, settings } = situation;
  const found = analysedLine(call, tool, situation, [...settings.shell_allow, ...commandsOf(situation)]);
  if (typeof found === "string") return false;
  // A link may lead to a path that the line does not name.
  const isPlain = (place: string) => !/\/\.git(?:\/|$)/.test(comparablePath(place)) && hostFileAt(place) === undefined;
  return writesOnly(found.analysis, found.line, facts, (place) => place.startsWith(`${project}/`) && isPlain(place));
}

function within(reason: string): Word {
  return { says: "note", code: "ALLOWED", reason };
}

function outside(reason: string): Word {
  const hint = "Do the step within its approved scope, or say what is missing: a person can amend the plan.";
  return { says: "deny", code: "OUT_OF_SCOPE", reason, hint };
}

function step(more: Omit<StepScope, "id">) {
  return { mode: "executing", activePlan: true, scope: { step: { id: "one", ...more } } } as const;
}
