import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findCommand } from "../../src/surfaces/cli/commands.ts";
import { SLASH_COMMANDS } from "../../src/surfaces/discord/interactions/slash-commands.ts";
import { isSubCommand } from "../../src/surfaces/terminal/commands/plan-input.ts";

const ROOT = join(import.meta.dirname, "../../src/surfaces");
const TEXT = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
const slash = SLASH_COMMANDS[0].options.map(({ name }) => name as string);

/** "/plan shows it", "start countersign in a terminal": the sentence goes on behind the name. */
const SENTENCE = ["resumes", "shows", "opens", "starts", "with", "in"];

const IS_KNOWN: Record<string, (name: string) => boolean> = {
  cli: () => true,
  terminal: (name) => name === "start" || isSubCommand(name),
  discord: (name) => slash.includes(name),
};

/** The words that follow a program's name or /plan in the texts of a surface. */
function* named(surface: string, program: RegExp): Generator<[name: string, text: string]> {
  for (const file of globSync(`${surface}/**/*.ts`, { cwd: ROOT })) {
    const source = readFileSync(join(ROOT, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    for (const [text] of source.matchAll(TEXT))
      for (const [, name = ""] of text.matchAll(program))
        if (!SENTENCE.includes(name)) yield [name, `${file}: ${text.slice(0, 120)}`];
  }
}

it.each(["cli", "terminal", "discord"])("%s names only commands that it has, or that the shell has", (surface) => {
  const wrong: string[] = [];
  let count = 0;
  for (const [name, text] of named(surface, /(?<![\w.-])\/plan ([a-z][a-z-]*)/g)) {
    count += 1;
    if (!IS_KNOWN[surface]?.(name)) wrong.push(text);
  }
  for (const [name, text] of named(surface, /(?<![\w/.-])countersign ([a-z][a-z-]*)\b(?!:)/g)) {
    count += 1;
    if (findCommand(name) === undefined) wrong.push(text);
  }
  expect([count > 0, wrong]).toEqual([true, []]);
});
