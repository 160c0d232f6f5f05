import { describe, expect, it } from "vitest";
import { WORST_LINES } from "../../../bench/judge/worst-lines.ts";
import { analyse } from "../../../src/policy/shell/analyse.ts";
import { processorTime } from "../../quickest.ts";
import { facts } from "./facts.ts";

/** What a line is found to be, and how often the world had to be looked at to find that out. */
function analysed(line: string) {
  let paths = 0;
  let repositories = 0;
  const { resolve, git, ...rest } = facts().world;
  const world = {
    ...rest,
    resolve: (path: string, from: string) => {
      paths++;
      return resolve(path, from);
    },
    git: (directory: string) => {
      repositories++;
      return git(directory);
    },
  };
  const start = processorTime();
  const analysis = analyse(line, facts({ world }));
  return { analysis, paths, repositories, ms: processorTime() - start };
}

const lines = Object.entries(WORST_LINES);

describe("a line made to be slow", () => {
  // Far more than any takes.
  it.each(lines)("is judged in less than a second: %s", (_, line) => {
    expect(analysed(line).ms).toBeLessThan(1000);
  });

  it.each(lines)("makes nobody look at the disk without end: %s", (_, line) => {
    const { paths, repositories } = analysed(line);
    expect(paths).toBeLessThanOrEqual(1000);
    expect(repositories).toBeLessThanOrEqual(64);
  });

  it.each(lines)("hides no change that stands in front of it: %s", (_, line) => {
    expect(analyse(`rm marker\n${line}`, facts()).readOnly).toBe(false);
  });
});

describe("a long line", () => {
  it.each([
    "thousands of arguments",
    "thousands of files that exist",
    "thousands of options",
    "&& chain",
    "|| chain",
    "; list",
    "pipeline",
    "lines",
    "a long sum",
    "loops in loops",
    "if in if",
    "case of many",
    "a long here-document",
    "many sed programs",
    "a long awk program",
    "thousands of moves",
    "many gits",
    "git with many paths",
    "empty quotes",
    "a script in a script",
    "assignments",
    "comment",
  ])("is allowed when it only reads: %s", (name) => {
    expect(analyse(WORST_LINES[name] ?? "", facts())).toMatchObject({ readOnly: true });
  });

  it.each([
    "thousands of unknown options",
    "more brackets than are read",
    "loops in loops, too deep",
    "quotes that never end",
    "functions that move",
    "sixteen values, in one command",
    "different git -C",
    "as many different files",
    "many directories, different files",
    "xargs",
    "nice",
    "changes, changes",
    "redirections to files",
    "too long",
  ])("is refused when it changes something, or nobody could tell: %s", (name) => {
    expect(analyse(WORST_LINES[name] ?? "ls", facts())).toMatchObject({ readOnly: false });
  });
});
