import { analysedLine } from "./analysed-line.ts";
import { hostFileAt } from "./host-files.ts";
import { lexicalPath } from "./lexical-path.ts";
import {
  loadedPlace,
  OWN_DIRECTORY,
  PROCESSES,
  type ProtectedPlace,
  type Protection,
  protectionOf,
} from "./protection.ts";
import { wordsOf } from "./shell/words-of.ts";
import type { Situation } from "./situation.ts";
import { spellingsOf } from "./spellings.ts";
import type { Tool, ToolCall } from "./tool.ts";

/** A text of a call that leads to a protected place. */
export interface ProtectedText {
  text: string;
  place: ProtectedPlace;
  /** Where it leads; nothing, if it was not looked at. */
  path?: string;
}

/**
 * The words of a command line that name a protected place: one that is never allowed, else all that a host loads. It finds what is written down; a command can reach a file
 * without naming it, and only the sandbox stops that. In the sandbox what is only protected from writing is left to it.
 */
export function protectedWords(call: ToolCall, tool: Tool, situation: Situation): readonly ProtectedText[] {
  const { facts, mode, settings } = situation;
  // Such a line is held to read-only, and the analysis knows what may not be read.
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
  const words = wordsIn(line);
  const { sure, unsure } = candidatesIn(words, protection);
  const look = lookFrom(movesIn(words), cwd, situation);
  const loaded: ProtectedText[] = [];
  for (const text of [...sure, ...unsure]) {
    const places = look(text);
    if (places === undefined) {
      if (mayWrite && sure.has(text)) return [{ text, place: NOT_LOOKED_AT }];
      break;
    }
    // A link may stand there.
    const named = mayWrite ? loadedPlace(hostFileAt(text)) : undefined;
    if (named?.host) loaded.push({ text, place: named, path: lexicalPath(text, cwd) });
    for (const path of places) {
      const place = (mayRemove ? protection.heldBy(path) : undefined) ?? protection.placeOf(path);
      if (place === undefined || (!place.unreadable && !mayWrite)) continue;
      if (!place.host) return [{ text, place, path }];
      loaded.push({ text, place, path });
    }
  }
  return loaded;
}

const REMOVING = new Set(["rm", "rmdir", "mv", "ln", "unlink", "shred", "trash", "chmod", "chown"]);

// Plans are meant for git: to stage and to commit them changes none of them.
const STAGING = /^\s*git (?:add|commit)(?: [\w./@:+-]+| "[^"\\$`!]*"| '[^']*')*\s*$/;

const NOT_LOOKED_AT: ProtectedPlace = { what: "one place of too many to look at in one command" };

// To look takes the system a while, and a line may name thousands of paths in each of several directories.
const MOST_LOOKS = 1000;
const MOST_DIRECTORIES = 10;

/**
 * Where a text may lead from the directories in which the line may be, each looked at once; nothing once it has been
 * looked often enough. A text that is no path leads nowhere.
 */
function lookFrom(moves: readonly string[], cwd: string, { facts }: Situation) {
  const { home } = facts;
  // Many words, and all of them begin at the same few directories.
  const world = facts.world.moment?.() ?? facts.world;
  const known = new Map<string, Set<string>>();
  let looks = 0;
  const placesFrom = (directories: readonly string[], text: string): string[] | undefined => {
    const places: string[] = [];
    for (const path of isOrdinary(text) ? [text] : (spellingsOf(text, home) ?? [])) {
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
  // They are words of the line, too.
  known.clear();
  const from = [...directories];
  return (text: string) => placesFrom(from, text);
}

/** Nothing that a host may read in another way. */
function isOrdinary(text: string): boolean {
  return /^[\w./+=,:-][\x21-\x7e]*$/.test(text) && !/^file:/i.test(text);
}

/** Where the line may go; more than a few only a script goes. */
function movesIn(words: readonly string[]): string[] {
  const moves = words.filter((_, position) => MOVING.has(words[position - 1] ?? ""));
  return [...new Set(moves)].slice(0, MOST_DIRECTORIES - 1);
}

const MOVING = new Set(["cd", "pushd", "-C"]);

/**
 * What may be a path in a line: first what is called like something protected, then words and the parts of words, which
 * must be looked at; then the parts of texts, of which there may be any number, so that not all of them need be.
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

/** What an interpreter is given to run: its names of files stand among other things in one word. */
function scriptsIn(words: readonly string[]): string[] {
  return words.filter((word, position) => /\s|\(/.test(word) && SCRIPT_FOLLOWS.test(words[position - 1] ?? ""));
}

const SCRIPT_FOLLOWS = /^(?:-[A-Za-z]*[ceEpr]|--(?:eval|print|command|execute)|eval)$/;
const SEPARATORS = /[\s;|&<>()"'`$={},]+/;

/** `--output=x`, `-ox`, `a:b`: a path may be a part of a word. */
function partsOf(word: string): string[] {
  const afterOption = /^-[A-Za-z](.+)$/s.exec(word)?.[1];
  return [word, ...word.split(/[=:,]/), ...(afterOption ? [afterOption] : [])].filter((part) => part !== "");
}

// Deeper than anybody nests; each level is read again and again.
const DEEPEST = 30;

function wordsIn(line: string): readonly string[] {
  try {
    if (depthOf(line) <= DEEPEST) return wordsOf(line);
  } catch {
    // It is taken apart as a text.
  }
  const unquoted = line.replace(/["'\\]/g, "");
  return [line, unquoted].flatMap((text) => text.split(/[\s;|&<>()"'`]+/));
}

/** How deep what a shell expands is nested, quoted or not. */
function depthOf(line: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of line.matchAll(/\$\[|[({})\]]/g)) {
    if (")}]".includes(bracket)) depth = Math.max(0, depth - 1);
    else deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}
