import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { WORST_LINES } from "../../bench/judge/worst-lines.ts";
import { judge } from "../../src/policy/judge.ts";
import type { Facts } from "../../src/policy/situation.ts";
import { processorTime } from "../quickest.ts";
import { disk } from "./disk.ts";
import { bash, executing, situation } from "./situation.ts";

const { facts, at } = disk();
symlinkSync(at("project/.git/hooks"), at("project/innocent"));

const verdict = (line: string, more: Partial<Facts> = {}) => {
  const { verdict: found, code } = judge(bash(line), situation({ facts: { ...facts, ...more } }));
  return found === "deny" ? code : found;
};

/** Different words, as many as asked for. */
const words = (count: number, word: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => word(index)).join(" ");

function counted() {
  const count = { looks: 0 };
  const resolve: Facts["world"]["resolve"] = (path, from) => {
    count.looks++;
    return facts.world.resolve(path, from);
  };
  return { count, world: { ...facts.world, resolve } };
}

describe("a line of many words", () => {
  it.each([
    `touch ${words(900, (index) => `f${index}`)} innocent/x`,
    `touch ${words(400, (index) => `--f${index}=a`)} --to=.git/config`,
    `cd src; cd ..; touch ${words(300, (index) => `f${index}`)} .pi/plans.json`,
    `cd .pi; cd src; touch ${words(300, (index) => `f${index}`)} plans`,
    `node -e '${words(3000, (index) => `${index},`)}' > .git/config`,
    `tee x <<< '${words(3000, (index) => `${index},`)}:.git/config'`,
    `${"$[".repeat(3000)} > .git/config`,
    `${"$(".repeat(40)} echo > ".g"it/config`,
  ])("is refused for the one that names a protected place: %#", (line) => {
    expect(verdict(line)).toBe("PROTECTED_PATH");
  });

  it.each([
    `touch ${words(900, (index) => `f${index}`)}`,
    `cd src; cd ..; cd .; touch ${words(300, (index) => `f${index}`)}`,
    `node -e '${words(3000, (index) => `${index},`)}' > x`,
    `cat > x.csv <<E\n${words(5000, (index) => `${index},${index}\n`)}\nE`,
    `git add ${words(3000, (index) => `f${index}`)}`,
    `touch ${"same ".repeat(3000)}`,
  ])("is as before if none does: %#", (line) => {
    expect(verdict(line)).toBe("allow");
  });

  it("is refused if it names more than can be looked at, and may write", () => {
    const many = words(1800, (index) => `f${index}`);
    expect(verdict(`touch ${many}`)).toBe("PROTECTED_PATH");
    const sandboxed = executing({ tools: ["bash"] }, { facts: { ...facts, sandbox: "on" } });
    expect(judge(bash(`touch ${many}`), sandboxed).verdict).toBe("allow");
  });
});

describe("a line made to be slow", () => {
  const lines = {
    ...WORST_LINES,
    "many words in many directories": `${words(12, (index) => `cd d${index};`)} node ${words(1800, (index) => `@${index}`)}`,
    "one word of many parts": `node ${words(2000, (index) => String(index)).replaceAll(" ", ":")}`,
    "words nobody writes": `node ${words(1500, (index) => `\u00a0\uff21${index}`)}`,
  };

  it.each(Object.entries(lines))("makes nobody look at the disk without end: %s", (_, line) => {
    const { count, world } = counted();
    const start = processorTime();
    verdict(line, { world });
    // What the analysis asks, and what the words do.
    expect(count.looks).toBeLessThanOrEqual(2600);
    // Far more than any takes.
    expect(processorTime() - start).toBeLessThan(1000);
  });
});

describe("an ordinary line", () => {
  it("asks about each of its words once, in each directory it goes to", () => {
    const { count, world } = counted();
    const known = { ...facts, world };
    const all = situation({ facts: known });
    judge(bash("touch a"), all);
    count.looks = 0;
    judge(bash("touch a b a b"), all);
    const alone = count.looks;
    count.looks = 0;
    judge(bash("touch a b a b a b a b"), all);
    expect(count.looks).toBe(alone);
  });

  it("moves from where it runs", () => {
    expect(verdict("cd project/.pi && rm -r plans", { cwd: at(".") })).toBe("PROTECTED_PATH");
    expect(verdict("cd nowhere && rm -r plans")).toBe("allow");
  });
});
