import { describe, expect, it } from "vitest";
import { analyse } from "../../../../src/policy/shell/analyse.ts";
import { facts } from "../facts.ts";
import { commandTable } from "./command-table.ts";

commandTable("a command that searches", {
  atLeast: 8,
  allowed: String.raw`
    grep one a.txt
    grep -rn one .
    grep -rnE 'one|two' --include='*.txt' .
    grep -c -e "$x" *.txt
    grep -e --pager a.txt
    grep -rn -- --pager .
    egrep 'a|b' a.txt
    fgrep -f a.txt b.txt
    rg one .
    rg one
    rg -n --type ts main src
    rg -tts main
    rg -l 'one' -g '*.txt' -g '!dir'
    rg --files
    rg --files src | head
    rg -A3 -B 2 one a.txt
    rg -uu --hidden one .
    rg -e "$x" src
    rg -- "$x" src
    rg -e --pre a.txt
    rg --json one a.txt
    rg -o '(\w+)' -r '$1' a.txt
    rg -U 'a\nb' a.txt
    rg -z one a.gz
    rg --sort path one .
    rg -c one .
    fd
    fdfind -e ts
    fdfind main src
    fdfind -t f -H -E node_modules . .
    fdfind -l main
    fdfind --max-depth 1
    fd -g '*.ts'
    fd -e ts -x wc -l
    fd -e ts -X wc -l {}
    fd -e ts --exec-batch wc -l \\;
    fd . src --exec head -3 {}
    fd -e txt -x basename {} .txt
    fd . src -x sed -n 1p
    fd -a -e ts -x sed -n 1p {}
    fd -- -x src
    ag -i main src
    ack -i main
    ack -l main
  `,
  refused: `
    grep --filter=x a a.txt # program
    grep --pager=x a a.txt
    rg --pre ./x one # runs a program
    rg --pre=./x one
    rg --pre-glob '*' one
    rg --hostname-bin x one
    rg "$x" src
    rg $x
    rg one *
    rg --pr ./x one
    ag --pager 'sh x' one # program
    ack --pager=x one
    ack --output='@{[system q(touch x)]}' one
    ack --ackrc=x one
    fd -x rm # deletes files
    fd -e ts -X rm
    fd --exec rm
    fd --exec-batch rm
    fd -Hx rm
    fd -xrm
    fd --exec=rm
    fd . src -x rm {}
    fd -x {} # is unknown before it runs
    fd --and -x echo -x rm # not certain
    fd -HE -x echo # not certain
    fd -S -x echo # not certain
    fd -C dir -x git status # not certain
    fd --base-directory dir -x ls # not certain
    fd -e ts -x echo -x rm # not certain
    fd -e ts -x echo $x # not certain
    fd -e ts -x echo \\; -x rm # more follows
    fd -e ts -x sed -n 1p # option of sed
    fd . src -x sed -n 1p {/} # option of sed
    fd . ./-dir -x sed -n 1p # option of sed
    fd . src --strip-cwd-prefix -x sed -n 1p # option of sed
    fd -e ts -x sh -c 'wc {}' # script
    fd . -tf -x touch x
    fd "$x"
    fd --exe rm
    ast-grep -p a -r b -U # parsers
    sg root -c 'touch x'
    semgrep --config auto
    comby a b
    ctags -R .
    cscope -b
  `,
});

describe("a search below a directory", () => {
  const home = facts({ cwd: "/home/ada" });

  it.each([
    "grep -r key .",
    "grep -Rn key ~",
    "grep --recursive key",
    "grep -d recurse key .",
    "rg key",
    "ag key .",
    "diff -r . /tmp",
  ])("refuses %s where Countersign's keys are below", (command) => {
    expect(analyse(command, home)).toMatchObject({ readOnly: false, findings: [{ code: "unreadable" }] });
  });

  it.each(["grep key notes.txt", "grep -n key a b", "diff a b", "fd key"])("allows %s there", (command) => {
    expect(analyse(command, home).readOnly).toBe(true);
  });

  it.each(["grep -r key .", "rg key"])("allows %s in a project", (command) => {
    expect(analyse(command, facts()).readOnly).toBe(true);
  });
});
