import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "../../../src/policy/shell/analyse.ts";
import { runs } from "../../runs.ts";
import { seedFrom } from "../../seed.ts";
import { commandsRunBy } from "./bash-oracle.ts";
import { facts } from "./facts.ts";
import { HARD_CASES } from "./hard-cases.ts";

const RUNS = Number(process.env["SHELL_FUZZ_RUNS"] ?? runs(6000));
const SEED = seedFrom("SHELL_FUZZ_SEED");

/** The analysis says it read the line as bash does. Commands it does not know are no doubt about the reading. */
function isSure(script: string): { commands: readonly string[] } | undefined {
  const analysis = analyse(script, facts());
  if (analysis.readOnly) return analysis;
  const doubts = analysis.findings.some(({ code }) => code !== "unknown_command");
  return doubts ? undefined : analysis;
}

/** What bash ran and the analysis had not seen, where it was sure; and in how many scripts bash ran something. */
function compare(scripts: readonly string[]): { unseen: string[]; alive: number } {
  const sure = scripts.flatMap((script) => {
    const analysis = isSure(script);
    return analysis === undefined ? [] : [{ script, commands: new Set(analysis.commands) }];
  });
  const ran = commandsRunBy(sure.map(({ script }) => script));
  const unseen = sure.flatMap(({ script, commands }, index) =>
    (ran[index] ?? []).filter((name) => !commands.has(name)).map((name) => `${JSON.stringify(script)} ran ${name}`),
  );
  return { unseen, alive: ran.filter((names) => names.length > 0).length };
}

const TOKENS = [
  ...["LC_ALL=C c1", "LANG=$y c2", "c3 -o$y", 'c4 --o="$x"', "c5 -- $1", "combine c1"],
  ...["c1 -ofile", "c2 --opt=value", "c3 .c*", "> f*", "c4 {c1,c5}", "eval c5 ", "trap c3 EXIT; ", "alias c1=c2; "],
  ...["c1", "c2 x", "c3 'a b'", 'c4 "$x"', "c5 $y", "echo", "x=1", "y=(a b)", ":", "c1 c2", "\\c2", "c'3'", '"c4"'],
  ...[" ", " ", " ", "\n", "\t", ";", "&&", "||", "|", "&", "|&", "\\\n", "#", "!", "\\", "'", '"', "`"],
  ...[
    "$(",
    ")",
    "$((",
    "))",
    "${",
    "}",
    "${x:-",
    "${x#",
    "${x//a/",
    "<(",
    ">(",
    "<",
    "<<E\n",
    "<<'E'\n",
    "<<-E\n",
    "\nE\n",
  ],
  ...[
    "<<<",
    "2>&1",
    ">/dev/null",
    ">&2",
    "1<(c2)",
    "$'",
    "\\'",
    "\\n",
    "{",
    "{ ",
    "; }",
    "(",
    "{c1,c2}",
    "{}",
    "=",
    "[",
    "]",
  ],
  ...["if ", "then ", "else ", "fi", "for x in a b; do ", "done", "while ", "do ", "case x in ", "x) ", ";; ", "esac"],
  ...[
    "[[ ",
    " ]]",
    " == ",
    " =~ ",
    "-eq ",
    "f() ",
    "f",
    "function g ",
    "time ",
    "coproc ",
    "~",
    "*",
    "?",
    "@(",
    "!(",
    "\r",
    "$x",
    "$[",
    '$"',
    "arr[",
    "]=",
    "+=",
  ],
  ...[
    'read x <<< "c1"; ',
    "mapfile y <<< c2; ",
    "printf -v x c3; ",
    '"${y[@]}"',
    "${x/a/c1}",
    '"$1"',
    "f c1",
    "LC_ALL=zh_CN.GBK ",
    "export LC_ALL=C; ",
    "IFS= ",
    "while read -r x; do ",
    "bash -c 'c1' _ c2",
  ],
];

const soup = fc.array(fc.constantFrom(...TOKENS), { minLength: 2, maxLength: 12 }).map((tokens) => tokens.join(""));

const mutated = fc
  .record({
    source: fc.constantFrom(...HARD_CASES),
    edits: fc.array(fc.record({ at: fc.nat(200), drop: fc.nat(3), put: fc.constantFrom(...TOKENS, "") }), {
      minLength: 0,
      maxLength: 3,
    }),
  })
  .map(({ source, edits }) =>
    edits.reduce((text, { at, drop, put }) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + put + text.slice(from + drop);
    }, source),
  );

describe("what bash runs is what the analysis saw", () => {
  it("in the hard cases", () => {
    expect(compare(HARD_CASES).unseen).toEqual([]);
  });

  it("in most of the hard cases without a doubt", () => {
    const sure = HARD_CASES.filter((script) => isSure(script) !== undefined);
    expect(sure.length / HARD_CASES.length).toBeGreaterThan(0.4);
  });

  it(`in ${RUNS} scripts of random tokens and mutations (seed ${SEED})`, { timeout: 240_000 }, () => {
    const scripts = fc.sample(fc.oneof(soup, mutated), { numRuns: RUNS, seed: SEED });
    const { unseen, alive } = compare(scripts);
    expect(unseen).toEqual([]);
    expect(alive).toBeGreaterThan(RUNS / 20);
  });
});
