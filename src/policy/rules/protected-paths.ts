import { quoted } from "../../plan/quoted.ts";
import { analysedLine } from "../analysed-line.ts";
import { hostFileAt } from "../host-files.ts";
import { lexicalPath } from "../lexical-path.ts";
import { patchPaths, pathsOf, type TouchedPath, touched, type UnclearPath } from "../paths-of.ts";
import { namesProcessFile } from "../process-files.ts";
import { isNever, type ProtectedText, partsOf, protectedWords } from "../protected-word.ts";
import { loadedPlace, type ProtectedPlace, type Protection, protectionOf } from "../protection.ts";
import type { Rule, Word } from "../rule.ts";
import { wordsOf } from "../shell/words-of.ts";
import { isDirectoryOfSigned, isSignedHostFile } from "../signed-host-file.ts";
import type { Facts, Situation } from "../situation.ts";
import type { Tool, ToolCall } from "../tool.ts";
import { toolOf } from "../tool-of.ts";

/**
 * In every mode and at every level: some paths no tool writes, and a few no tool reads. A file that a host loads is
 * written only by a step that names its literal path or, outside of steps, after a person's confirmation.
 */
export const protectedPaths: Rule = {
  name: "protected-paths",
  priority: 130,
  code: "PROTECTED_PATH",
  judge(call, situation) {
    const tool = toolOf(call, situation);
    const isLooking = tool?.category === "read" || tool?.category === "search";
    const paths = everyPath(call, tool, situation);
    const protection = paths.length > 0 ? protectionOf(situation.facts) : undefined;
    const loaded: ProtectedText[] = [];
    for (const path of paths) {
      if ("because" in path) return unclear(path);
      const found = protection ? protectedTexts(path, isLooking, protection, situation.facts) : [];
      const never = found.find(({ place }) => isNever(place));
      if (never) return denial(never);
      loaded.push(...found);
    }
    const words = tool?.command === undefined ? [] : protectedWords(call, tool, situation);
    return wordOn([...loaded, ...words.filter((word) => !isOnlyMade(word, call, tool, situation))], situation);
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
    { call: { tool: "write", source: "pi", input: { path: ".vscode/settings.json" } }, says: "confirm" },
    { call: { tool: "read", source: "pi", input: { path: ".vscode/settings.json" } }, says: "nothing" },
    { call: { tool: "bash", source: "pi", input: { command: "cp x .envrc" } }, says: "confirm" },
    {
      call: { tool: "write", source: "pi", input: { path: ".pi/extensions/x.ts" } },
      situation: { mode: "executing", scope: { step: { id: "one", files: ["**"] } } },
      says: "deny",
      code: "PROTECTED_PATH",
    },
    {
      call: { tool: "write", source: "pi", input: { path: ".vscode/settings.json" } },
      situation: { mode: "executing", scope: { step: { id: "one", files: [".vscode/settings.json"] } } },
      says: "nothing",
    },
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

/**
 * The protected path at a path: by its target, and by the name under which a host would find it, which may be a link.
 */
function protectedTexts(
  path: TouchedPath,
  isLooking: boolean,
  protection: Protection,
  { cwd }: Facts,
): ProtectedText[] {
  const { text } = path;
  const places = path.places.map((where) => ({ text, place: protection.placeOf(where), path: where })).filter(isPlace);
  const found =
    places.find(({ place }) => place.unreadable) ?? (isLooking ? undefined : places.find((it) => isNever(it.place)));
  if (found) return [found];
  const secret = path.isRecursive
    ? path.places.map((where) => protection.secretBelow(where)).find((it) => it)
    : undefined;
  if (secret) return [{ text, place: secret }];
  if (isLooking || (path.isGuessed && isSentence(text))) return [];
  const named = path.spellings.map((spelling) => ({
    text,
    place: loadedPlace(hostFileAt(spelling)),
    path: lexicalPath(spelling, cwd),
  }));
  return [...places, ...named.filter(isPlace).filter(({ place }) => place.host)];
}

/** Words that name a path: a text that begins like a path is one, whatever blanks it has. */
function isSentence(text: string): boolean {
  return /\s/.test(text.trim()) && !/^\s*(?:[./~@]|file:)/i.test(text);
}

function isPlace<T extends { place: ProtectedPlace | undefined }>(it: T): it is T & { place: ProtectedPlace } {
  return it.place !== undefined;
}

/** For a tool without described fields, every text may be a path. */
function everyPath(call: ToolCall, tool: Tool | undefined, { facts, registry }: Situation) {
  const isDescribed = tool && registry.some(({ name, source }) => name === tool.name && source === tool.source);
  if (isDescribed && tool.category !== "execute" && tool.category !== "other") return pathsOf(call, tool, facts);
  if (tool?.command !== undefined) return [];
  return textsIn(call.input)
    .flatMap((text) => (text.includes("\n") ? patchPaths(text) : [text]))
    .map((text) => touched(text, [facts.cwd], false, facts))
    .filter((path) => !("because" in path) || namesProcessFile(path.text))
    .map((path) => ("because" in path ? path : { ...path, isGuessed: true as const }));
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

/** The directory of a host file that the step names, which the line makes, and does nothing else with. */
function isOnlyMade(
  { text, place, path }: ProtectedText,
  call: ToolCall,
  tool: Tool | undefined,
  situation: Situation,
) {
  const step = situation.mode === "executing" ? situation.scope?.step : undefined;
  if (step === undefined || tool === undefined || path === undefined || !place.host) return false;
  if (!isDirectoryOfSigned(projectPath(path, situation), step)) return false;
  const found = analysedLine(call, tool, situation);
  // Another part of the line could take the directory from a variable.
  if (typeof found === "string" || found.analysis.readOnly || /[$`]/.test(found.line)) return false;
  const named = wordsOf(found.line).filter((word) => partsOf(word).includes(text));
  const made = found.analysis.findings.flatMap(
    ({ by, writes }) => (by === "mkdir" && writes?.isAll && writes.paths) || [],
  );
  return named.length === made.filter((path) => path === text).length;
}

function wordOn(found: readonly ProtectedText[], situation: Situation): Word | undefined {
  const never = found.find(({ place, isMentioned }) => isNever(place) && !isMentioned);
  if (never) return denial(never);
  for (const { text, place, path = text } of found.filter(({ isMentioned }) => !isMentioned)) {
    if (!place.host) continue;
    const { host, loads } = place.host;
    const reason = `${quoted(text)}: ${host} would load it as ${loads}, without being asked.`;
    if (situation.mode !== "executing") return confirm(reason);
    const inProject = projectPath(path, situation);
    if (isSignedHostFile(inProject, place.host, situation.scope?.step ?? {})) continue;
    const hint =
      "A step may write it only if its files name exactly this literal path; a glob or a directory does not count.";
    return { says: "deny", code: "PROTECTED_PATH", reason, hint, unsigned: inProject };
  }
  const asked = found.find(({ place }) => place.asks !== undefined);
  if (asked) return confirm(`${quoted(asked.text)}: ${asked.place.asks}.`);
  const mentioned = found.find(
    ({ place, path, isMentioned }) =>
      isMentioned &&
      !(place.host && path && isSignedHostFile(projectPath(path, situation), place.host, situation.scope?.step ?? {})),
  );
  if (mentioned === undefined) return undefined;
  const { text, place } = mentioned;
  const reason = `A text in this line names ${quoted(text)}, ${place.what}, and the program that is given it may write there.`;
  return confirm(reason);
}

function confirm(reason: string): Word {
  return { says: "confirm", code: "CONFIRMATION_NEEDED", reason, isFirm: true };
}

/** Relative to the project if it is inside. */
function projectPath(path: string, { facts }: Situation): string {
  const project = facts.world.resolve(facts.project, facts.cwd);
  return path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
}

function denial({ text, place: { what, unreadable } }: ProtectedText): Word {
  const may = unreadable ? "read or write" : "write";
  const reason = `${quoted(text)} leads to ${what}, which no tool may ${may}.`;
  const hint = unreadable ? "Look in the project, or in a narrower directory." : "A person can change it by hand.";
  return { says: "deny", code: "PROTECTED_PATH", reason, hint };
}
