import { relative } from "node:path";
import type { Addition } from "../lifecycle/amendment.ts";
import { isNamed } from "../policy/is-named.ts";
import { judge } from "../policy/judge.ts";
import { pathsOf } from "../policy/paths-of.ts";
import { repositoryChange } from "../policy/repository-change.ts";
import { scopeTools } from "../policy/scope-tools.ts";
import { literalPath } from "../policy/signed-host-file.ts";
import type { Situation, StepScope } from "../policy/situation.ts";
import type { ToolCall } from "../policy/tool.ts";
import { toolOf } from "../policy/tool-of.ts";

/**
 * The additions to a step's scope that would allow this call. Undefined if none would: the call is protected, denied to the
 * step, or not part of its mode.
 */
export function missingScope(call: ToolCall, situation: Situation): Addition | undefined {
  const step = situation.scope?.step;
  if (step === undefined) return undefined;
  const tools = isListed(call, situation) ? [] : [call.tool];
  const touched = filesOf(call, situation, step);
  if (touched === undefined) return undefined;
  const tool = toolOf(call, situation);
  const commits = !step.commits && tool !== undefined && repositoryChange(call, tool, situation) !== undefined;
  const files = [...touched];
  for (let round = 0; round <= MOST_HOST_FILES; round++) {
    const wider: StepScope = {
      ...step,
      also: [...(step.also ?? []), ...tools],
      ...(step.files && { files: [...step.files, ...files] }),
      alsoFiles: [...(step.alsoFiles ?? []), ...files],
      ...(commits && { commits }),
    };
    const { verdict, rulings } = judge(call, { ...situation, scope: { ...situation.scope, step: wider } });
    if (verdict !== "deny") return additionOf(tools, files, commits);
    // A file that a host loads must be named by its literal path: globs do not count.
    const unsigned = rulings.find((ruling) => ruling.unsigned !== undefined)?.unsigned;
    if (unsigned === undefined || files.includes(unsigned) || !isLiteral(unsigned)) return undefined;
    files.push(unsigned);
  }
  return undefined;
}

const MOST_HOST_FILES = 10;

function additionOf(tools: string[], files: string[], commits: boolean): Addition | undefined {
  if (!commits && tools.length + files.length === 0) return undefined;
  return { ...(tools.length > 0 && { tools }), ...(files.length > 0 && { files }), ...(commits && { commits }) };
}

function isLiteral(file: string): boolean {
  return file !== "" && !/^(?:\/|\.\.)/.test(file) && literalPath(file) === file;
}

function isListed(call: ToolCall, situation: Situation): boolean {
  const listed = scopeTools(situation);
  if (listed === undefined) return toolOf(call, situation)?.command === undefined;
  return isNamed(call, listed, situation.registry);
}

/** The files it would touch beyond the step's own, as they are; nothing if they are outside the project, or unclear. */
function filesOf(call: ToolCall, { registry, facts, ...situation }: Situation, step: StepScope): string[] | undefined {
  const tool = toolOf(call, { ...situation, registry, facts });
  if (tool?.category !== "write" || step.files === undefined) return [];
  const project = facts.world.resolve(facts.project, facts.cwd);
  const found: string[] = [];
  for (const path of pathsOf(call, tool, facts)) {
    if ("because" in path) return undefined;
    for (const place of path.places) {
      const file = relative(project, place);
      if (!isLiteral(file)) return undefined;
      found.push(file);
    }
  }
  return [...new Set(found)];
}
