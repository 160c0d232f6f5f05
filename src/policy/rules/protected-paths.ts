import { quoted } from "../../plan/quoted.ts";
import { patchPaths, pathsOf, type TouchedPath, touched, type UnclearPath } from "../paths-of.ts";
import { namesProcessFile } from "../process-files.ts";
import { protectedWord } from "../protected-word.ts";
import { type ProtectedPlace, type Protection, protectionOf } from "../protection.ts";
import type { Rule, Word } from "../rule.ts";
import type { Situation } from "../situation.ts";
import type { Tool, ToolCall } from "../tool.ts";
import { toolOf } from "../tool-of.ts";

/** In every mode and at every level: some places no tool writes, and a few no tool reads. */
export const protectedPaths: Rule = {
  name: "protected-paths",
  priority: 130,
  code: "PROTECTED_PATH",
  judge(call, situation) {
    const tool = toolOf(call, situation);
    const isLooking = tool?.category === "read" || tool?.category === "search";
    const paths = everyPath(call, tool, situation);
    const protection = paths.length > 0 ? protectionOf(situation.facts) : undefined;
    for (const path of paths) {
      if ("because" in path) return unclear(path);
      const place = protection && placeOf(path, isLooking, protection);
      if (place) return denial(path.text, place);
    }
    return tool?.command === undefined ? undefined : wordOn(protectedWord(call, tool, situation));
  },
  examples: [
    { call: { tool: "write", source: "pi", input: { path: "src/a.ts" } }, says: "nothing" },
    { call: { tool: "write", source: "pi", input: { path: ".pi/plans/PLAN-0000abcd.md" } }, says: "deny" },
    { call: { tool: "read", source: "pi", input: { path: ".pi/plans/PLAN-0000abcd.md" } }, says: "nothing" },
    { call: { tool: "edit", source: "pi", input: { path: "src/../.pi/plans.json" } }, says: "deny" },
    { call: { tool: "Write", source: "claude-code", input: { file_path: ".GIT/hooks/pre-commit" } }, says: "deny" },
    { call: { tool: "write", source: "pi", input: { path: "@.git/config" } }, says: "deny" },
    { call: { tool: "edit", source: "pi", input: { path: "~/.pi/agent/discord.json" } }, says: "deny" },
    { call: { tool: "bash", source: "pi", input: { command: "echo {} > ~/.pi/agent/discord.json" } }, says: "deny" },
    { call: { tool: "write", source: "pi", input: { path: ".github/workflows/ci.yml" } }, says: "nothing" },
    { call: { tool: "read", source: "pi", input: { path: "~/.pi/agent/countersign/keys/current" } }, says: "deny" },
    { call: { tool: "grep", source: "pi", input: { pattern: "x", path: "~" } }, says: "deny" },
    { call: { tool: "ls", source: "pi", input: { path: "~" } }, says: "nothing" },
    { call: { tool: "read", source: "pi", input: { path: "/proc/self/environ" } }, says: "deny" },
    { call: { tool: "read", source: "pi", input: { path: "/proc/self/status" } }, says: "nothing" },
    { call: { tool: "grep", source: "pi", input: { pattern: "KEY", path: "/proc" } }, says: "deny" },
    { call: { tool: "bash", source: "pi", input: { command: "cat /proc/1/environ" } }, says: "deny" },
    { call: { tool: "bash", source: "pi", input: { command: "ps eww" } }, says: "deny" },
    { call: { tool: "find", source: "pi", input: { pattern: "/home/**/*.key" } }, says: "deny" },
    {
      call: {
        tool: "apply_patch",
        source: "codex",
        input: { input: "*** Begin Patch\n*** Add File: .git/hooks/post-checkout\n+x\n*** End Patch" },
      },
      says: "deny",
    },
    { call: { tool: "mcp__files__write", input: { to: { file: ".git/config" } } }, says: "deny" },
    { call: { tool: "bash", source: "pi", input: { command: "echo x > .git/config" } }, says: "deny" },
    { call: { tool: "bash", source: "pi", input: { command: "npm test" } }, says: "nothing" },
    { call: { tool: "bash", source: "pi", input: { command: "git add .pi/plans" } }, says: "nothing" },
    {
      call: { tool: "write", source: "pi", input: { path: ".git/hooks/pre-push" } },
      situation: { mode: "planning", settings: { level: "prompt", yolo: true } },
      says: "deny",
      code: "PROTECTED_PATH",
    },
  ],
};

function placeOf(path: TouchedPath, isLooking: boolean, protection: Protection): ProtectedPlace | undefined {
  const places = path.places.map((place) => protection.placeOf(place));
  const found = places.find((place) => place?.unreadable) ?? (isLooking ? undefined : places.find((place) => place));
  if (found) return found;
  if (!path.isRecursive) return undefined;
  return path.places.map((place) => protection.secretBelow(place)).find((place) => place);
}

/** Of a tool that says nothing about its fields every text may be a path. */
function everyPath(call: ToolCall, tool: Tool | undefined, { facts, registry }: Situation) {
  const isDescribed = tool && registry.some(({ name, source }) => name === tool.name && source === tool.source);
  if (isDescribed && tool.category !== "execute" && tool.category !== "other") return pathsOf(call, tool, facts);
  if (tool?.command !== undefined) return [];
  return textsIn(call.input)
    .flatMap((text) => (text.includes("\n") ? patchPaths(text) : [text]))
    .map((text) => touched(text, [facts.cwd], false, facts))
    .filter((path) => !("because" in path) || namesProcessFile(path.text));
}

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value.slice(0, 100_000)];
  if (typeof value !== "object" || value === null || depth > 8) return [];
  return Object.values(value)
    .flatMap((item) => textsIn(item, depth + 1))
    .slice(0, 500);
}

function unclear({ text, because }: UnclearPath): Word {
  const reason = `Where ${quoted(text)} leads is not clear: ${because}.`;
  return { says: "deny", code: "PROTECTED_PATH", reason, hint: "Name the file by a plain path." };
}

function wordOn(found: ReturnType<typeof protectedWord>): Word | undefined {
  return found && denial(found.text, found.place);
}

function denial(text: string, { what, unreadable }: ProtectedPlace): Word {
  const may = unreadable ? "read or write" : "write";
  const reason = `${quoted(text)} leads to ${what}, which no tool may ${may}.`;
  const hint = unreadable ? "Look in the project, or in a narrower directory." : "A person can change it by hand.";
  return { says: "deny", code: "PROTECTED_PATH", reason, hint };
}
