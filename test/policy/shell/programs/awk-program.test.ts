import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { filesReadByAwkProgram, judgeAwkProgram } from "../../../../src/policy/shell/programs/awk-program.ts";
import { quickest } from "../../../quickest.ts";
import { runs } from "../../../runs.ts";
import { seedFrom } from "../../../seed.ts";
import { lacks } from "../../../system-programs.ts";
import { HARMLESS, RUNNING, UNCLEAR, WRITING } from "./awk-programs.ts";
import { Playground, pathsOf } from "./run-program.ts";

const awks = [...pathsOf("gawk", "mawk", "original-awk", "busybox")].map(([tool, path]) =>
  tool === "busybox" ? [path, "awk"] : [path],
);
const playground = new Playground();
afterAll(() => playground.remove());

const seed = seedFrom("PROGRAMS_SEED");
const seconds = Number(process.env.PROGRAMS_SECONDS ?? 0);
/** So many however busy the machine is; or as many as there is time for. */
const RUNS = seconds === 0 ? { numRuns: runs(600) } : { numRuns: 100_000, interruptAfterTimeLimit: seconds * 1000 };

const changesBy = (program: string) => awks.flatMap((awk) => playground.changesBy([...awk, program, "data.txt"]));

describe("an awk program", () => {
  it.each(HARMLESS)("only reads: %j", (program) => {
    expect(judgeAwkProgram(program)).toEqual([]);
  });

  it.each(WRITING)("is found to write: %j", (program) => {
    expect(judgeAwkProgram(program).map(({ code }) => code)).toContain("mutating");
  });

  it.each(RUNNING)("is found to run something: %j", (program) => {
    expect(judgeAwkProgram(program).map(({ code }) => code)).toContain("code");
  });

  it.each(UNCLEAR)("is refused: %j", (program) => {
    expect(judgeAwkProgram(program)).not.toEqual([]);
  });

  it("is refused with the place of what is wrong, all at once", () => {
    const program = '{ print > "out"; system("x"); "y" | getline }';
    const found = judgeAwkProgram(program).map(({ code, start, end }) => [code, program.slice(start, end)]);
    expect(found).toEqual([
      ["mutating", '> "out"'],
      ["code", "system"],
      ["code", "|"],
    ]);
  });

  it("tells which files it reads, and which variables name files", () => {
    const program = 'BEGIN { getline x < "/etc/passwd"; while ((getline < map) > 0) n++; getline y < ARGV[1] }';
    expect(filesReadByAwkProgram(program)).toEqual({ files: ["/etc/passwd"], variables: ["map"] });
  });

  it("is refused when it is long", () => {
    expect(judgeAwkProgram("{print}\n".repeat(2000))).toMatchObject([{ code: "not_understood" }]);
  });

  it.each([
    "(",
    "[",
    "{",
    "/[",
    "getline<a ",
    "ARGV[",
    "(x,",
    "function f(a,",
    "a/",
    '"\\',
    "$",
    "print>",
    "getline $(",
    "sub(",
    "getline a[",
  ])("is judged quickly, made of %j only", (piece) => {
    const program = piece.repeat(10_000 / piece.length);
    expect(quickest(() => judgeAwkProgram(program), 50)).toBeLessThan(50);
  });
});

describe.skipIf(lacks("gawk", "mawk", "busybox"))("awk itself", () => {
  it.each(HARMLESS)("changes nothing with %j", (program) => {
    expect(changesBy(program)).toEqual([]);
  });

  it.each([...WRITING, ...RUNNING])("really changes something with %j", (program) => {
    expect(changesBy(program)).not.toEqual([]);
  });

  it(
    "changes nothing with any program found harmless among many made of pieces",
    () => {
      let ran = 0;
      fc.assert(
        fc.property(composed, (program) => {
          if (judgeAwkProgram(program).length > 0) return;
          ran++;
          expect(changesBy(program), JSON.stringify(program)).toEqual([]);
        }),
        { seed, ...RUNS },
      );
      expect(ran, `seed ${seed}`).toBeGreaterThan(50);
    },
    240_000 + seconds * 1000,
  );
});

const payload = fc.constantFrom(
  'print > "marker"',
  'print 1 > "marker"',
  '> "marker"',
  '>"marker"',
  'system("touch marker")',
  '"touch marker" | getline',
  '| "touch marker"',
  'print | "touch marker"',
  '>> "marker"',
  'printf("x") > "marker"',
  '"touch marker"',
  '"marker"',
  "system($0)",
  "$0 | getline",
);
const operand = fc.constantFrom(
  "x",
  "$1",
  "1",
  '"s"',
  "a[1]",
  "(x)",
  "f(1)",
  "length",
  "length(x)",
  "/re/",
  "[/]",
  "/[/]/",
  "x++",
  "NR",
  "(1,2)",
  "!x",
  "getline",
  "getline y",
  '"/dev/null"',
  '"\\""',
  '"#"',
);
const operator = fc.constantFrom(
  " > ",
  ">",
  " < ",
  "/",
  " / ",
  "/=",
  ",",
  " ",
  "+",
  "-",
  " ~ ",
  " && ",
  " || ",
  " ? ",
  " : ",
  "=",
  " in ",
  "\n",
  "\\\n",
  ";",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "#",
  '"',
  "\\",
  "|",
  "++",
  ">=",
  "$",
  "!",
  ",\n",
  "&&\n",
  "?\n",
  ":\n",
  "+\n",
);
const word = fc.constantFrom(
  "print ",
  "printf ",
  "if (x) ",
  "else ",
  "return ",
  "BEGIN",
  "END",
  "do ",
  "while(0) ",
  "for(k in a) ",
  "next",
  "function f(x) ",
  "delete ",
  "case 1:",
  "exit ",
  "print",
  "print(",
);
const piece = fc.oneof(
  { weight: 2, arbitrary: payload },
  { weight: 5, arbitrary: operand },
  { weight: 7, arbitrary: operator },
  { weight: 3, arbitrary: word },
);
const soup = fc.array(piece, { maxLength: 9 }).map((pieces) => `BEGIN{${pieces.join("")}}`);
/** Whole programs with something thrown in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...HARMLESS),
    fc.nat(),
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "\n{print}", "\n# x"),
  )
  .map(([program, at, pieces, end]) => {
    const cut = at % (program.length + 1);
    return `${program.slice(0, cut)}${pieces.join("")}${program.slice(cut)}${end}`;
  });
/** A loop without an end says nothing. */
const composed = fc.oneof(soup, mutated).filter((program) => !/while ?\((?!0)|for ?\((?!k)|do\b/.test(program));
