import { analysedLine } from "./analysed-line.ts";
import { hostFileAt } from "./host-files.ts";
import { lexicalPath } from "./lexical-path.ts";
import { type PatternOptions, patternPaths } from "./pattern-paths.ts";
import { possiblePaths } from "./possible-paths.ts";
import {
  ASKED,
  loadedPlace,
  OWN_DIRECTORY,
  PROCESSES,
  type ProtectedPlace,
  type Protection,
  protectionOf,
} from "./protection.ts";
import type { Analysis } from "./shell/analysis.ts";
import { mentionsOf } from "./shell/mentions.ts";
import { pathsInText, textsOf } from "./shell/texts-of.ts";
import { unnamedWritesIn } from "./shell/unnamed-writes.ts";
import { patternsOf, runWordsOf, wordsOf } from "./shell/words-of.ts";
import type { Facts, Situation } from "./situation.ts";
import type { Tool, ToolCall } from "./tool.ts";
import { loadedPlaces, writtenPaths } from "./written-places.ts";

/** A text of a call that leads to a protected path. */
export interface ProtectedText {
  text: string;
  place: ProtectedPlace;
  /** The resolved path; undefined if it was not resolved. */
  path?: string;
  /** It stands in a text that a program is given, and may be no path. */
  isMentioned?: true;
}

/**
 * The words of a command line that name a protected path: one that is never allowed, otherwise all that a host loads;
 * and such paths that a command is known to write without naming them (`git config`). Texts, such as the program of awk
 * or a here-document, are searched for them too. A script can reach any other path, and only the sandbox stops that. In
 * the sandbox, paths that are protected from writing only are left to it.
 */
export function protectedWords(call: ToolCall, tool: Tool, situation: Situation): readonly ProtectedText[] {
  const { facts, mode, settings } = situation;
  // Such a line must be read-only, and the analysis knows what may not be read.
  if (mode === "planning" && settings.level === "enforce") return [];
  const found = analysedLine(call, tool, situation);
  if (typeof found === "string") return [];
  const { analysis, line, cwd } = found;
  for (const { code, text } of analysis.readOnly ? [] : analysis.findings) {
    if (code === "unreadable") return [{ text, place: OWN_DIRECTORY }];
    if (code === "process") return [{ text, place: PROCESSES }];
  }
  const isSandboxed = mode !== "none" && facts.sandbox === "on";
  const mayWrite = !analysis.readOnly && !isSandboxed && !STAGING.test(line);
  const mayRemove = mayWrite && analysis.commands.some((command) => REMOVING.has(command));
  const protection = protectionOf(facts);
  const scripts = analysis.readOnly ? [] : (analysis.scripts ?? []);
  const words = [line, ...scripts].flatMap(wordsIn);
  const { sure, unsure } = candidatesIn(words, protection);
  // A path may be put together from the values of variables.
  for (const path of writtenPaths(analysis)) if (protection.mayName(path)) sure.add(path);
  const look = lookFrom(movesIn(words), cwd, situation);
  const mentioned = mentionsIn(line, protection, new Set([...sure, ...unsure]));
  const loaded: ProtectedText[] = [];
  for (const { text, path } of mayWrite ? loadedPlaces(analysis, facts) : []) {
    const place = protection.placeOf(path);
    if (place !== undefined && isNever(place)) return [{ text, place, path }];
    if (place !== undefined) loaded.push({ text, place, path });
  }
  if (mayWrite) loaded.push(...askedFor(analysis, mode), ...mentionedCommands(line, protection, facts));
  for (const text of [...sure, ...unsure]) {
    const places = look(text);
    if (places === undefined) {
      if (mayWrite && sure.has(text)) return [{ text, place: NOT_LOOKED_AT }];
      break;
    }
    // It may be a link.
    const named = mayWrite ? loadedPlace(hostFileAt(text)) : undefined;
    const isWritten = (place: ProtectedPlace) => !place.host || !isOnlyRun(text, [line, ...scripts], words);
    if (named?.host && isWritten(named)) loaded.push({ text, place: named, path: lexicalPath(text, cwd) });
    for (const path of places) {
      const place = (mayRemove ? protection.heldBy(path) : undefined) ?? protection.placeOf(path);
      if (place === undefined || (!place.unreadable && !mayWrite)) continue;
      if (isNever(place)) return [{ text, place, path }];
      if (isWritten(place)) loaded.push({ text, place, path });
    }
  }
  for (const found of mayWrite ? matchedPlaces([line, ...scripts], cwd, mayRemove, protection, facts) : []) {
    if (isNever(found.place) && !found.isMentioned) return [found];
    loaded.push(found);
  }
  for (const text of mentioned) {
    const places = look(text);
    if (places === undefined) return mayWrite ? [...loaded, { text, place: NOT_LOOKED_AT, isMentioned: true }] : loaded;
    for (const path of places) {
      const place = protection.placeOf(path);
      if (place?.unreadable) return [{ text, place, path }];
      if (place !== undefined && mayWrite) loaded.push({ text, place, path, isMentioned: true });
    }
  }
  return loaded;
}

/** The protected paths that patterns of the line may match; what only an unknown value may become counts as mentioned. */
function matchedPlaces(
  lines: readonly string[],
  cwd: string,
  mayRemove: boolean,
  protection: Protection,
  { home, world }: Facts,
): ProtectedText[] {
  const patterns = [...new Set(lines.filter((line) => depthOf(line) <= DEEPEST).flatMap(patternsOf))];
  const options: PatternOptions = {
    home,
    matchesHidden: lines.some((line) => mentionsOf(line).hiddenNames),
    existing(directory, names) {
      const from = lexicalPath(directory, cwd);
      const above = from.slice(0, from.lastIndexOf("/")) || "/";
      return world.find(from, names, above).map((path) => path.slice(from.length + 1));
    },
  };
  const found = patterns.slice(0, MOST_PATTERNS).flatMap((text): ProtectedText[] => {
    const paths = patternPaths(text, options);
    if (paths === undefined) return [{ text, place: NOT_LOOKED_AT, isMentioned: true }];
    return paths.flatMap(({ path: written, guess }) => {
      const path = lexicalPath(written, cwd);
      const isHeld = mayRemove && guess !== "wholly";
      const place = (isHeld ? protection.heldBy(path) : undefined) ?? protection.placeOf(path);
      // Otherwise every line with a variable would be meant.
      if (place === undefined || (guess === "wholly" && (!isNever(place) || /\/\.git$/.test(path)))) return [];
      return [{ text: text.replace(/^"(.*)"$/s, "$1"), place, path, ...(guess && { isMentioned: true as const }) }];
    });
  });
  const rest = patterns.slice(MOST_PATTERNS, MOST_PATTERNS + 1);
  return [...found, ...rest.map((text) => ({ text, place: NOT_LOOKED_AT, isMentioned: true as const }))];
}

const MOST_PATTERNS = 200;

/** Whether neither a signature nor a person allows to write there. */
export function isNever({ host, asks }: ProtectedPlace): boolean {
  return host === undefined && asks === undefined;
}

/** The parts of a line that a person must allow although they name no protected path. */
function askedFor(analysis: Analysis, mode: Situation["mode"]): ProtectedText[] {
  const findings = analysis.readOnly ? [] : analysis.findings;
  return findings.flatMap(({ text, code, writes }) => {
    if (code === "environment" && GIT_SETTING.test(text)) return [{ text, place: ASKED.settings }];
    // In a step a person is asked anyway about a command that may write outside the project.
    if (writes?.asks === undefined || (mode === "executing" && writes.paths === undefined)) return [];
    return [{ text, place: ASKED[writes.asks] }];
  });
}

/** Variables that give git settings or hooks; `/dev/null` takes them away. */
const GIT_SETTING = /\bGIT_(?:TEMPLATE_DIR|CONFIG(?:_[A-Z0-9_]+)?)=(?!\/dev\/null$|["']?$)/;

/** Commands in a text for another program that write what they do not name. */
function mentionedCommands(line: string, protection: Protection, { home, cwd, world }: Facts): ProtectedText[] {
  if (depthOf(line) > DEEPEST) return [];
  return textsOf(line).flatMap((text): ProtectedText[] => {
    const { loaded, asks } = unnamedWritesIn(text) ?? { loaded: [] };
    const places = loaded.flatMap((path) => {
      const place = protection.placeOf(world.resolve(path.replace(/^~\//, `${home}/`), cwd));
      return place === undefined ? [] : [{ text: path, place, isMentioned: true as const }];
    });
    return asks === undefined ? places : [...places, { text: text.slice(0, 60), place: ASKED[asks] }];
  });
}

/** Parts of texts that are called like something protected, and are no words of their own. */
function mentionsIn(line: string, protection: Protection, known: ReadonlySet<string>): Set<string> {
  if (depthOf(line) > DEEPEST) return new Set();
  const parts = new Set(textsOf(line).flatMap(pathsInText));
  return new Set([...parts].filter((part) => !known.has(part) && protection.mayName(part)));
}

const REMOVING = new Set(["rm", "rmdir", "mv", "ln", "unlink", "shred", "trash", "chmod", "chown"]);

// Plans are meant for git: staging and committing them changes none of them.
const STAGING = /^\s*git (?:add|commit)(?: [\w./@:+-]+| "[^"\\$`!]*"| '[^']*')*\s*$/;

const NOT_LOOKED_AT: ProtectedPlace = { what: "one place of too many to look at in one command" };

// Resolving takes time, and a line may name thousands of paths in each of several directories.
const MOST_LOOKS = 1000;
const MOST_DIRECTORIES = 10;

/**
 * The targets of a text from each directory in which the line may run, resolved once; undefined after too many. A
 * text that is not a path has no target.
 */
function lookFrom(moves: readonly string[], cwd: string, { facts }: Situation) {
  const { home } = facts;
  // Many words begin at the same few directories.
  const world = facts.world.moment?.() ?? facts.world;
  const known = new Map<string, Set<string>>();
  let looks = 0;
  const placesFrom = (directories: readonly string[], text: string): string[] | undefined => {
    const places: string[] = [];
    for (const path of isOrdinary(text) ? [text] : (possiblePaths(text, home) ?? [])) {
      for (const from of path.startsWith("/") ? ["/"] : directories) {
        const asked = known.get(from) ?? new Set();
        if (asked.has(path)) continue;
        if (++looks > MOST_LOOKS) return undefined;
        known.set(from, asked.add(path));
        try {
          places.push(world.resolve(path, from));
        } catch {
          // A word need not be a path.
        }
      }
    }
    return places;
  };
  const directories = new Set([cwd]);
  for (const move of moves) for (const place of placesFrom([cwd], move) ?? []) directories.add(place);
  // They are also words of the line.
  known.clear();
  const from = [...directories];
  return (text: string) => placesFrom(from, text);
}

/** No reading that differs between hosts. */
function isOrdinary(text: string): boolean {
  return /^[\w./+=,:-][\x21-\x7e]*$/.test(text) && !/^file:/i.test(text);
}

/** Whether a text stands nowhere in the line but where it is run: `source ~/.nvm/nvm.sh` writes no such file. */
function isOnlyRun(text: string, lines: readonly string[], words: readonly string[]): boolean {
  const run = lines.flatMap(runWordsOf);
  const times = (all: readonly string[]) => all.flatMap(partsOf).filter((part) => part === text).length;
  return run.includes(text) && times(words) === times(run);
}

/** The directories the line may change to; only a script has more than a few. */
function movesIn(words: readonly string[]): string[] {
  const moves = words.filter((_, position) => MOVING.has(words[position - 1] ?? ""));
  return [...new Set(moves)].slice(0, MOST_DIRECTORIES - 1);
}

const MOVING = new Set(["cd", "pushd", "-C"]);

/**
 * The texts of a line that may be paths: first those named like something protected, then words and parts of words,
 * which must all be checked; then parts of texts, of which there may be any number, so that not all need be.
 */
function candidatesIn(words: readonly string[], protection: Protection): { sure: Set<string>; unsure: Set<string> } {
  const plain = new Set<string>();
  const texts = new Set<string>();
  for (const script of scriptsIn(words)) {
    for (const part of script.split(SEPARATORS)) if (protection.mayName(part)) plain.add(part);
  }
  for (const word of new Set(words)) {
    const parts = partsOf(word);
    const isText = parts.length > MOST_PARTS || word.includes("\n");
    for (const part of parts) (isText ? texts : plain).add(part);
  }
  const called = [...plain, ...texts].filter((part) => protection.mayName(part));
  return { sure: new Set([...called, ...plain]), unsure: texts };
}

const MOST_PARTS = 16;

/** Code for an interpreter: its file names are inside one word. */
function scriptsIn(words: readonly string[]): string[] {
  return words.filter(
    (word, position) =>
      /\s|\(/.test(word) && (SCRIPT_FOLLOWS.test(words[position - 1] ?? "") || SCRIPT_ATTACHED.test(word)),
  );
}

const SCRIPT_FOLLOWS = /^(?:-[A-Za-z]*[ceEpr]|--(?:eval|print|command|execute)|eval)$/;
const SCRIPT_ATTACHED = /^(?:-[ceE]|--(?:eval|command|execute)=)/;
const SEPARATORS = /[\s;|&<>()"'`$={},]+/;

/** `--output=x`, `-ox`, `a:b`: a path may be a part of a word. */
export function partsOf(word: string): string[] {
  const afterOption = /^-[A-Za-z](.+)$/s.exec(word)?.[1];
  return [word, ...word.split(/[=:,]/), ...(afterOption ? [afterOption] : [])].filter((part) => part !== "");
}

// Deeper than real lines nest; each level is read repeatedly.
const DEEPEST = 30;

function wordsIn(line: string): readonly string[] {
  try {
    if (depthOf(line) <= DEEPEST) return wordsOf(line);
  } catch {
    // It is split as a text.
  }
  const unquoted = line.replace(/["'\\]/g, "");
  return [line, unquoted].flatMap((text) => text.split(/[\s;|&<>()"'`]+/));
}

/** The nesting depth of shell expansions, quoted or not. */
function depthOf(line: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of line.matchAll(/\$\[|[({})\]]/g)) {
    if (")}]".includes(bracket)) depth = Math.max(0, depth - 1);
    else deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}
