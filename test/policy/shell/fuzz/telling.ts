/**
 * Options and operands that say something to single commands, those that write among those that do not. What writes
 * does so to a new file with `marker` in its name.
 */
export const TELLING: Readonly<Record<string, readonly string[]>> = {
  dmesg: words`
    -H ¦ --human`,
  sort: words`
    -omarker ¦ --outpu=marker ¦ -o mark*r ¦ -omark* ¦
    -n ¦ -r ¦ -u ¦ -k 2 ¦ -k2,2n ¦ -t , ¦ -t, ¦ -c ¦ -C ¦ -m ¦ -z ¦ -s ¦ -V ¦ -h ¦ -S 1M ¦ -S1k ¦ --parallel=2 ¦
    --files0-from=- ¦ -o marker ¦ -nomarker ¦ -uo marker ¦ -T . ¦ --compress-program=./mark ¦
    --compress-prog ./mark ¦ --output ¦ --debug ¦ -R ¦ --random-source=a.txt ¦ -b -f ¦ --batch-size=2 ¦
    --temporary-directory=. ¦ --sort=numeric ¦ -k1,1 -k2,2nr ¦ +1 -2 ¦ --check=quiet`,
  uniq: words`
    -c ¦ -d ¦ -u ¦ -i ¦ -f 1 ¦ -s 2 ¦ -w 3 ¦ -cd ¦ --group ¦ --all-repeated=separate ¦ a.txt ¦ marker ¦ - marker ¦
    /dev/stdin marker ¦ -z ¦ -1 ¦ +1`,
  sed: words`
    -n ¦ -E ¦ -r ¦ -s ¦ -u ¦ -z ¦ -e ¦ --expression=p ¦ -e p ¦ -e 1p ¦ -n 1,2p ¦ 's/a/b/' ¦ 's/a/b/w marker' ¦
    's/a/b/e' ¦ 's/.*/touch marker/e' ¦ 'w marker' ¦ '1w marker' ¦ 'W marker' ¦ '1e ./mark' ¦ e ¦ '$!N;P;D' ¦
    '/apple/!d' ¦ '1i x' ¦ 'a\text' ¦ 'r a.txt' ¦ 'R marker' ¦ 'y/abc/xyz/' ¦ a ¦ b ¦ 's,a,b,;w marker' ¦
    'b;w marker' ¦ ':a;N;$!ba;s/\n/ /g' ¦ -f scripts/mark.sed ¦ -f lines.txt ¦ -i ¦ -i.marker ¦ -ni ¦ --in-place ¦
    --in-plac ¦ --sandbox ¦ --posix ¦ --debug ¦ -l 5 ¦ --follow-symlinks ¦ '#n' ¦ 's/a/\n/;#w marker' ¦
    's/x/[w marker]/' ¦ '/[/w marker]/p' ¦ '\,a,p' ¦ '/a/I,/b/Mp' ¦ '1~2p' ¦ '0,/a/p' ¦ '/a/,+1w marker' ¦
    '$w marker' ¦ '{w marker' ¦ 's/a/b/Iew marker' ¦ 's/\//w marker/' ¦ 'v 4' ¦ 'F;=;l;q' ¦ 'Q5' ¦ 'c\' ¦
    $'a\\\nw marker' ¦ $'a x\nw marker' ¦ $'i\\\nx\\\nw marker' ¦ '}w marker' ¦ 'y/w/ /;p' ¦ 's wawbw' ¦
    'swawbww marker' ¦ 's/[/]w marker/x/' ¦ 's/a/b/;;w marker' ¦ 'sxaxbxwmarker' ¦ 's|a|b|gw marker' ¦ 's|a|b|' ¦
    '1{p;w marker'$'\n''}' ¦ -e 'a\' -e 'w marker' ¦ -e 'i\' -e 'x' -e 'w marker' ¦ -e 's/a/b/' -e 'w marker' ¦
    -E 's/(a|b)/[\1]/' ¦ -s -n '$=' ¦ --null-data p ¦ --quiet 1p ¦ -n '/a/,/b/{/b/!p}' ¦ -n '/^#/!{p;}' ¦
    's/a/b/;t;w marker' ¦ '1!G;h;$!d' ¦ -n -e '1{' -e 'w marker' -e '}' ¦ -n '$!{h;d};x;w marker' ¦
    --expression='w marker' ¦ --file=scripts/mark.sed ¦ -nf scripts/mark.sed ¦ -nEe 1p ¦ -ne 'w marker' ¦
    -nes/a/b/w\ marker`,
  awk: words`
    -F , ¦ -F: ¦ -F '\t' ¦ -v x=1 ¦ -v f=marker ¦ -v OFS=- ¦ '{print}' ¦ '{print $1}' ¦ 'NR==1' ¦
    '/a/{print $2}' ¦ 'END{print NR}' ¦ '{print > "marker"}' ¦ '{print >> "marker"}' ¦
    'BEGIN{system("touch marker")}' ¦ '{print > f}' ¦ 'BEGIN{printf "x" > ("mar" "ker")}' ¦
    'BEGIN{getline x < "a.txt";print x}' ¦ '$1>1' ¦ '{if($1>2)print}' ¦ '{print ($1>"marker")}' ¦ '{print $1>2}' ¦
    '{print($1)>"marker"}' ¦ 'function f(a){return a+1}{print f($1)}' ¦ 'BEGIN{f="system";@f("touch marker")}' ¦
    'BEGIN{close("x")}' ¦ '{print "a>b"}' ¦ '/>/{print}' ¦ '{x=$1>"marker"?1:2;print x}' ¦
    'BEGIN{print 1>2?3:4}' ¦ -f scripts/mark.awk ¦ -f lines.txt ¦ -i inplace ¦ -o marker ¦ -omarker ¦ -p marker ¦
    -d ¦ --dump-variables=marker ¦ --profile=marker ¦ -E mark ¦ -e 'BEGIN{print 1}' ¦ -l filefuncs ¦ --lint ¦
    --sandbox ¦ -S ¦ -n ¦ -b ¦ -M ¦ -h ¦ -W version ¦ -W dump-variables ¦ -W exec=mark ¦ -- ¦ f=marker ¦
    '@include "scripts/mark.awk"' ¦ '@load "filefuncs"' ¦ 'BEGIN{ARGV[1]="a.txt"}' ¦ '{gsub(/a/,"b")}1' ¦
    '!seen[$0]++' ¦ '{a[$1]=a[$1] $2}END{for(k in a)print k,a[k]}' ¦ 'BEGIN{print length("a")>"marker"}' ¦
    'BEGIN{print a b>"marker"}' ¦ '{print /x/>"marker"}' ¦ '{getline;print}' ¦
    'BEGIN{printf("%s","x")>"/dev/stderr"}' ¦ 'BEGIN{print "x" > "/dev/stdout"}' ¦
    'BEGIN{PROCINFO["x"];print ENVIRON["HOME"]}' ¦ 'BEGIN { print -1 " " -1 }' ¦ $'{print #\n>"marker"\n}' ¦
    $'{print \\\n>"marker"}' ¦ '{print;>"marker"}' ¦ '{print a?b:c>"marker"}' ¦ '{print(1)(2)>"marker"}' ¦
    '{print (1,2)>"marker"}' ¦ '{print (1)in a>"marker"}' ¦ '{print | "tee marker"}' ¦
    'BEGIN{"touch marker"|getline}' ¦ 'BEGIN{while(("cat a.txt")|getline l)print l}' ¦
    'BEGIN{printf "%s\n","x"|"cat"}' ¦ '{print $1 |& "cat"}' ¦ '{print|"./mark"}' ¦ '/a|b/{print}' ¦
    '$1=="a"||$2=="b"' ¦ -f lines.txt -e 'BEGIN{print 1}' ¦ 'BEGIN{"date"|getline d;print d}' ¦
    '{print $0 | "sort"}' ¦ 'BEGIN{x="A";y="B";print x|y}' ¦ 'BEGIN{RS=""}{print}' ¦
    'BEGIN{printf "x" > "/dev/null"}' ¦ 'NR>1 && $3>30{print $2}' ¦ 'NR>1{print $2>"/dev/stderr"}' ¦
    --file=scripts/mark.awk ¦ --exec=mark ¦ --load=filefuncs ¦ --include=scripts/mark.awk ¦ -i scripts/mark.awk ¦
    --pretty-print=marker`,
  find: words`
    . ¦ src ¦ . -maxdepth 1 ¦ -maxdepth 2 ¦ -type f ¦ -type d ¦ -name '*.ts' ¦ -name *.txt ¦ -iname '*A*' ¦
    -path './src/*' ¦ -not ¦ ! ¦ -o ¦ -or ¦ -a ¦ \( ¦ \) ¦ -print ¦ -print0 ¦ -ls ¦ -prune ¦ -quit ¦ -size +1k ¦
    -mtime -1 ¦ -newer a.txt ¦ -empty ¦ -printf '%p\n' ¦ -exec ls {} \; ¦ -exec cat {} + ¦ -exec touch marker \; ¦
    -exec ./mark {} + ¦ -execdir ../mark \; ¦ -execdir ls {} \; ¦ -ok touch marker \; ¦ -fprint marker ¦
    -fprint0 marker ¦ -fprintf marker %p ¦ -fls marker ¦ -exec grep -l apple {} + ¦
    -exec sh -c 'ls "$1"' _ {} \; ¦ -exec sh -c 'touch marker' \; ¦ -exec bash -c 'cat {}' \; ¦ -exec sort {} \; ¦
    -exec sort -n {} + ¦ -exec sed -n 1p {} \; ¦ -exec uniq {} \; ¦ -exec uniq {} + ¦ -exec xxd {} \; ¦
    -exec env {} \; ¦ -exec {} \; ¦ -exec git status \; ¦ -execdir git status \; ¦ -regex '.*' ¦
    -files0-from a.txt ¦ -exec head -1 {} ';' ¦ -exec echo {} ';' -exec touch marker ';' ¦
    -exec true \; -fprint marker ¦ -L ¦ -H ¦ -O3 ¦ -D exec ¦ -perm -u+x ¦ -exec cat {} \; -quit ¦
    -exec awk {} \; ¦ -exec sed {} \;`,
  xargs: words`
    -n1 ¦ -n 1 ¦ -0 ¦ -r ¦ -t ¦ -I{} ¦ -I {} ¦ -I% ¦ -i ¦ -L1 ¦ -P2 ¦ -d '\n' ¦ -a a.txt ¦ -a lines.txt ¦ ls ¦
    cat ¦ echo ¦ wc -l ¦ grep -l apple ¦ head -1 ¦ touch marker ¦ touch ¦ ./mark ¦ sh -c ¦ sh -c 'touch marker' ¦
    bash -c 'cat "$@"' _ ¦ sort ¦ sort -- ¦ uniq ¦ uniq -- ¦ sed -n 1p ¦ sed ¦ awk ¦ env ¦ git log ¦ git ¦
    git show ¦ find ¦ find . ¦ rg x ¦ rg -e x -- ¦ test ¦ printf '%s' ¦ tee ¦ {} ¦ % marker ¦ xargs ¦
    xargs touch ¦ xargs cat ¦ timeout 1 ¦ file ¦ file -- ¦ tree ¦ jq . ¦ jq . -- ¦ stat ¦ du ¦ diff a.txt ¦
    cmp a.txt ¦ xxd ¦ column ¦ date ¦ time ¦ nice`,
  git: words`
    status ¦ -s ¦ --short ¦ log ¦ log --oneline ¦ -3 ¦ -p ¦ --stat ¦ diff ¦ --cached ¦ HEAD~1 ¦ --name-only ¦
    show ¦ show HEAD ¦ branch ¦ branch -a ¦ branch marker ¦ -v ¦ tag ¦ tag -l ¦ tag marker ¦ remote -v ¦
    ls-files ¦ rev-parse HEAD ¦ grep apple ¦ blame a.txt ¦ stash list ¦ stash show ¦ config --list ¦
    config --get user.name ¦ config x.y marker ¦ cat-file -p HEAD ¦ describe --tags ¦ shortlog -s HEAD ¦ reflog ¦
    reflog show ¦ --output=marker ¦ --output marker ¦ -o marker ¦ --ext-diff ¦ --textconv ¦ --no-textconv ¦
    -O./mark ¦ -Omarker ¦ --open-files-in-pager=./mark ¦ -c core.pager=./mark ¦ -c core.fsmonitor=./mark ¦
    -C src ¦ -C vendor/hostile ¦ -C hostile ¦ -C vendor/bare ¦ --git-dir=vendor/bare ¦
    --git-dir=vendor/hostile/.git ¦ --work-tree=. ¦ --exec-path=. ¦ -p log ¦ --paginate ¦ --no-pager ¦ -P ¦
    --no-optional-locks ¦ --bare ¦ --namespace=x ¦ archive HEAD ¦ archive -o marker HEAD ¦
    bundle create marker HEAD ¦ format-patch -1 -o marker ¦ format-patch --stdout -1 ¦ worktree list ¦
    worktree add marker ¦ notes list ¦ notes add -m marker ¦ for-each-ref ¦ symbolic-ref HEAD ¦
    update-index --refresh ¦ ls-tree HEAD ¦ rev-list --all ¦ merge-base HEAD HEAD~1 ¦ diff-tree -p HEAD ¦
    diff-index HEAD ¦ diff-files ¦ diff --no-index a.txt b.txt ¦ whatchanged ¦ cherry ¦ range-diff ¦
    var GIT_EDITOR ¦ help ¦ version ¦ --version ¦ fsck ¦ fsck --lost-found ¦ count-objects -v ¦
    hash-object a.txt ¦ hash-object -w a.txt ¦ check-ignore x ¦ check-attr -a a.txt ¦ bisect log ¦ bisect start ¦
    difftool -x ./mark ¦ mergetool ¦ apply --stat scripts/change.patch ¦ apply scripts/change.patch ¦ mktree ¦
    write-tree ¦ commit-tree ¦ commit --dry-run ¦ commit --allow-empty -m marker ¦ add -n . ¦ add marker ¦ stash ¦
    -- a.txt ¦ -- * ¦ main..HEAD ¦ v1.4.0 ¦ @{u} ¦ :/x ¦ --format=%H ¦ --pretty=oneline ¦ --graph ¦ -S apple ¦
    -G apple ¦ --follow a.txt ¦ -L1,2:a.txt ¦ --since=1.day ¦ --author=Ada ¦ -n 1 ¦ --all ¦ --no-ext-diff ¦
    --submodule=log ¦ -w ¦ -M ¦ --word-diff ¦ -i ¦ -n ¦ -l ¦ -e x ¦ --cached --stat ¦
    interpret-trailers --in-place a.txt ¦ cat-file --batch ¦ cat-file --filters HEAD:a.txt ¦
    cat-file --textconv HEAD:a.txt ¦ rerere ¦ replace -l ¦ verify-commit HEAD ¦ show-ref ¦ show-branch ¦
    name-rev HEAD ¦ ls-files -m ¦ -u ¦ --debug ¦ rev-parse --git-dir ¦ rev-parse --parseopt ¦ column ¦
    mailinfo marker marker ¦ mailsplit -o. a.txt ¦ fast-export HEAD ¦ fast-export --export-marks=marker HEAD ¦
    multi-pack-index write ¦ commit-graph write ¦ pack-objects marker ¦ unpack-file HEAD:a.txt ¦
    checkout-index --temp a.txt ¦ merge-file -p a.txt b.txt b.txt ¦ merge-file a.txt b.txt b.txt ¦
    merge-tree HEAD HEAD~1 ¦ bugreport ¦ diagnose ¦ init marker ¦ get-tar-commit-id ¦ patch-id ¦ stripspace ¦
    sparse-checkout list ¦ sparse-checkout set x ¦ config -l --show-origin ¦ config --edit ¦ config --unset x.y ¦
    config get user.name ¦ config set x.y marker ¦ refs list ¦ refs migrate ¦ for-each-repo --config=x status`,
  "git -c": words`
    branch.sort=-committerdate branch ¦ branch.sort=signature branch ¦ branch.sort=refname branch -a ¦ tag.sort=version:refname tag ¦
    tag.sort=-signature:key tag ¦ core.pager=cat log -1 ¦ core.pager=./mark log -1 ¦ pager.log=./mark log -1 ¦ alias.x='!./mark' x ¦
    core.hooksPath=. status ¦ core.hooksPath=/dev/null status ¦ diff.external=./mark diff ¦ color.ui=always log -1 ¦
    color.ui=always diff ¦ core.fsmonitor=./mark status ¦ core.fsmonitor=false status ¦ gc.auto=1 log -1 ¦ log.showSignature=true log -1 ¦
    log.date=iso log -1 ¦ status.short=true status ¦ core.editor=./mark config -e ¦ column.ui=always branch ¦ "x.y=$x" log -1 ¦ $x status`,
  "git config": words`
    --edi ¦ --fil=marker ¦ -fmarker ¦
    edit ¦ --global edit ¦ --local edit ¦ edit --global ¦ --edit ¦ list --show-origin ¦ get --all user.name ¦ rename-section x marker ¦
    x.y ¦ user.name ¦ marker.x ¦ --get ¦ --get-all ¦ --get-regexp ¦ --list ¦ -l ¦ -z ¦ --null ¦ --show-origin ¦ --local ¦ --global ¦
    --type=bool ¦ --bool ¦ -f z ¦ -f .git/config ¦ --file=marker ¦ --default x ¦ --name-only ¦ --includes ¦ get ¦ set ¦ list ¦ unset ¦ edit ¦
    --all ¦ --regexp ¦ --value=x ¦ marker ¦ -- ¦ --add ¦ --unset ¦ --replace-all ¦ -e ¦ --fixed-value ¦ --get-color ¦ --get-urlmatch ¦ --blob HEAD:a.txt`,
  "LC_ALL=C sort": words`-n ¦ -u ¦ -omarker ¦ -k2 ¦ a.txt ¦ --files0-from=- ¦ -T. ¦ -t, ¦ -S1k`,
  "LC_ALL=en_US.UTF-8": words`sort a.txt ¦ ls ¦ touch marker ¦ grep apple a.txt ¦ ./mark ¦ date +%A ¦ git log -1`,
  "LANGUAGE=../mark": words`ls ¦ ls nosuch ¦ git status ¦ grep x nosuch ¦ touch marker ¦ bash -c ls`,
  combine: words`a.txt and b.txt ¦ a.txt not b.txt ¦ a.txt or ¦ b.txt ¦ a.txt xor b.txt ¦ 'touch marker|' and a.txt ¦ '>marker' or a.txt ¦ a.txt and '>marker'`,
  "git branch": words`
    marker ¦ -a ¦ -r ¦ -v ¦ -vv ¦ --list ¦ -l ¦ --contains ¦ --merged ¦ --no-merged main ¦ --sort=name ¦ --format=x ¦ --show-current ¦ HEAD ¦
    main ¦ --color ¦ --column ¦ --points-at HEAD ¦ -q ¦ -i ¦ --all ¦ -t ¦ --track ¦ -c ¦ -C ¦ -f ¦ --abbrev=4 ¦ --no-column ¦ --no-abbrev ¦ -u main ¦ --`,
  "git tag": words`
    marker ¦ -l ¦ --list ¦ -n ¦ -n1 ¦ --sort=name ¦ --contains ¦ --points-at HEAD ¦ --format=x ¦ --merged ¦ HEAD ¦ 'v*' ¦ -i ¦ --column ¦
    -a ¦ -m x ¦ -f ¦ --color ¦ -v v1.4.0 ¦ --no-contains main ¦ --create-reflog ¦ -F a.txt ¦ -- ¦ --cleanup=strip`,
  "git remote": words`
    -v ¦ show -n origin ¦ get-url origin ¦ add marker x ¦ get-url --all origin ¦ --verbose ¦ set-head origin main ¦ set-url origin marker ¦ -- ¦ origin`,
  "git stash": words`
    list ¦ show ¦ -p ¦ --stat ¦ show -p ¦ -q ¦ create ¦ store HEAD ¦ push ¦ list --stat ¦ show stash@{0} ¦ -- ¦ --all ¦ -k ¦ branch marker ¦ --output=marker`,
  "git notes": words`
    list ¦ show ¦ --ref=marker ¦ add -m marker ¦ HEAD ¦ append -m marker ¦ copy HEAD HEAD~1 ¦ merge x ¦ get-ref ¦ edit ¦ -f`,
  "git reflog": words`
    show ¦ HEAD ¦ exists HEAD ¦ expire --all ¦ --all ¦ -p ¦ --output=marker ¦ list ¦ -n 1 ¦ --stat ¦ expire --expire=now --all ¦ --format=%H`,
  "git log": words`
    -p ¦ --stat ¦ -1 ¦ --output=marker ¦ --output marker ¦ --oneline ¦ --ext-diff ¦ --textconv ¦ --all ¦ HEAD ¦ -- a.txt ¦ --show-signature ¦
    -S apple ¦ -L1,2:a.txt ¦ --format=%G? ¦ --no-walk ¦ --stdin ¦ -o marker ¦ -O marker ¦ --decorate ¦ --follow ¦ a.txt ¦ --outpu=marker ¦ -u ¦ -c ¦ --cc ¦ --graph`,
  "git diff": words`
    --cached ¦ HEAD~1 ¦ --stat ¦ --output=marker ¦ --output marker ¦ --no-index a.txt b.txt ¦ --no-index ¦ -o marker ¦ --ext-diff ¦ --textconv ¦
    --name-only ¦ -w ¦ -O a.txt ¦ a.txt ¦ b.txt ¦ --check ¦ --exit-code ¦ --submodule=diff ¦ --patch-with-raw ¦ -- ¦ --word-diff ¦ --merge-base ¦ --dirstat`,
  "git grep": words`
    apple ¦ -n ¦ -O ¦ -O./mark ¦ -Otouch ¦ --open-files-in-pager=./mark ¦ --open-files-in-pag=./mark ¦ -e apple ¦ --cached ¦ --no-index ¦ -f lines.txt ¦
    -l ¦ -c ¦ HEAD ¦ -- a.txt ¦ --textconv ¦ --untracked ¦ --threads=1 ¦ -W ¦ -p ¦ --ext-grep ¦ -nO./mark ¦ --and ¦ --or -e x`,
  "git cat-file": words`
    -p HEAD ¦ -t HEAD ¦ -s HEAD ¦ -e HEAD ¦ blob HEAD:a.txt ¦ --batch ¦ --batch-check ¦ --batch-all-objects ¦ --textconv HEAD:a.txt ¦ --filters HEAD:a.txt ¦
    --path=a.bin ¦ --buffer ¦ --batch-command ¦ --unordered`,
  "git symbolic-ref": words`HEAD ¦ --short ¦ -q ¦ refs/heads/marker ¦ -d marker ¦ -m x ¦ --no-recurse ¦ -- ¦ refs/marker`,
  "git worktree": words`list ¦ --porcelain ¦ -v ¦ add marker ¦ -z ¦ lock x ¦ repair ¦ list --expire=now ¦ --detach`,
  "git rev-parse": words`HEAD ¦ --show-toplevel ¦ --git-dir ¦ --abbrev-ref ¦ --short ¦ --parseopt ¦ --sq ¦ --verify ¦ --all ¦ --git-path hooks ¦ -- ¦ marker ¦ --sq-quote x`,
  "git fsck": words`--full ¦ --lost-found ¦ --no-dangling ¦ --unreachable ¦ --strict ¦ -v ¦ --connectivity-only ¦ --root ¦ --lost-foun ¦ HEAD ¦ --cache`,
  "git archive": words`HEAD ¦ -o marker ¦ --output=marker ¦ --format=tar ¦ --format=zip ¦ -l ¦ --list ¦ --prefix=x/ ¦ --add-file=a.txt ¦ a.txt ¦ --exec=./mark ¦ -omarker ¦ -v ¦ --outpu=marker`,
  "git -C hostile": words`status ¦ diff ¦ log -p ¦ show ¦ look ¦ blame a.bin ¦ grep b ¦ ls-files ¦ rev-parse HEAD ¦ config --list ¦ -C . ¦ branch ¦ cat-file --textconv HEAD:a.bin ¦ diff --no-ext-diff ¦ diff --cached ¦ stash list ¦ ls-files -m ¦ archive HEAD`,
  tree: words`
    -L 1 ¦ -a ¦ -d ¦ -f ¦ -h ¦ -J ¦ -X ¦ -H . ¦ -o marker ¦ -omarker ¦ -ao marker ¦ --output=marker ¦ -I 'x*' ¦
    -P '*.ts' ¦ --noreport ¦ -R ¦ -R -L 1 -H . ¦ -T x ¦ --fromfile a.txt ¦ --filelimit 5 ¦ -C ¦ -n ¦ --du ¦ src ¦
    .`,
  file: words`
    -b ¦ -i ¦ -L ¦ -C ¦ -m marker ¦ -C -m marker ¦ -f lines.txt ¦ -z ¦ -Z ¦ -s ¦ -k ¦ --mime-type ¦ --compile ¦
    -F : ¦ -p ¦ -0 ¦ -P name=1 ¦ -e ascii`,
  rg: words`
    -n ¦ -l ¦ -c ¦ -i ¦ -w ¦ apple ¦ -e apple ¦ --files ¦ -g '*.ts' ¦ -t ts ¦ --pre ./mark ¦ --pre=./mark ¦
    --pre-glob '*' ¦ -z ¦ --search-zip ¦ --hostname-bin ./mark ¦ --type-add 'x:*.x' ¦ -A2 ¦ -C 1 ¦ --json ¦ -uu ¦
    --hidden ¦ --no-ignore ¦ -f lines.txt ¦ --ignore-file a.txt ¦ -r x ¦ --sort path ¦ --stats ¦ -o ¦ -U ¦ -P ¦
    --debug ¦ -q`,
  grep: words`
    -r ¦ -n ¦ -l ¦ -i ¦ -E ¦ -o ¦ -c ¦ -v ¦ -w ¦ apple ¦ -e apple ¦ -f lines.txt ¦ --include='*.ts' ¦ -A1 ¦ -R . ¦
    --color=always ¦ -P '\d' ¦ -z ¦ -s ¦ -q ¦ -L ¦ --filter=x:./mark ¦ --pager=./mark ¦ --save-config=marker ¦
    --exclude-dir=.git ¦ -rn TODO . ¦ -h ¦ -H ¦ -m 1 ¦ -D skip`,
  tar: words`
    -tf data/old.tar.gz ¦ -tzf data/old.tar.gz ¦ tf data/old.tar.gz ¦ -xf data/old.tar.gz -C marker ¦
    -tvf data/old.tar.gz ¦ -cf marker a.txt ¦ cf marker a.txt ¦ -xOf data/old.tar.gz ¦ --to-command=./mark ¦
    --checkpoint=1 ¦ --checkpoint-action=exec=./mark ¦ -I ./mark ¦ --use-compress-program=./mark ¦ -F ./mark ¦
    --info-script=./mark ¦ --index-file=marker ¦ --volno-file=marker ¦ -g marker ¦ -O ¦ -z ¦ -v ¦ --list ¦
    -xzOf data/old.tar.gz ¦ -df data/old.tar.gz ¦ --rsh-command=./mark ¦ -f a:b ¦ --wildcards ¦
    -tf data/old.tar.gz --checkpoint=1 --checkpoint-action=exec=./mark ¦ -tf data/old.tar.gz -I ./mark ¦
    tzf data/old.tar.gz`,
  unzip: words`
    -l data/old.zip ¦ -p data/old.zip ¦ -t data/old.zip ¦ -v data/old.zip ¦ -d marker data/old.zip ¦
    -Z data/old.zip ¦ -z data/old.zip ¦ data/old.zip -d marker ¦ -n data/old.zip -d marker ¦ -lv ¦ -pn ¦
    -c data/old.zip`,
  gzip: words`
    -c a.txt ¦ -dc data/old.log.gz ¦ -l data/old.log.gz ¦ -t data/old.log.gz ¦ -k numbers.txt ¦ -cd ¦
    -S .marker -k numbers.txt ¦ -lv ¦ --list ¦ --stdout ¦ -r ¦ -v`,
  curl: words`
    file:///etc/hostname ¦ -s ¦ -o marker ¦ -O ¦ -sS ¦ --output marker ¦ -D marker ¦ -c marker ¦ -K lines.txt ¦
    --trace marker ¦ --trace-ascii marker ¦ -w '%{http_code}' ¦ --stderr marker ¦ -I ¦ --libcurl marker ¦
    --etag-save marker ¦ -J ¦ --create-dirs ¦ -L ¦ -f ¦ -v ¦ --dump-header - ¦ -T a.txt ¦ --hsts marker ¦
    --alt-svc marker ¦ -so marker ¦ -sOJ ¦ --remote-name ¦ -X GET ¦ -H x:y ¦ -o /dev/null ¦ --write-out x ¦
    -w '%output{marker}x'`,
  jq: words`
    . one.json ¦ .name one.json ¦ -r ¦ -c ¦ -s ¦ -n ¦ -e ¦ -S ¦ --arg a b ¦ --slurpfile a one.json ¦
    -f lines.txt ¦ --tab ¦ 'input' ¦ 'env' ¦ '$ENV' ¦ --rawfile a a.txt ¦ -L . ¦ 'include "x"; .' ¦ --stream ¦
    --seq ¦ -C ¦ --args ¦ -i ¦ -o marker ¦ '@sh' ¦ '.list[]|.+1' ¦ '.list|length' ¦ 'input|.' ¦ '.name|@sh'`,
  yq: words`
    .server.port config/settings.yaml ¦ . config/settings.yaml ¦ -i ¦ -r ¦ -y ¦ -P ¦ -o json ¦ -s marker ¦
    --in-place ¦ -n '1' ¦ 'load("a.txt")' ¦ eval . config/settings.yaml ¦ -i .a=1 ¦ --split-exp x ¦ -w ¦ -Y`,
  env: words`
    -i ¦ -u HOME ¦ A=1 ¦ LC_ALL=C ¦ PATH=. ¦ -S 'touch marker' ¦ -C src ¦ ls ¦ git status ¦ touch marker ¦
    ./mark ¦ -0 ¦ -- ¦ BASH_ENV=./mark bash -c ls ¦ GIT_PAGER=cat git log -1 ¦ PAGER=./mark git log ¦
    --chdir=src ¦ -v ¦ bash -c ls ¦ sort -o marker a.txt ¦ cat a.txt ¦ LD_PRELOAD=x ¦ - ¦ --split-string='ls -l' ¦
    GIT_CONFIG_COUNT=0 ¦ TZ=UTC ¦ date +%H`,
  test: words`
    -f a.txt ¦ -d src ¦ -n x ¦ -z '' ¦ 1 -eq 1 ¦ 'x[$(touch marker)]' -eq 1 ¦ -v 'x[$(touch marker)]' ¦ a = a ¦
    ! ¦ -a ¦ -o ¦ -t 1 ¦ -e marker ¦ $x -gt 1 ¦ "$(sed -n 4p lines.txt)" -eq 1 ¦ a.txt -nt b.txt ¦ -R x ¦
    \( 1 \)`,
  printf: words`
    '%s\n' ¦ x ¦ '%d' ¦ 'x[$(touch marker)]' ¦ -v x ¦ -v 'x[$(touch marker)]' ¦ -v PATH . ¦ '%(%Y)T' ¦ '%q' ¦
    '%b' ¦ "$(sed -n 4p lines.txt)" ¦ -- x ¦ '%*d' 'x[$(touch marker)]' ¦ -vx y ¦ %n x`,
  read: words`
    x ¦ -r x ¦ 'x[$(touch marker)]' ¦ -a arr ¦ -p prompt ¦ -t 1 ¦ -n 1 ¦ PATH ¦ -d '' ¦ IFS ¦ -u 0 ¦ -e ¦ -i x ¦
    "$(sed -n 4p lines.txt)" ¦ x y z ¦ -ra 'x[$(touch marker)]' ¦ -rp '' ¦ BASH_ENV`,
  declare: words`
    x=1 ¦ -i x ¦ -i x='y[$(touch marker)]' ¦ -a x ¦ -A x ¦ -n r=x ¦ -x PATH=. ¦ -p ¦ -f ¦ -F ¦ -r y=2 ¦
    'x[$(touch marker)]=1' ¦ -g x ¦ -u x ¦ -l x=A ¦ x=(1 2) ¦ x=($(ls)) ¦ -n 'r=x[$(touch marker)]' ¦
    BASH_ENV=./mark ¦ -t f ¦ -I x ¦ -ai x=1`,
  export: words`
    x=1 ¦ PATH=. ¦ -p ¦ -n x ¦ -f f ¦ LC_ALL=C ¦ BASH_ENV=mark ¦ FOO ¦ GIT_DIR=x ¦ TZ=UTC ¦ NO_COLOR=1`,
  bash: words`
    -c 'ls' ¦ -c 'touch marker' ¦ -c 'cat "$1"' _ a.txt ¦ -c "$x" ¦ -n mark ¦ mark ¦ -lc ls ¦ -ic ls ¦ -x -c ls ¦
    -ec 'ls' ¦ --version ¦ --norc -c ls ¦ -c 'bash -c "touch marker"' ¦ -c "$(head -1 lines.txt)" ¦ -s ¦ -c ¦
    -c -- ls ¦ -o noglob -c ls ¦ -O extglob -c ls ¦ --rcfile mark -c ls ¦ --init-file mark ¦
    -c 'sort $1' _ -omarker ¦ -c '$0' ./mark ¦ -c '"$@"' _ touch marker ¦ -n -c 'touch marker' ¦
    -nc 'touch marker' ¦ -n mark -c ls`,
  sh: words`
    -c ls ¦ -c 'touch marker' ¦ mark ¦ -n mark ¦ -s ¦ -ec ls ¦ -c 'sort $0' -omarker ¦ -c 'echo $(cat a.txt)' ¦
    -c '$1' _ ./mark ¦ -c 'cat &>marker' ¦ -c 'echo {a,b}' ¦ -c 'ls >&marker' ¦ -i -c ls ¦ -l -c ls ¦
    -c 'echo x >&2' ¦ -c 'cat <<< marker' ¦ -c 'cat a.txt | sort'`,
  timeout: words`
    1 ¦ 1s ¦ -s KILL 1 ¦ -k 1 1 ¦ --foreground 1 ¦ ls ¦ cat a.txt ¦ touch marker ¦ bash -c ls ¦ ./mark ¦
    --preserve-status 1 ¦ 1 1 ¦ -v 1 ¦ 0.5 git status ¦ sort -o marker a.txt ¦ $x ls`,
  time: words`
    -p ¦ ls ¦ touch marker ¦ -o marker ls ¦ -f x ls ¦ -v ls ¦ -ao marker ls ¦ --output=marker ls ¦ cat a.txt ¦
    -- ls ¦ --format x ls ¦ -p -o marker ls`,
  date: words`
    +%s ¦ -d yesterday ¦ -u ¦ -I ¦ -r a.txt ¦ -f a.txt ¦ --iso-8601 ¦ +'%Y-%m' ¦ -R ¦ --date=now`,
  diff: words`
    -u ¦ -r ¦ -q ¦ -y ¦ a.txt ¦ b.txt ¦ src docs ¦ -N ¦ --brief ¦ --output=marker ¦ --to-file=a.txt ¦ -D X ¦ -l ¦
    --paginate ¦ --from-file=a.txt ¦ -I x ¦ <(sort a.txt) <(sort b.txt) ¦ -F x ¦ --color ¦ - ¦ -s ¦ -w ¦ --help`,
  cd: words`
    src ¦ .. ¦ . ¦ vendor/hostile ¦ vendor/bare ¦ hostile ¦ - ¦ ~ ¦ "$x" ¦ $(dirname a.txt) ¦ docs && ls ¦
    vendor/hostile && git status ¦ vendor/hostile; git diff ¦ src && git status --short ¦ -P src ¦
    vendor/bare && git log ¦ $(git rev-parse --show-toplevel) ¦ vendor/names && sort * ¦ vendor/names && cat * ¦
    src/../vendor/hostile && git status ¦ link-to-a`,
  less: words`
    a.txt ¦ -N ¦ -S ¦ -o marker ¦ -omarker ¦ -O marker ¦ +F ¦ '+!touch marker' ¦ -k marker ¦ -t x ¦ -T x ¦ -R ¦
    -X ¦ -F ¦ --log-file=marker ¦ -p x ¦ - ¦ +G ¦ --lesskey-src=marker ¦ +1 ¦ -s ¦ --lesskey-content=x`,
  iconv: words`
    -f utf8 ¦ -t ascii ¦ -o marker ¦ -omarker ¦ --output=marker ¦ -l ¦ -c ¦ a.txt ¦ -f utf8 -t utf16 ¦ -s ¦
    --list`,
  xxd: words`
    a.txt ¦ -p ¦ -r ¦ -l 4 ¦ -s 2 ¦ -c 8 ¦ marker ¦ - marker ¦ -ps a.txt ¦ -i a.txt ¦ -b ¦ -u ¦ -r -p ¦
    -g1 a.txt ¦ -o 3 a.txt ¦ -c8 a.txt ¦ -R never a.txt ¦ -e a.txt`,
  column: words`
    -t ¦ -s , ¦ -c 80 ¦ a.txt ¦ -J -N a ¦ -n x ¦ -o ' ' ¦ -x ¦ data/users.csv ¦ -N a,b ¦ -R 1`,
  split: words`
    -l 1 ¦ a.txt marker ¦ --filter='touch marker' ¦ -n l/1/2 a.txt ¦ --version ¦ -b 1k ¦ -`,
  tee: words`
    marker ¦ -a marker ¦ /dev/null ¦ >(cat) ¦ /dev/stderr ¦ - ¦ -p ¦ >(touch marker) ¦ -i ¦ /dev/stdout ¦ "$x" ¦
    $x ¦ -- ¦ --output-error=warn`,
  openssl: words`
    version ¦ rand -hex 4 ¦ rand -out marker 4 ¦ dgst -sha256 a.txt ¦ dgst -out marker a.txt ¦
    enc -base64 -in a.txt ¦ enc -base64 -in a.txt -out marker ¦ x509 -noout ¦ version -a ¦ base64 -in a.txt ¦
    md5 a.txt ¦ rand -base64 4 ¦ rand -writerand marker 1 ¦ genrsa ¦ dgst -sha256 -writerand marker a.txt ¦
    list -commands ¦ prime 7 ¦ asn1parse -in a.txt ¦ asn1parse -in a.txt -out marker ¦ passwd x`,
  ldd: words`
    /bin/ls ¦ ./mark ¦ -v /bin/ls ¦ --version`,
  mapfile: words`
    -t x ¦ x ¦ -C ./mark -c 1 ¦ -t arr ¦ -n 1 x ¦ 'x[$(touch marker)]' ¦ -d '' x ¦ PATH ¦
    -tC 'touch marker' -c1 x ¦ -c 1 x ¦ -O 1 x`,
  set: words`
    -e ¦ -u ¦ -x ¦ -o pipefail ¦ -- ¦ -- a b ¦ -f ¦ -k ¦ +e ¦ -a ¦ -n ¦ -euo pipefail ¦ -v ¦ -o ¦ -T ¦ -m ¦ -b ¦
    -o noglob ¦ -C ¦ -P ¦ -E ¦ -o errexit ¦ -H ¦ -i ¦ -o posix`,
  shopt: words`
    -s nullglob ¦ -s extglob ¦ -u x ¦ -s globstar ¦ -p ¦ -s dotglob ¦ -s expand_aliases ¦ -s lastpipe ¦ -q x ¦
    -s failglob ¦ -o noglob ¦ -s assoc_expand_once ¦ -s localvar_inherit ¦ -s array_expand_once ¦ -s sourcepath ¦
    -s checkwinsize ¦ -so posix`,
  trap: words`
    'touch marker' EXIT ¦ -p ¦ - EXIT ¦ '' INT ¦ -l ¦ ls EXIT ¦ ./mark DEBUG ¦ './mark' ERR ¦
    -- 'touch marker' EXIT ¦ "" TERM`,
  nice: words`
    -n 5 ¦ -5 ¦ ls ¦ touch marker ¦ -n5 ls ¦ cat a.txt ¦ --adjustment=1 ls ¦ ./mark ¦ -- ls ¦
    sort -o marker a.txt ¦ -- ¦ -n 1 ./mark`,
  command: words`
    -v ls ¦ -V ls ¦ ls ¦ touch marker ¦ -p ls ¦ ./mark ¦ -- ls ¦ -p touch marker ¦ -pv ls ¦ -p -v ls ¦ -- ¦
    -v -p touch marker ¦ sort -omarker a.txt`,
  builtin: words`
    echo x ¦ cd src ¦ eval ls ¦ -- echo ¦ eval 'touch marker' ¦ source ./mark ¦ printf x ¦ command touch marker ¦
    test -f x ¦ .  ./mark`,
  base64: words`
    a.txt ¦ -d ¦ -w 0 ¦ -i ¦ -o marker ¦ -D ¦ --output=marker ¦ -i a.txt -o marker ¦ --wrap=0 ¦ -b 10 ¦ --decode`,
  shuf: words`
    -n 1 ¦ -i 1-3 ¦ -e a b ¦ -o marker ¦ a.txt ¦ --output=marker ¦ -r -n 2 ¦ -nomarker ¦ -n1 -omarker ¦ -z ¦
    --random-source=a.txt`,
  cut: words`
    -d, -f1 ¦ -f 1 ¦ -c1-3 ¦ -b 1 ¦ --output-delimiter=x ¦ a.txt ¦ data/users.csv ¦ -s ¦ --complement ¦ -z`,
  diff3: words`
    a.txt b.txt a.txt ¦ -m ¦ --diff-program=./mark ¦ -e ¦ --diff-p=./mark ¦ -A ¦ -L x ¦ -T`,
  sdiff: words`
    a.txt b.txt ¦ -o marker ¦ -s ¦ --diff-program=./mark ¦ -omarker ¦ -w 80 ¦ -l ¦ --output=marker`,
  zcat: words`
    data/old.log.gz ¦ -f a.txt ¦ -v ¦ -l`,
  zgrep: words`
    two data/old.log.gz ¦ -e x ¦ -f lines.txt ¦ ';touch marker' ¦ -c o data/old.log.gz ¦ '$(touch marker)' a.txt ¦
    -- x a.txt ¦ 'a b' a.txt ¦ --help ¦ -h x a.txt ¦ -e "'" a.txt`,
  zdiff: words`
    data/old.log.gz a.txt ¦ a.txt b.txt ¦ -u ¦ 'x;touch marker' a.txt ¦ --help ¦ '$(touch marker).txt' a.txt`,
  man: words`
    ls ¦ -k ls ¦ -P ./mark ls ¦ -H./mark ls ¦ -w ls ¦ --pager=./mark ls ¦ ./mark ¦ -f ls ¦ -l a.txt ¦
    -C a.txt ls ¦ -X ¦ -T ls`,
  strings: words`
    a.txt ¦ -n 3 ¦ -a ¦ -t x ¦ @lines.txt ¦ -o ¦ -e l ¦ /bin/true`,
  objdump: words`
    -d /bin/true ¦ -h /bin/true ¦ -p /bin/true ¦ @lines.txt ¦ -t ¦ -x ¦ --disassembler-options=x ¦ --info`,
  nm: words`
    /bin/true ¦ -D /bin/true ¦ --plugin ./mark ¦ -C ¦ @lines.txt ¦ -D`,
  ps: words`
    aux ¦ -ef ¦ -o pid,comm ¦ -e ¦ -p 1 ¦ f ¦ axo pid`,
  node: words`
    --version ¦ -v ¦ -e 1 ¦ -p 1 ¦ mark ¦ --check scripts/mark.cjs ¦ -c scripts/mark.cjs ¦ --help ¦ -r ./mark -v ¦
    --version --require ./scripts/mark.cjs ¦ --v8-options ¦ --prof --version`,
  python3: words`
    --version ¦ -V ¦ -c 'open("marker","w")' ¦ scripts/mark.py ¦ -m json.tool one.json ¦
    -m py_compile scripts/mark.py ¦ -VV ¦ -m json.tool one.json marker ¦ -m zipfile -l data/old.zip ¦ -c 1 ¦ -`,
  perl: words`
    -v ¦ -V ¦ -e 1 ¦ -ne print a.txt ¦ -c mark ¦ -le 'print 1' ¦ -pe '' a.txt ¦ -wc scripts/mark.py ¦ -MO=x -e1 ¦
    --version ¦ -pi -e '' a.txt`,
  expr: words`
    1 + 2 ¦ length abc ¦ a : a ¦ 1 = 1 ¦ substr abc 1 2 ¦ 'x[$(touch marker)]' + 1`,
  od: words`
    -c a.txt ¦ -An -tx1 a.txt ¦ -N 4 ¦ -j 1 ¦ a.txt`,
  hexdump: words`
    -C a.txt ¦ -n 4 a.txt ¦ -f lines.txt a.txt ¦ -e '1/1 "%x"' a.txt`,
  stat: words`
    a.txt ¦ -c %s ¦ -f . ¦ --format=%n ¦ -L ¦ -t ¦ --printf='%n'`,
  ls: words`
    -la ¦ -R ¦ -1 ¦ src ¦ *.txt ¦ -d ¦ --color ¦ -t ¦ -S ¦ -- ¦ -* ¦ --hyperlink ¦ -I x ¦ --time-style=+%s`,
  cat: words`
    a.txt ¦ -n ¦ -A ¦ * ¦ - ¦ <a.txt ¦ lines.txt ¦ -- ¦ 'a b.txt' ¦ -* ¦ /dev/null ¦ /dev/stdin`,
  head: words`
    -n 1 ¦ -1 ¦ -c 5 ¦ a.txt ¦ * ¦ -q ¦ -v ¦ -n -1 ¦ --lines=2 ¦ -z`,
  tail: words`
    -n 1 ¦ -1 ¦ +2 ¦ a.txt ¦ -c 5 ¦ -n +2 ¦ -q ¦ -r ¦ --lines=1`,
  echo: words`
    -n ¦ -e ¦ x ¦ '$(touch marker)' ¦ "$x" ¦ $x ¦ * ¦ > marker ¦ hello ¦ -E ¦ $'a\nb'`,
  wc: words`
    -l ¦ -c ¦ a.txt ¦ --files0-from=- ¦ --files0-from=a.txt ¦ * ¦ -w ¦ -L ¦ -m`,
};

/** Backslashes stand for themselves. */
function words({ raw: [text = ""] }: TemplateStringsArray): string[] {
  return text.split("¦").map((word) => word.trim());
}
