import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { filesReadBySedScript, judgeSedScript } from "../../../../src/policy/shell/programs/sed-script.ts";
import { quickest } from "../../../quickest.ts";
import { runs } from "../../../runs.ts";
import { seedFrom } from "../../../seed.ts";
import { lacks } from "../../../system-programs.ts";
import { Playground, pathsOf } from "./run-program.ts";
import { HARMLESS, RUNNING, UNCLEAR, WRITING } from "./sed-scripts.ts";

const paths = pathsOf("sed", "busybox");
const playground = new Playground();
afterAll(() => playground.remove());

const seed = seedFrom("PROGRAMS_SEED");
const seconds = Number(process.env.PROGRAMS_SECONDS ?? 0);
/** So many however busy the machine is; or as many as there is time for. */
const RUNS = seconds === 0 ? { numRuns: runs(1200) } : { numRuns: 100_000, interruptAfterTimeLimit: seconds * 1000 };

function commands(script: string): string[][] {
  const sed = paths.get("sed") ?? "sed";
  const busybox = paths.get("busybox");
  return [
    [sed, "-e", script, "data.txt"],
    [sed, "-E", "-n", "-e", script, "data.txt"],
    [sed, "--posix", "-e", script, "data.txt"],
    ...(busybox === undefined ? [] : [[busybox, "sed", "-e", script, "data.txt"]]),
  ];
}

const changesBy = (script: string) => commands(script).flatMap((argv) => playground.changesBy(argv));

describe("a sed script", () => {
  it.each(HARMLESS)("only reads: %j", (script) => {
    expect(judgeSedScript(script)).toEqual([]);
  });

  it.each(WRITING)("is found to write: %j", (script) => {
    expect(judgeSedScript(script).map(({ code }) => code)).toContain("mutating");
  });

  it.each(RUNNING)("is found to run something: %j", (script) => {
    expect(judgeSedScript(script).map(({ code }) => code)).toContain("code");
  });

  it.each(UNCLEAR)("is not understood: %j", (script) => {
    expect(judgeSedScript(script)).not.toEqual([]);
  });

  it("is refused with the place of what is wrong, all at once", () => {
    const script = "p\n1w one\n$e two";
    const found = judgeSedScript(script).map(({ code, start, end }) => [code, script.slice(start, end)]);
    expect(found).toEqual([
      ["mutating", "1w one"],
      ["code", "$e two"],
    ]);
  });

  it("tells which files it reads", () => {
    expect(filesReadBySedScript("1r a b\n/x/{R /etc/passwd\n}\nr x")).toEqual(["a b", "/etc/passwd", "x"]);
  });

  it("is refused when it is long, or a line of it is longer than BSD sed reads at once", () => {
    expect(judgeSedScript(`#${"x".repeat(2046)}w marker`)).toMatchObject([{ code: "not_understood" }]);
    expect(judgeSedScript(`#${"é".repeat(1100)}w marker`)).toMatchObject([{ code: "not_understood" }]);
    expect(judgeSedScript("p\n".repeat(6000))).toMatchObject([{ code: "not_understood" }]);
  });

  it.each([
    "{",
    "s/[[:",
    "s/\\",
    "[",
    "/[/",
    "a\\\n",
    ":a;",
    "1,",
    "y/[",
    "!",
  ])("is judged quickly, made of %j only", (piece) => {
    const lines = Array.from({ length: 10_000 / 1900 }, () => piece.repeat(1900 / piece.length)).join("\n");
    expect(quickest(() => judgeSedScript(lines), 50)).toBeLessThan(50);
  });
});

describe.skipIf(lacks("busybox"))("sed itself", () => {
  it.each(HARMLESS)("changes nothing with %j", (script) => {
    expect(changesBy(script)).toEqual([]);
  });

  it.each([...WRITING, ...RUNNING])("really changes something with %j", (script) => {
    expect(changesBy(script)).not.toEqual([]);
  });

  it(
    "changes nothing with any script found harmless among many made of pieces",
    () => {
      let ran = 0;
      fc.assert(
        fc.property(composed, (script) => {
          if (judgeSedScript(script).length > 0) return;
          ran++;
          expect(changesBy(script), JSON.stringify(script)).toEqual([]);
        }),
        { seed, ...RUNS },
      );
      expect(ran, `seed ${seed}`).toBeGreaterThan(50);
    },
    240_000 + seconds * 1000,
  );
});

const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "w marker",
      "e touch marker",
      "wmarker",
      "w marker\n",
      "/w marker",
      "W marker",
      "1e",
      "/e",
      "/w /dev/stdout",
      "w",
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "s/",
      "/",
      "s,",
      ",",
      "y/",
      "[",
      "]",
      "[^",
      "[[:alpha:]",
      "\\",
      "\\/",
      "\\\\",
      "\\n",
      "\\]",
      "&",
      "s/a/b/",
      "s/[/]/x/",
      "[/]",
      "a/b",
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "\n",
      "\\\n",
      ";",
      "{",
      "}",
      " ",
      "\t",
      "#",
      "!",
      "1",
      "$",
      "1,2",
      "1~2",
      ",+1",
      "/touch/",
      "\\%x%",
      "I",
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      "p",
      "d",
      "a ",
      "a\\\n",
      "a\\",
      "i\\\n",
      "c x",
      "r f",
      "r ",
      ":a",
      "ba",
      "b",
      "t",
      "n",
      "N",
      "G",
      "=",
      "q",
      "l 5",
      "g",
      "x",
    ),
  },
);
const soup = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(""));
/** Whole scripts with something thrown in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...HARMLESS),
    fc.constantFrom(...HARMLESS),
    fc.nat(),
    piece,
    fc.constantFrom(";", "\n", "", "}", "\\\n"),
  )
  .map(([one, two, at, thrown, between]) => {
    const cut = at % (one.length + 1);
    return `${one.slice(0, cut)}${thrown}${one.slice(cut)}${between}${two}`;
  })
  // A loop without an end says nothing.
  .filter((script) => !/[btT]/.test(script) || !/:/.test(script));
const composed = fc.oneof(
  soup.filter((script) => !/:a/.test(script) || !/[btT] ?a/.test(script)),
  mutated,
);
