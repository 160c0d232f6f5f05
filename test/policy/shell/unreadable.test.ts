import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { analyse } from "../../../src/policy/shell/analyse.ts";
import type { ShellFacts } from "../../../src/policy/shell/analysis.ts";
import { processorTime } from "../../quickest.ts";
import { facts } from "./facts.ts";

const codes = (line: string, more: Partial<ShellFacts> = {}) => {
  const found = analyse(line, facts(more));
  return found.readOnly ? [] : found.findings.map(({ code }) => code);
};

/** Whether every other finding is missing, too: then only the secret is the reason. */
const isReached = (line: string, more?: Partial<ShellFacts>) => codes(line, more).includes("unreadable");

describe("a pattern", () => {
  it.each([
    "cat ~/.pi/agent/*",
    "cat ~/.p*/a*/c*/key",
    "cat ~/*/*/*/*",
    "cat ~/.pi/age[n]t/count?rsign/key",
    "cat ~/.pi/agent/@(countersign|x)/key",
    "cat ~/.pi/agent/COUNTER*/key",
    "cat {~/.pi,x}/agent/c*/key",
    "cat ~/{.pi,x}/{agent,y}/{countersign,z}",
    'cat "$HOME"/.pi/a*/c*/key',
    "cat /home/*/.pi/*/*/key",
    "cat */../../home/ada/.pi/agent/c*/key",
    "cat ~/.pi/agent/count''er*/key",
    "cat --file=$HOME/.pi/agent/c*/key",
    "cd ~/.pi/agent && cat ./*",
    "shopt -s dotglob; cat ~/*/*/*",
    "shopt -s globstar dotglob; cd ~; cat **",
    "cd ~; shopt -s globstar; cat **/k*",
    "for f in ~/.p*/*/*/*; do echo x; done",
    "cat < ~/.pi/agent/c*",
  ])("that matches the way to a secret reaches it: %s", (line) => {
    expect(isReached(line)).toBe(true);
  });

  it.each([
    "ls ~/*",
    "cat ~/.*rc",
    "ls ~/*/*/*",
    "cat ~/.pi/*.json",
    "cat ~/.pi/agent/{models,settings}.json",
    "cd ~/.pi && cat *.json",
    "cat ~/*/src/lib/index.ts",
    "cat src/*/*/*/*.ts",
    "ls /*/*",
    "grep -r key ~/.pi/agent/*.json",
    "grep -r key ~/projects/*",
  ])("that does not match it is as good as any: %s", (line) => {
    expect(codes(line)).toEqual([]);
  });

  it.each([
    "grep -r key ~/.p*",
    "rg key ~/*",
    "grep -r key /ho*",
    "find ~/.p* -type f | xargs cat",
  ])("that matches a directory above it is searched through: %s", (line) => {
    expect(isReached(line)).toBe(true);
  });

  it.each(["****", "?*?*", "[a-z]*", "{a,b}", "@(a|b)", "*/../"])("of any length is matched soon: %s", (unit) => {
    const start = processorTime();
    codes(`cat ~/.pi/agent/${unit.repeat(Math.min(190, 9000 / unit.length))}`);
    expect(processorTime() - start).toBeLessThan(500);
  });
});

describe("a word that is not known", () => {
  it.each([
    'cat "$HOME/$x"',
    "cat ~/.pi/$x",
    "cat ~/.pi/agent/x$y",
    "cat --file=$HOME/$x",
    "cat $(echo ~)/.pi/agent/c*/key",
    "cat `echo ~`/.pi/agent/c*/key",
    "grep -r key /home/$x",
    "grep -r key /ho$x",
    "cd ~/.pi; cat $x",
  ])("reaches what its certain parts lead to: %s", (line) => {
    expect(isReached(line)).toBe(true);
  });

  it.each([
    "cat $x",
    'cat "$x/README.md"',
    "cat src/$x",
    "cat /tmp/$x",
    "grep -r key /tmp$x",
    "cat ~/project/$x",
    "cat $x/agent/main.ts",
  ])("reaches nothing by them, if it is a name below: %s", (line) => {
    expect(codes(`for x in $(git ls-files); do ${line}; done`)).toEqual([]);
    expect(codes(line)).toEqual(["dynamic"]);
  });
});

describe("somewhere that is not known", () => {
  it.each([
    'cd "$x"; cat .pi/agent/countersign/key',
    'cd "$x"; cat countersign/key',
    'cd "$x"; cat ../countersign/key',
    'cd "$x"; cat agent/c*/key',
    'cd "$x"; cat $y/agent/c*/key',
    'cd "$x"; grep -r key .pi',
  ])("may be on the way to a secret: %s", (line) => {
    expect(isReached(line)).toBe(true);
  });

  it.each([
    'cd "$x"; cat README.md',
    'cd "$x"; grep -r key .',
    'cd "$x"; cat src/agent/main.ts',
    'cd "$x"; ls home',
  ])("is no reason against what does not know that way, if it is below: %s", (line) => {
    expect(codes(`for x in packages/*; do ${line}; done`)).toEqual([]);
    expect(codes(line)).toEqual(["dynamic"]);
  });
});

describe("names that are printed for somebody who reads", () => {
  it.each(["find -type f | xargs cat", "fd key | xargs cat", "du -a | xargs cat"])("come from here: %s", (line) => {
    expect(isReached(line, { cwd: "/home/ada" })).toBe(true);
    expect(isReached(line, { cwd: "/home/ada/project" })).toBe(false);
  });

  it("come from a directory that is named", () => {
    expect(isReached("find src -type f | xargs cat", { cwd: "/home/ada" })).toBe(false);
    expect(isReached("du -a ~ | xargs cat")).toBe(true);
    expect(isReached("du -sh ~")).toBe(false);
  });
});

describe("any secret", () => {
  const unreadable = ["/home/ada/.netrc", "/srv/vault"];

  it.each([
    "cat ~/.netrc",
    "cat ~/.n*",
    "cat ~/.*",
    "grep -r x ~",
    "cat /srv/vault/a",
    "cat /s*/v*/a",
    "grep -r x /srv",
    "cat /srv/$x",
    "cat --config=/srv/vault",
  ])("is found by what is known of it: %s", (line) => {
    expect(isReached(line, { unreadable })).toBe(true);
  });

  it.each([
    "cat ~/.pi/agent/countersign/key",
    "cat ~/*",
    "cat /srv/*.md",
    "cat srv/vault.md",
    "cat ~/.npmrc",
  ])("keeps nobody from anything else: %s", (line) => {
    expect(isReached(line, { unreadable })).toBe(line.includes("srv/vault"));
  });
});

describe("a link", () => {
  const world: ShellFacts["world"] = {
    ...facts().world,
    resolve: (path, from) => {
      const whole = posix.resolve(from, path);
      return whole.replace(/^\/project\/link(?=\/|$)/, "/home/ada/.pi/agent").replace(/^\/people/, "/home");
    },
  };

  it.each([
    "cat link/countersign/key",
    "cat link/c*/key",
    "cat link/$x",
    "grep -r key link",
    "dd if=link/countersign",
    "grep --file=link/countersign a.txt",
    "cd link && cat countersign/key",
  ])("is followed: %s", (line) => {
    expect(isReached(line, { world })).toBe(true);
  });

  it("to the home directory makes it no other", () => {
    const home = "/people/ada";
    expect(isReached('cat "$HOME/$x"', { world, home })).toBe(true);
    expect(codes("for x in *; do cd ~; cat $x; done", { world, home })).toEqual([]);
  });

  it("that cannot be followed is not understood", () => {
    const broken = {
      ...world,
      resolve: () => {
        throw new Error("too many links");
      },
    };
    expect(codes("cat loop", { world: broken })).toEqual(["not_understood"]);
    expect(codes("cat loop/*", { world: broken })).toEqual(["not_understood"]);
  });
});

describe("a path inside the project", () => {
  it("is looked up once, however often it is written", () => {
    let looks = 0;
    const { world } = facts();
    const counted = {
      ...world,
      resolve: (path: string, from: string) => {
        looks++;
        return world.resolve(path, from);
      },
    };
    expect(codes("cat a.txt; cat a.txt a.txt | head -5 -q -n 3; wc -l a.txt", { world: counted })).toEqual([]);
    expect(looks).toBeLessThanOrEqual(2);
  });
});
