import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type Command, parse } from "unbash";
import { describe, expect, it } from "vitest";
import type { Argument } from "../../../src/policy/shell/argument.ts";
import { unsoundText } from "../../../src/policy/shell/backstop.ts";
import { refusedUnread } from "../../../src/policy/shell/unread.ts";
import { Variables } from "../../../src/policy/shell/variables.ts";
import { argumentOf } from "../../../src/policy/shell/words.ts";
import { runs } from "../../runs.ts";

const RUNS = Number(process.env["SHELL_FUZZ_RUNS"] ?? runs(6000));
const SEED = Number(process.env["SHELL_FUZZ_SEED"] ?? 20261116);
const HOME = "/home/ada";

const PIECES = [
  ...[
    "a",
    "b",
    "-",
    "-o",
    "--out=x",
    ".",
    "/",
    "=",
    "x=",
    ":",
    "~",
    "~/",
    "@",
    "%",
    "+",
    ",",
    "..",
    "1",
    "^",
    "!",
    "#",
  ],
  ...[
    "''",
    "'a b'",
    "'$x'",
    "'-'",
    '""',
    '"a b"',
    '"-o"',
    '"$x"',
    '"a$x"',
    '"\\$x"',
    '"\\a"',
    '"\\\\"',
    '"~"',
    '"$HOME"',
  ],
  ...["\\-", "\\ ", "\\\\", "\\a", "\\$", "\\'", '\\"', "\\~", "\\*", "\\{", "\\\n", '"a\\\nb"', "'a\\b'"],
  ...[
    "$'a'",
    "$'-o'",
    "$'\\t'",
    "$'\\x2d'",
    "$'\\055'",
    "$'\\'a'",
    "$'\\\\'",
    "$'\\n'",
    "$'\\u2d'",
    "$'\\x2'",
    "$'\\e'",
  ],
  ...["$x", "$HOME", "${HOME}", "${x}", "${x:-b}", "$((1+1))", "$#", "$?", "$(:)", "$(echo -o)", "`:`"],
  ...["{a,b}", "{-o,x}", "{1..2}", "{}", "{a}", "{a", "b}", "{,}", "*", "?", "[a]", "[", "]", "*.txt", "./*"],
];

/** What bash makes of words: the arguments it would give to a command. */
function wordsOfBash(words: readonly string[], directory: string): string[][] {
  const driver = String.raw`
    while IFS= read -r -d '' word; do
      ( eval "set -- $word" 2>/dev/null || exit; [ $# -eq 0 ] || printf '%s\0' "$@" ) 2>/dev/null
      printf '\001\0'
    done`;
  const { stdout } = spawnSync("/bin/bash", ["--norc", "--noprofile", "-c", driver], {
    cwd: directory,
    input: words.map((word) => `${word}\0`).join(""),
    env: { PATH: "/nonexistent", HOME, LC_ALL: "C.UTF-8", SHLVL: "1" },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const all: string[][] = [[]];
  for (const item of stdout.split("\0").slice(0, -1)) {
    if (item === "\u0001") all.push([]);
    else all.at(-1)?.push(item);
  }
  return all.slice(0, -1);
}

/** What we make of them; nothing where they are refused anyway. */
function ours(word: string): Argument[] | undefined {
  const line = `c1 ${word}`;
  const script = parse(line);
  if (refusedUnread(line) !== undefined || (script.errors?.length ?? 0) > 0 || script.commands.length !== 1)
    return undefined;
  const node = script.commands[0]?.command;
  if (node?.type !== "Command") return undefined;
  const { args } = node as Command;
  if (args.some((arg) => arg.type !== "Word" || unsoundText(arg) !== undefined)) return undefined;
  const context = {
    ...{
      home: HOME,
      variables: new Variables(script),
      assigned: new Set<string>(),
      nullglob: false,
      inFunction: undefined,
      parameters: undefined,
      splitsOddly: false,
    },
    span: ({ pos, end }: { pos: number; end: number }) => ({ start: pos, end, text: line.slice(pos, end) }),
  };
  return args.flatMap((arg) => (arg.type === "Word" ? [argumentOf(arg, context)] : []));
}

/** Whether what bash made of it is one of the things we said it could be. */
function fits(said: readonly Argument[], made: readonly string[]): boolean {
  if (said.every(({ count }) => count === "one")) {
    return (
      said.length === made.length &&
      said.every(({ values, prefix, isNumber }, index) => {
        const word = made[index] ?? "";
        if (isNumber && values === undefined && !/^-?\d+$/.test(word)) return false;
        return values === undefined ? word.startsWith(prefix) : values.includes(word);
      })
    );
  }
  const [only, ...more] = said;
  if (only?.count !== "many" || more.length > 0) return true;
  return made.length > 0 && made.every((word) => word.startsWith(only.prefix));
}

describe("words", () => {
  it(`are what bash makes of them, in ${RUNS} words of random pieces (seed ${SEED})`, { timeout: 120_000 }, () => {
    const directory = mkdtempSync(join(tmpdir(), "countersign-words-"));
    try {
      for (const name of ["a", "b.txt", "-omarker", "a b"]) writeFileSync(join(directory, name), "");
      const word = fc
        .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 })
        .map((pieces) => pieces.join(""));
      const sure = fc.sample(word, { numRuns: RUNS, seed: SEED }).flatMap((text) => {
        const said = ours(text);
        return said === undefined ? [] : [{ text, said }];
      });
      const made = wordsOfBash(
        sure.map(({ text }) => text),
        directory,
      );
      expect(made.length).toBe(sure.length);
      const wrong = sure.filter(({ said }, index) => !fits(said, made[index] ?? []));
      expect(
        wrong.map(({ text, said }) => ({ text, said, made: made[sure.findIndex((each) => each.text === text)] })),
      ).toEqual([]);
      expect(sure.length).toBeGreaterThan(RUNS / 3);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
