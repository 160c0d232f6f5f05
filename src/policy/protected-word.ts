import { analysedLine } from "./analysed-line.ts";
import { touched } from "./paths-of.ts";
import { OWN_DIRECTORY, type ProtectedPlace, protectionOf } from "./protection.ts";
import { wordsOf } from "./shell/words-of.ts";
import type { Situation } from "./situation.ts";
import type { Tool, ToolCall } from "./tool.ts";

/**
 * The word of a command line that names a protected place. It finds what is written down; a command can reach a file
 * without naming it, and only the sandbox stops that. In the sandbox what is only protected from writing is left to it.
 */
export function protectedWord(
  call: ToolCall,
  tool: Tool,
  situation: Situation,
): { text: string; place: ProtectedPlace } | undefined {
  const { facts, mode, settings } = situation;
  // Such a line is held to read-only, and the analysis knows what may not be read.
  if (mode === "planning" && settings.level === "enforce") return undefined;
  const found = analysedLine(call, tool, situation);
  if (typeof found === "string") return undefined;
  const { analysis } = found;
  const unreadable = analysis.readOnly ? undefined : analysis.findings.find(({ code }) => code === "unreadable");
  if (unreadable) return { text: unreadable.text, place: OWN_DIRECTORY };
  const isSandboxed = mode !== "none" && facts.sandbox === "on";
  const mayWrite = !analysis.readOnly && !isSandboxed && !STAGING.test(found.line);
  const mayRemove = mayWrite && analysis.commands.some((command) => REMOVING.has(command));
  const words = wordsIn(found.line);
  const moves = words.filter((_, position) => /^(?:cd|pushd|-C)$/.test(words[position - 1] ?? ""));
  const bases = [found.cwd, ...new Set(moves)].slice(0, 10);
  const protection = protectionOf(facts);
  for (const text of new Set(words.flatMap(partsOf))) {
    const path = touched(text, bases, false, facts);
    // A word need not be a path.
    if ("because" in path) continue;
    for (const where of path.places) {
      const place = protection.placeOf(where);
      if (place?.unreadable || (place && mayWrite)) return { text, place };
      if (mayRemove && protection.holds(where)) return { text, place: { what: "a directory of protected files" } };
    }
  }
  return undefined;
}

const REMOVING = new Set(["rm", "rmdir", "mv", "ln", "unlink", "shred", "trash", "chmod", "chown"]);

// Plans are meant for git: to stage and to commit them changes none of them.
const STAGING = /^\s*git (?:add|commit)(?: [\w./@:+-]+| "[^"\\$`!]*"| '[^']*')*\s*$/;

function wordsIn(line: string): readonly string[] {
  try {
    return wordsOf(line);
  } catch {
    return line.split(/[\s;|&<>()"'`]+/);
  }
}

/** `--output=x`, `-ox`, `a:b`: a path may be a part of a word. */
function partsOf(word: string): string[] {
  const afterOption = /^-[A-Za-z](.+)$/s.exec(word)?.[1];
  return [word, ...word.split(/[=:,]/), ...(afterOption ? [afterOption] : [])].filter((part) => part !== "");
}
