import { HOST_PATHS } from "./host-files.ts";
import { isHidden, isPlain, MANY, matches, type Part, partsOf, variantsOf } from "./shell/path-pattern.ts";

/** A path that a word may become which is a pattern, or of which a part is unknown. */
export interface PatternPath {
  path: string;
  /** A part of it is an unknown value, which may be anything else; `wholly`: nothing but its place is known. */
  guess?: "partly" | "wholly";
}

export interface PatternOptions {
  home: string;
  /** Patterns match names that begin with a dot, too. */
  matchesHidden: boolean;
  /** Which of these names are in a directory. */
  existing(directory: string, names: readonly string[]): readonly string[];
}

/**
 * The paths below protected names that a word of a command line may become: `.gi*`, `.{git,x}`, `"$d/hooks/x"`. Undefined
 * if they are too many. A pattern with a dot in front, or below such a name, may match every one, for the line may create it first;
 * another pattern only names that exist, because most lines have one.
 */
export function patternPaths(word: string, options: PatternOptions): readonly PatternPath[] | undefined {
  const paths: PatternPath[] = [];
  for (const variant of beginnings(word).flatMap((text) => variantsOf(text, options.home))) {
    let found: PatternPath[] = [{ path: "" }];
    for (const [at, part] of partsOf(variant).entries()) {
      found = found.flatMap((before) => {
        const directory = at === 0 ? "" : `${before.path}/`;
        return choicesOf(part, directory, options).map(({ path, guess = before.guess }) => ({
          path: directory + path,
          ...(guess && { guess }),
        }));
      });
      if (found.length > MOST) return undefined;
    }
    paths.push(...found);
  }
  return paths.length > MOST ? undefined : paths;
}

const MOST = 2000;

/** `--output=.vsc*`, `of=.vsc*`, `:(top).vsc*`: a path may be a part of a word. */
function beginnings(word: string): string[] {
  const [, value] = /^[^/=]*?=(.+)$/s.exec(word) ?? [];
  // Behind an option of one letter, perhaps with an unknown value in front that may be nothing.
  const [, attached] = /(?:^|\W)-[A-Za-z](\..+)$/s.exec(word) ?? [];
  return [...new Set([word, value ?? word, attached ?? word, word.replace(/^:(?:\([^)]*\)|[/!^]+)/, "")])];
}

/** The protected names that a part may be, and the part as it is written: any other name. */
function choicesOf({ marks, isOpen }: Part, directory: string, options: PatternOptions): PatternPath[] {
  const written = marks.map((mark) => (typeof mark === "string" ? mark : "*")).join("");
  if (isPlain(marks)) return [{ path: written }];
  const { hidden: dotted, plain: undotted } = names();
  // An ending says no more than nothing: `"$x.json"`.
  const ending = written.replaceAll("*", "");
  const isAnything = isOpen && marks[0] === MANY && /^(?:\.\w{0,5})?$/.test(ending) && !dotted.includes(ending);
  if (isAnything) return [...GIT_AND_PLANS.map((path) => ({ path, guess: "wholly" as const })), { path: written }];
  const hidden = dotted.filter(
    (name) => matches(marks, name) && (isOpen || options.matchesHidden || !isHidden(marks, name)),
  );
  const plain = undotted.filter((name) => matches(marks, name));
  const isSure = isOpen || plain.length === 0 || directory.split("/").some((name) => dotted.includes(name));
  const there = isSure ? plain : directory.includes("*") ? [] : options.existing(directory, plain);
  const found = [...hidden, ...there];
  return [...found.map((path) => ({ path, ...(isOpen && { guess: "partly" as const }) })), { path: written }];
}

const GIT_AND_PLANS = [".git", ".pi"];

interface Names {
  hidden: readonly string[];
  plain: readonly string[];
}

let known: Names | undefined;

/** All protected names. Collected at the first pattern: a line without one does not load the table of host files. */
function names(): Names {
  if (known !== undefined) return known;
  const all = new Set([
    ...GIT_AND_PLANS,
    ..."hooks config config.worktree config.lock info attributes commondir gitdir modules worktrees plans".split(" "),
    ..."plans.json discord.json agent .gitconfig".split(" "),
    ...HOST_PATHS.flatMap((path) => path.split("/")),
  ]);
  const isDotted = (name: string) => name.startsWith(".");
  known = { hidden: [...all].filter(isDotted), plain: [...all].filter((name) => !isDotted(name)) };
  return known;
}
