import { describe, expect, it } from "vitest";
import { TEXT } from "../../../../src/policy/shell/commands/text.ts";
import { findCommand } from "../../../../src/policy/shell/find-command.ts";
import { commandTable } from "./command-table.ts";

commandTable("a command that looks at text", {
  atLeast: 45,
  allowed: `
    cat a.txt
    cat -A *.txt
    tac a.txt
    head -n 20 a.txt
    head -c 100 src/*.ts
    tail -n +2 a.txt
    wc -l *.txt
    nl -ba a.txt
    rev a.txt
    cut -d, -f1 a.csv
    paste -sd, a.txt
    join a.txt b.txt
    comm -12 <(sort a.txt) <(sort b.txt)
    cmp a.txt b.txt
    diff a.txt b.txt
    diff -u a.txt b.txt | head
    diff -rq src dir
    diff3 a.txt b.txt c.txt
    diff3 -m a.txt b.txt c.txt
    sdiff -s a.txt b.txt
    colordiff -u a.txt b.txt
    tr a-z A-Z
    fold -w 80 a.txt
    fmt -w 60 a.txt
    column -t -s, a.csv
    sort a.txt
    sort -rn a.txt | head
    sort -t, -k2,2nr -k1 a.csv
    sort -u --parallel=2 a.txt b.txt
    sort -c a.txt
    sort -t - -k 2 a.txt
    sort -k"1" a.txt
    sort a.txt | uniq -c | sort -rn
    uniq -c a.txt
    uniq -d -f 1 a.txt
    uniq --group=append a.txt
    shuf -n 1 a.txt
    shuf -i 1-10
    shuf -e a b c
    seq 1 3
    ptx -G a.txt
    split --version
    csplit --help
    factor 12
    expr 1 + 2
    numfmt --to=iec 2048
    od -c a.txt
    hexdump -C a.txt
    xxd a.txt
    xxd -l 16 a.txt
    xxd -l16 -c8 a.txt
    xxd -s -4 a.txt
    echo 6869 | xxd -r -p
    strings a.txt
    base64 a.txt
    base64 -w0 a.txt
    base64 -w 0 < a.txt
    echo aGk= | base64 -d
    echo aGk= | base64 -D
    md5sum a.txt
    sha256sum *.txt
    cksum a.txt
    shasum -a 256 a.txt
    iconv -f utf-8 -t ascii a.txt
    iconv -l
    echo '1+1' | bc -l
    cat a.txt | tee /dev/null
    cat a.txt | tee /dev/stderr | wc -l
    cat a.txt | tee >(wc -l) | head -1
    dd if=a.txt bs=1 count=2
    dd if=a.txt of=/dev/null
    dd if=a.txt bs=1 count=2 status=none conv=ucase
    jq . a.json
    jq -r '.list[]' a.json
    jq --arg x 1 '.name == $x' a.json
    jq -n 'env.HOME'
    jq -r ".$filter" a.json
    yq . a.yml
    yq -r .name a.yml
    yq e .name a.yml
    yq eval '.list[0]' a.yml
    yq -o json a.yml
    yq -o=json . a.yml
    yq -P -I 4 . a.yml
    yq -y . a.yml
    xmllint --format a.xml
    xmllint --noout src/*.xml
    xmllint --xpath '//a:b' a.xml
    combine a.txt and b.txt
    zgrep 'a|b' a.gz
    gron a.json
    json_pp < a.json
    csvlook a.csv
    pdftotext -layout a.pdf -
    pdfinfo a.pdf
    less a.txt
    less -N a.txt
    less -RFX a.txt
    cat a.txt | less
    more a.txt
    bat a.txt
    bat -p --paging=never -r 1:2 a.txt
    batcat -l ts src/main.ts
    man ls
    man 3 printf
    man -k printf
    man -w ls
    apropos list
    whatis ls
    info -o - ls
  `,
  sandboxed: `
    xmllint --nonet --schema a.xsd --noout a.xml
    xmllint --nonet --loaddtd --noout a.xml
    xmllint --noent --nonet a.xml
  `,
  refused: `
    combine 'touch marker|' and a.txt # may run
    combine '>marker' and a.txt # may run
    combine a.txt and ' >marker' # may run
    combine a.txt and ./*.txt # may run
    combine a.txt and "$x"
    zgrep foo 'a;touch marker.gz' # shell script
    bzgrep -e foo 'a|e.bz2' # shell script
    zdiff a.gz '$(touch marker)' # shell script
    whatis '$(touch marker)' # plain words
    sort -o a.txt a.txt # writes its output
    sort a.txt -o a.txt # writes its output
    sort -oa.txt a.txt # writes its output
    sort -no a.txt b.txt # writes its output
    sort --output=x a.txt # writes its output
    sort --outpu=x a.txt # exactly
    sort --outpu x a.txt
    sort --compress-program=sh a.txt # runs a program
    sort --compress-prog=sh a.txt
    sort -T dir a.txt
    sort -k -o x
    sort -t -- -o x
    sort "$file"
    sort $flags a.txt
    sort *
    uniq a.txt out # second operand
    uniq -c a.txt out # second operand
    uniq a.txt -c
    uniq -- a.txt out
    uniq *.txt
    uniq src/*
    uniq -f 1 a.txt out
    uniq +1 a.txt
    shuf -o x a.txt # writes
    shuf --output=x a.txt
    shuf -n1 -ox a.txt
    diff3 --diff-program=./x a b c # runs a program
    sdiff -o x a b # writes
    sdiff --output=x a b
    sdiff --diff-program=x a b
    colordiff 'a;touch x' b
    base64 -i a -o b # writes
    base64 --output=x a
    base64 -do x a
    base64 -io x
    base64 -w -o x
    iconv -f a -t b -o out a.txt # writes
    iconv --output=x a.txt
    iconv -l -oout
    xxd a.txt out # second operand
    xxd -r a.hex a.bin # second operand
    xxd a.txt -r
    xxd -pc 16 out
    xxd -c 16 a.txt out
    xxd -r -p - out
    xxd $x
    xxd src/*
    xxd -c -r x
    split a.txt # pieces
    csplit a.txt 1
    split --version x
    split "$x"
    ptx -G a.txt out # second operand
    sponge a.txt
    patch -p1
    m4 a.m4
    dc -e '!touch x' # runs commands
    ed a.txt
    ex -sc wq a.txt
    vim -es a.txt
    vi a.txt
    nano a.txt
    emacs --batch
    tee out # writes to out
    tee -a out
    tee /dev/null out
    tee "$x"
    tee /dev/fd/$x
    tee "/dev/fd/$x"
    tee ">(wc -l)"
    dd if=a of=b # writes
    dd if=a of="$x"
    dd $x
    dd "$x"
    dd if=a o{f=b,x}
    dos2unix a.txt
    jq -i . a.json
    jq --in-place . a.json
    yq -i .a=1 a.yml # in place
    yq --inplace .a=1 a.yml
    yq --in-place .a=1 a.yml
    yq --in-pla .a=1 a.yml
    yq -yi . a.yml # in place
    yq -iy . a.yml
    yq e -i . a.yml
    yq -s .a a.yml # writes the parts
    yq --split-exp .a a.yml
    yq -p -i . a.yml
    yq --security-enable-system-operator '.a = system("touch x")' a.yml
    yq $x a.yml
    xmllint --output x a.xml
    xmllint -o x a.xml
    xmllint --shell a.xml
    xmllint http://x/a.xml # network
    xmllint --valid a.xml # network
    xmllint --schema a.xsd a.xml # --nonet
    xmllint --noent a.xml
    gron https://x/
    json_pp -f eval
    json_pp -f=eval
    pdftotext a.pdf
    pdftotext a.pdf a.txt
    pdftotext -layout a.pdf out -
    less -o out a.txt # writes
    less -Oout a.txt
    less --log-file=out a.txt
    less -k keys a.txt
    less '+!touch x' a.txt # command
    less +F a.txt
    less '-pfoo$-oout' a.txt
    less -j5oout a.txt
    less -R+G a.txt
    less *.txt
    more +/x a.txt
    bat --pager='sh x' a.txt # program
    bat cache # cache
    bat cache --build
    bat c*
    bat --paging=always a.txt
    bat --generate-config-file
    man -P 'sh x' ls # program
    man --pager=x ls
    man -H ls
    man -l x.1
    man ./x.1
    man -C x ls
    man 'x;y'
    info -o out ls
    tldr ls
  `,
});

describe("the registry", () => {
  it("knows every command of this family under its name", () => {
    for (const spec of TEXT) for (const name of spec.names) expect(findCommand(name)).toBe(spec);
  });
});
