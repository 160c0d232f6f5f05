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

describe("a directory that a line goes to", () => {
  it.each([
    // A pattern on the way to a secret.
    "cd ~/.pi/agent && cd c* && cat keys/*.key",
    "cd ~/.p*; cd a*; cd c*; cat k*/*",
    "cd ~/.p*; cd a*; cd c*; grep -r . .",
    "cd ~/.p*; cd a*; cat */keys/current",
    "cd ~; cd .p*/a*/c*; cat keys/current",
    "cd ~; pushd .p*/a*; pushd c*; cat keys/current",
    'cd ~; cd "$(ls -d .p*)"; cd "$(ls)"; cd countersig?; cat keys/current',
    'cd ~ && for d in .p*; do cd "$d"; for e in a*; do cd "$e"; for f in c*; do cd "$f"; cat k*/*; done; done; done',
    "x=~/.pi/agent; cd $x; cd c*; cat keys/current",
    "cd ~/.pi/agent; bash -c 'cd c* && cat keys/current'",
    'cd ~/.pi/agent; ls | while read -r d; do cd "$d"; cat keys/current; done',
    'cd ~/.pi/agent; cat "$(ls)/keys/current"',
    "cd ~/.pi/agent; ls -d * | xargs -I{} cat {}/keys/current",
    "cd ~; cat */../.p*/a*/c*/k*/*",
    // A loop, or a function, reads where the line goes later.
    "for x in 1 2; do grep -r . .; cd ~/.pi/agent; done",
    "for x in 1 2 3; do cat c*/k*/*; cd ~/.pi/agent; done",
    'for d in ~ ~/.pi/agent; do cd "$d"; grep -r . .; done',
    "f() { grep -r . .; }; cd ~/.pi/agent && f",
    "f() { cat c*/k*/*; }; cd ~/.pi/agent && f",
    "f() { cat c*/k*/*; }; c''d ~/.pi/agent && f",
    "f() { cat c*/k*/*; }; $'\\x63d' ~/.pi/agent && f",
    "f() { grep -r . .; }; g() { f; }; cd ~/.pi/agent && g",
    "f() { g; }; g() { grep -r . .; }; cd ~/.pi/agent && f",
    "f() { cd ~/.pi/agent; }; f; grep -r . .",
    "f() { grep -r . .; }; (cd ~/.pi/agent; f)",
    "f() { grep -r . .; }; for x in 1 2; do f; cd ~/.pi/agent; done",
    // Up again from somewhere below.
    "cd sr*; cat ../../home/ada/.pi/agent/./countersign/keys/current",
    "cd sr*; grep -r . ../../home",
    "cd sr*; cd ..; grep -r . ../home",
    'for d in */; do cd "$d"; sed -n p ../../home/ada/.p*/agent/c*/keys/*; done',
    // Where the shell was before the line.
    "cd -; grep -r . .",
    "cd none; cd -; grep -r . .",
    "cd -; cat key",
    "pushd ~/.pi/agent; pushd src; popd; grep -r . .",
    "cd /pro*; cat 1/e*n",
    "cd /proc; cd [0-9]*; cat e*n",
  ])("leads no nearer to a secret: %s", (line) => {
    expect(codes(line)).not.toEqual([]);
  });

  it.each([
    "cd sr* && cat index.ts && grep -r x . && cd deep && cat a.ts",
    'for d in packages/*/; do cd "$d" && cat package.json; done',
    'for d in src test; do cd "$d"; cat a.ts; done',
    "pushd src; cat a.ts; popd; cat README.md",
    "cd -; echo gone; ls",
    "cd ~/.pi/agent && cat models.json && ls countersign.md",
    "f() { cat README.md; }; f",
    'f() { sed -n 1p "$1"; }; cd src && f a.ts',
    "cd ~/.config* && ls",
  ])("is as good as another elsewhere: %s", (line) => {
    expect(codes(line)).toEqual([]);
  });
});

describe("a path in a program", () => {
  const key = "/home/ada/.pi/agent/./countersign/keys/current";

  it.each([
    `sed 'r ${key}' a.txt`,
    `sed 'R ${key}' a.txt`,
    `sed -n '1r ${key}' a.txt`,
    `awk 'BEGIN { while ((getline line < "${key}") > 0) print line }'`,
    `xmllint --xpath "document('${key}')" a.xml`,
    `git -c mailmap.file=${key} log`,
    `git hash-object --stdin-paths <<< ${key}`,
    "sed 'r /home/ada/.pi//agent///countersign/keys/current' a.txt",
    "sed 'r /home/ada/.pi/agent/x/../countersign/keys/current' a.txt",
    "sed 'r /home/ada/.pi/agent/x/y/../../countersign/keys/current' a.txt",
    "cat <<< /home/ada/.pi/agent/x/.././countersign/key",
    "cd ~/.pi/agent && sed 'r countersign/keys/current' a.txt",
    "cd ~/.pi && sed 'r agent/./countersign/keys/current' a.txt",
    "cd ~/.pi/agent && awk 'BEGIN { while ((getline line < \"countersign/keys/current\") > 0) print line }'",
    "cd ~/.pi/agent && awk 'BEGIN { while ((getline line < f) > 0) print line }' f=countersign/keys/current",
    "cd ~/.pi/agent && git -c mailmap.file=countersign/keys/current log",
    "cd ~/.pi/agent && xmllint --xpath \"document('countersign/keys/current')\" a.xml",
  ])("leads where it leads, by whatever detour: %s", (line) => {
    expect(codes(line)).not.toEqual([]);
  });

  it.each([
    "sed 'r header.txt' a.txt",
    "sed -n '/agent/p' src/countersign/a.txt",
    "awk 'BEGIN { while ((getline line < \"src/countersign/a.txt\") > 0) print line }'",
  ])("may lead elsewhere: %s", (line) => {
    expect(codes(line)).toEqual([]);
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
    expect(codes('for x in src/*; do cd ~; cat "$x"; done', { world, home })).toEqual([]);
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

describe("a repository whose top is the home directory, or above it", () => {
  const at = (cwd: string, top: string) => ({ cwd, world: { ...facts().world, find: () => [`${top}/.git`] } });

  it.each([
    "rg x",
    "rg x /home/ada",
    "grep -r x .",
    "find . -type f -exec cat {} +",
    "git grep --no-index x",
    "git ls-files -o | xargs cat",
    "git ls-files -o -z | xargs -0 awk 1",
    "cat $(git ls-files -o)",
    'for f in $(git ls-files -o); do cat "$f"; done',
    'while read -r f; do cat "$f"; done < <(git ls-files -o)',
    "mapfile -t a < <(git ls-files -o); cat ${a[@]}",
    'x=$(git ls-files -o | head -1); echo "$(< "$x")"',
    'f() { cat "$1"; }; f "$(git ls-files -o | head -1)"',
    'cat "$PWD/$(git ls-files -o | head -1)"',
    "printf '%s\\n' $(git ls-files -o) | xargs -n1 cat",
    'read -r f <<< "$(git ls-files -o)"; cat "$f"',
    'for f in $(git ls-files -o); do g=$f; cat "${g%.x}"; done',
    "git ls-files -o | xargs -I{} cat {}",
    "git ls-files -oz | xargs -0 -I{} cat {}",
    'date --file="$(git ls-files -o | grep key)"',
    'git ls-files -o | while read -r x; do git config --file="$x" --list; done',
    'x=$(git ls-files -o | head -1); grep -f"$x" a.txt',
    "colordiff -r . /tmp",
  ])("is not searched as a whole, and no list of its files is opened: %s", (line) => {
    for (const top of ["/home/ada", "/home", "/"]) expect(codes(line, at(top, top)), top).not.toEqual([]);
  });

  it.each([
    'grep -r x "$(git rev-parse --show-toplevel)"',
    'd=$(git rev-parse --show-toplevel); grep -r x "$d"',
    'd=$(git rev-parse --show-toplevel); grep -r x "$d/.pi"',
    'diff -r "$(git rev-parse --show-toplevel)" /tmp',
    "git rev-parse --show-toplevel | xargs grep -r x",
    'git rev-parse --show-toplevel | while read -r d; do grep -r x "$d"; done',
    "git grep --untracked x :/",
    "git grep --untracked x -- ':(top)'",
    "git grep --untracked x ':(icase,top)'",
    "git -C src grep --untracked x :/",
  ])("is not searched from its top by a command that stands below: %s", (line) => {
    for (const top of ["/home/ada", "/home", ""]) {
      expect(codes(line, at("/home/ada/project", top)), top).not.toEqual([]);
    }
    expect(codes(line, at("/home/ada/project", "/home/ada/project"))).toEqual([]);
  });

  it.each([
    "cat *.md",
    "cat src/*.ts",
    'for f in src/*.ts; do cat "$f"; done',
    'cat "src/$(git ls-files src | head -1)"',
    "git grep x :/",
    "git ls-files | wc -l",
    "git status",
  ])("is looked at where that leads to no key: %s", (line) => {
    expect(codes(line, at("/home/ada", "/home/ada"))).toEqual([]);
  });

  it("and a directory below it that holds no key is as any other", () => {
    for (const line of ["rg x", "git ls-files -o | xargs cat", "git grep --untracked x"])
      expect(codes(line, at("/home/ada/project", "/home/ada")), line).toEqual([]);
  });
});
