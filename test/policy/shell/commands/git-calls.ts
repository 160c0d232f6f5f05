/** git calls that only read, as people write them; run for real in a throw-away repository. */
export const READING: readonly string[] = `
git
git --version
git version
git version --build-options
git -h
git --exec-path
git help -a
git status
git status -s
git status -sb
git status --short --branch
git status --porcelain
git status --porcelain=v2 --branch -z
git status --ignored -uall
git status -uno --ignore-submodules=dirty src
git -C src status
git -C . -C src log --oneline
git --no-pager log --oneline -5
git -P log -1
git --no-optional-locks status
git -c color.ui=never log -1
git -c core.quotepath=off ls-files
git -c core.pager=cat diff
git -c pager.log=false log -1
git -c branch.sort=-committerdate branch
git -c tag.sort=version:refname tag
git merge-base "$a" HEAD
git status -- "$file"
git ls-files -x '*.log' --abbrev=8 "$file"
git worktree list -v
git --literal-pathspecs ls-files
git log
git log -5
git log -n 5
git log -n5 --oneline
git log --max-count=5 --skip=1
git log --oneline --graph --all --decorate
git log --oneline --decorate=short HEAD~1..HEAD
git log --stat
git log --stat=80 -2
git log -p -1
git log -p -U3 -M50% -C --follow -- a.txt
git log --name-only --diff-filter=AM
git log --name-status --no-merges
git log --author=someone --since="2 weeks ago" --until=now
git log --author someone --since 2.weeks
git log --grep=first -i --all-match
git log -S needle --oneline
git log -Sneedle -p
git log -G 'need.*' --pickaxe-all
git log -L1,2:a.txt
git log -L :foo:a.txt
git log -L 1,2:a.txt -s
git log --format='%h %an %ad %s' --date=short
git log --pretty=format:'%H %C(auto)%d %s'
git log --pretty=oneline
git log --pretty=fuller --date=iso-strict
git log --format=%H -1
git log --format='%(trailers:key=Signed-off-by)' -1
git log --first-parent --reverse main
git log --left-right --cherry-pick --oneline main...topic
git log main..topic
git log main --not topic
git log --shortstat --numstat --summary
git log --word-diff --color=always -1
git log --color-words -1 -p
git log --merges --boundary
git log --ancestry-path --simplify-by-decoration
git log -g --oneline
git log --walk-reflogs -2
git log --tags --branches --remotes --oneline
git log --branches='top*'
git log --notes --show-notes=commits -1
git log --dirstat --cumulative -2
git log -1 --cc -m
git log --diff-merges=first-parent -1
git log -z --raw --abbrev=12 --no-abbrev-commit
git log --exclude='x*' --all -1
git log --date-order --topo-order
git log -O order.txt -p -1
git log -- a.txt src
git log -1 --format=%ct -- "$file"
git log --oneline "HEAD~$depth"
git log --oneline --author="$who"
git log -3 HEAD -- *.txt
git whatchanged -1
git show
git show HEAD
git show HEAD~1:a.txt
git show HEAD:"$file"
git show --stat HEAD
git show --name-only --format= HEAD
git show -s --format=%s HEAD
git show --no-patch --pretty=short v1
git show HEAD^{tree}
git show --oneline --no-renames HEAD -- a.txt
git diff
git diff HEAD
git diff HEAD~1 HEAD
git diff HEAD~1..HEAD -- a.txt
git diff main...topic --stat
git diff --cached
git diff --staged --name-only
git diff --name-status -M HEAD~1
git diff --check
git diff --exit-code
git diff --quiet
git diff --word-diff=plain --unified=0
git diff -w -b --ignore-blank-lines
git diff --minimal --patience
git diff --diff-algorithm=histogram
git diff --histogram --color-moved=zebra HEAD~1
git diff --no-color --no-ext-diff --no-textconv
git diff --relative=src HEAD~1
git diff --shortstat HEAD~1
git diff --numstat -z HEAD~1
git diff --submodule=log
git diff --ignore-submodules
git diff --no-index a.txt src/b.txt
git diff --compact-summary HEAD~1
git diff --inter-hunk-context=3 -W
git diff --src-prefix=x/ --dst-prefix=y/
git diff --merge-base main
git diff -R HEAD
git diff -- "$file"
git diff HEAD -- "$a" "$b"
git diff-tree --no-commit-id --name-only -r HEAD
git diff-tree -r -p HEAD
git diff-index HEAD
git diff-index --cached --quiet HEAD --
git diff-files --name-only
git blame a.txt
git blame -L 1,2 a.txt
git blame -L1,+1 -w -M -C -C --date=short a.txt
git blame --porcelain HEAD -- a.txt
git blame -e --show-number -s a.txt
git blame --line-porcelain --ignore-rev HEAD a.txt
git annotate a.txt
git grep needle
git grep -n needle
git grep -in -e needle --and -e e
git grep -l needle HEAD
git grep -c needle -- '*.txt'
git grep -E 'a|b' -A2 -B 2 -C1
git grep --heading --break -p needle
git grep -w --cached needle
git grep -nI --untracked needle
git grep --no-index needle src
git grep -hoP 'n\\w+'
git grep -5 needle
git grep -F -e "$pattern" -- "$file"
git grep --max-depth=2 --threads=1 -q needle
git ls-files
git ls-files -s
git ls-files -o --exclude-standard
git ls-files --others --ignored --exclude-standard --directory
git ls-files -m -d -z
git ls-files --error-unmatch a.txt
git ls-files --eol -t -v
git ls-files $files
git ls-tree HEAD
git ls-tree -r --name-only HEAD src
git ls-tree -l HEAD
git ls-remote --get-url
git ls-remote --get-url origin
git rev-parse HEAD
git rev-parse --show-toplevel
git rev-parse --abbrev-ref HEAD
git rev-parse --verify --quiet "$revision"
git rev-parse --short HEAD --git-dir --is-inside-work-tree
git rev-list --count HEAD
git rev-list --all --objects
git rev-list --left-right --count main...topic
git rev-list -n 1 HEAD -- a.txt
git rev-list --max-parents=0 HEAD
git rev-list HEAD --format=%s --no-commit-header
git describe --tags --always
git describe --all --long --abbrev=10
git describe --contains HEAD~1
git describe --tags --match 'v*' --candidates=20 --first-parent
git -c diff.autoRefreshIndex=false diff
git name-rev HEAD
git merge-base main topic
git merge-base --is-ancestor main topic
git shortlog -sn HEAD
git shortlog -sne --no-merges --all
git shortlog -s -n HEAD -- a.txt
git shortlog --group=author --summary HEAD
git reflog
git reflog -5
git reflog show main
git reflog show --date=iso HEAD
git reflog --all --oneline
git reflog exists HEAD
git reflog list
git branch
git branch -a
git branch -r -v
git branch -vv
git branch -avv --no-color
git branch --list
git branch --list 'top*'
git branch -l 'top*'
git branch --show-current
git branch --contains HEAD
git branch -a --contains v1
git branch --merged
git branch --merged main
git branch --no-merged main -r
git branch --sort=-committerdate --format='%(refname:short) %(objectname:short)'
git branch --points-at HEAD
git branch --contains "$revision"
git tag
git tag -l
git tag -l 'v*'
git tag --list 'v1*' --sort=-v:refname
git tag -n
git tag -n3 'v*'
git tag --contains HEAD
git tag --points-at HEAD
git tag --merged main --format='%(refname:strip=2) %(creatordate:short)'
git remote
git remote -v
git remote show
git remote show -n origin
git remote get-url origin
git remote get-url --all origin
git config --list
git config -l --show-origin --show-scope
git config --get user.name
git config --get-all remote.origin.fetch
git config --get-regexp '^remote'
git config --global --get user.email
git config user.name
git config --bool core.bare
git config --local --list --name-only
git config --file .git/config --list
git config --default x --get nothing.here
git config get user.name
git config list
git stash list
git stash list --format=%gd -2
git stash show
git stash show -p
git stash show -p stash@{0}
git stash show --stat --include-untracked
git worktree list
git worktree list --porcelain
git submodule
git submodule status
git submodule status --recursive
git cat-file -p HEAD
git cat-file -t HEAD
git cat-file -s HEAD:a.txt
git cat-file -e HEAD
git cat-file blob HEAD:a.txt
git cat-file --batch-check --batch-all-objects
git for-each-ref
git for-each-ref --sort=-committerdate --count=3 --format='%(refname) %(authorname)' refs/heads
git for-each-ref --contains HEAD
git show-ref
git show-ref --tags -d
git show-ref --verify refs/heads/main
git symbolic-ref HEAD
git symbolic-ref --short -q HEAD
git var GIT_AUTHOR_IDENT
git var -l
git count-objects -vH
git fsck
git fsck --full --no-dangling --no-progress
git check-ignore -v ignored.log
git check-attr -a a.txt
git check-ref-format --branch main
git check-mailmap 'Some One <someone@example.com>'
git cherry main topic
git cherry -v main topic
git range-diff main~1..main main~1..topic
git show-branch
git show-branch --all
git verify-pack -v .git/objects/pack/none.idx
git hash-object a.txt
git hash-object --stdin
git apply --stat change.patch
git apply --check -v change.patch
git apply --numstat --summary -R change.patch
git format-patch --stdout HEAD~1
git format-patch -1 --stdout HEAD
git archive HEAD
git archive --format=tar HEAD src
git archive --list
git notes
git notes list
git notes show HEAD
git bundle list-heads change.bundle
git bundle verify change.bundle
git bisect log
git sparse-checkout list
git interpret-trailers --parse a.txt
git stripspace
git log --oneline | head -3
git grep -h needle
git ls-files | xargs wc -l
git log --oneline | head -2 | awk '{print $1}' | xargs git show --stat
git log --oneline -3 | cut -d' ' -f1 | xargs -n 1 git show --stat
git log --format=%H -5 | xargs -n1 git show --stat
git rev-list HEAD | head -3 | xargs -I{} git show --stat {}
git show --stat $(git log --oneline -3 | awk '{print $1}')
for f in $(git ls-files); do git log -1 --format=%h -- "$f"; done
`
  .trim()
  .split("\n");

/** git calls that change something, run something, or cannot be told: each with a part of the reason. */
export const REFUSED: readonly (readonly [command: string, reason: string])[] = `
git log --output=x ## writes to a file
git log --output x ## writes to a file
git log -1 HEAD --output=x ## writes to a file
git diff --output=x ## writes to a file
git show --output=x ## writes to a file
git diff-tree --output=x HEAD ## writes to a file
git diff-index --output=x HEAD ## writes to a file
git diff-files --output=x ## writes to a file
git whatchanged --output=x ## writes to a file
git rev-list --output=x HEAD ## writes to a file
git shortlog --output=x HEAD ## writes to a file
git reflog --output=x ## writes to a file
git reflog show --output=x ## writes to a file
git stash list --output=x ## writes to a file
git stash show --output=x ## writes to a file
git stash show -p --output=x ## writes to a file
git blame --output=x a.txt ## not known
git range-diff --output=x a b ## writes to a file
git format-patch --stdout --output=x ## writes to a file
git diff --no-index --output=x a b ## writes to a file
git log --outpu=x ## not known
git log --author -q --since --output=x ## could turn into an option
git log --author -q --since x ## could turn into an option
git log -S --output=x ## could turn into an option
git log -- --output=x ## looks like an option
git log --author "$who" ## could turn into an option
git log $args ## could turn into an option
git log "$revision" ## could turn into an option
git show "$revision:a.txt" ## could turn into an option
git show $revision ## could turn into an option
git diff $(cat a.txt) ## could turn into an option
git log -"$n" ## could turn into an option
git log --format="$format" ## cannot be seen
git log --format='%G?' ## gpg
git log --pretty='format:%h %GS' ## gpg
git log --format='%+GG' ## gpg
git log --pretty=mine ## configuration
git log --show-signature ## gpg
git log -p --ext-diff ## runs a program
git diff --ext-diff ## runs a program
git show --textconv HEAD ## runs a program
git log --remerge-diff ## merges again
git log --diff-merges=remerge ## merges again
git log --diff-merges remerge ## merges again
git grep -O needle ## opens the files
git grep -Oless needle ## opens the files
git grep -nOvim needle ## opens the files
git grep --open-files-in-pager needle ## opens the files
git grep --open-files-in-pager=sh needle ## opens the files
git grep --open-files needle ## not known
git grep --textconv needle ## runs a program
git grep "$pattern" ## could turn into an option
git cat-file --textconv HEAD:a.txt ## runs a program
git cat-file --filters HEAD:a.txt ## runs a program
git branch new ## creates a branch
git branch -v new ## creates a branch
git branch new HEAD ## creates a branch
git branch --sort=x new ## creates a branch
git branch -l new ## creates a branch
git branch -d old ## changes a branch
git branch -D old ## changes a branch
git branch -m old new ## changes a branch
git branch -avD old ## changes a branch
git branch --delete old ## deletes
git branch --del old ## not known
git branch -f main HEAD~1 ## changes a branch
git branch -u origin/main ## changes a branch
git branch --set-upstream-to=origin/main ## follows
git branch --unset-upstream ## follows
git branch --edit-description ## editor
git branch "$name" ## could turn into an option
git branch -- "$name" ## creates a branch
git branch --format='%(signature)' ## gpg
git tag v2 ## creates a tag
git tag -a v2 -m x ## changes a tag
git tag -d v1 ## changes a tag
git tag -f v1 ## changes a tag
git tag -v v1 ## gpg
git tag -s v2 ## changes a tag
git tag --sort=refname v2 ## creates a tag
git for-each-ref --format='%(signature:grade)' ## gpg
git for-each-ref --format="$f" ## gpg
git remote show origin ## connects
git remote add x y ## not known
git remote -v update ## not known
git remote remove origin ## not known
git remote set-url origin x ## not known
git remote prune origin ## not known
git config user.name me ## changes the configuration
git config --global user.name me ## changes the configuration
git config --add a.b c ## changes the configuration
git config --unset user.name ## changes the configuration
git config --replace-all a.b c ## changes the configuration
git config -e ## changes the configuration
git config --edit ## changes the configuration
git config set a.b c ## changes the configuration
git config --unse user.name ## not known
git config get a b ## changes the configuration
git config -- $pair ## changes the configuration
git config edit ## may open an editor
git config --global edit ## may open an editor
git config -- edit ## may open an editor
git config unset ## may open an editor
git config -- "$key" ## may open an editor
git -c branch.sort=signature branch --list ## branch.sort
git -c branch.sort=-signature:key branch ## branch.sort
git -c tag.sort=signature tag ## tag.sort
git status --launch=x ## not known
git ls-files --launch ## not known
git show-ref --launch ## not known
git worktree list --launch ## not known
git bundle verify --launch x ## not known
git reflog list --launch ## not known
git notes show --launch ## not known
git remote get-url --launch origin ## not known
git config "$key" ## could turn into an option
git stash ## work tree
git stash push ## not known
git stash pop ## not known
git stash -p ## not known
git stash drop ## not known
git reflog expire --all ## changes the log
git reflog delete HEAD@{0} ## changes the log
git reflog --all expire ## changes the log
git worktree add x ## not known
git worktree prune ## not known
git submodule update ## not known
git submodule foreach ls ## not known
git submodule --quiet foreach ls ## not known
git submodule sync ## not known
git submodule summary HEAD~1 ## not known
git symbolic-ref HEAD refs/heads/x ## changes where
git symbolic-ref -d HEAD ## deletes
git symbolic-ref -- $refs ## changes where
git hash-object -w a.txt ## writes the object
git hash-object -wt blob a.txt ## writes the object
git fsck --lost-found ## writes
git apply change.patch ## changes files
git apply --stat --apply change.patch ## changes files
git apply --check -3 change.patch ## writes objects
git apply --index change.patch ## changes files
git format-patch HEAD~1 ## writes a file
git format-patch --stdout -o dir HEAD~1 ## writes into
git archive -o x.tar HEAD ## writes to a file
git describe --dir ## not known
git -c diff.autoRefreshIndex=true diff ## autorefreshindex
git -c diff.autorefreshindex diff ## autorefreshindex
git archive --output=x.tar HEAD ## writes to a file
git archive --remote=x HEAD ## another repository
git archive --exec=x HEAD ## runs a program
git archive --format=odd HEAD ## program
git notes add -m x ## may change
git notes remove ## may change
git bundle create x HEAD ## not known
git bundle unbundle x ## not known
git bisect start ## not known
git bisect run ls ## not known
git bisect view ## not known
git sparse-checkout set x ## not known
git interpret-trailers a.txt ## may run
git interpret-trailers --in-place --parse a.txt ## not known
git help log ## opens a page
git log --help ## opens a page
git rev-parse --help ## opens a page
git log -p --submodule=diff ## every submodule
git diff --submodule="$how" ## every submodule
git --help log ## more words
git ls-remote ## connects
git ls-remote origin ## connects
git ls-remote --upload-pack=x origin ## connects
git ls-remote --upload-pa=x . ## connects
git ls-remote --get-url --upload-pack=x . ## not known
git add . ## index
git commit -m x ## commit
git commit --dry-run ## commit
git checkout main ## work tree
git checkout -- a.txt ## work tree
git switch main ## work tree
git restore a.txt ## work tree
git reset --hard ## changes
git merge topic ## changes
git rebase main ## changes
git push ## sends
git push --dry-run ## sends
git pull ## fetches
git fetch ## fetches
git fetch --dry-run ## fetches
git clone x ## fetches
git init ## creates
git gc ## rewrites
git prune -n ## rewrites
git clean -n ## removes
git log --oneline -2 | xargs git show ## option
git log --oneline -2 | awk '{print $2}' | xargs git show ## option
git log --oneline -2 |& awk '{print $1}' | xargs git show ## option
git log --oneline --boundary -2 | awk '{print $1}' | xargs git show ## option
git log --oneline --graph -2 | awk '{print $1}' | xargs git show ## option
git log --oneline -2 | awk '{print $1}' | xargs -a x git show ## option
git log --oneline -2 | awk '{print $1}' | xargs git show < x ## option
git log --oneline -2 | awk '{print $1}' | (xargs git show) ## option
git log --format=%s -2 | xargs git show ## option
git show $(git log --oneline -3) ## option
git show $(git log --oneline -3 | cut -d- -f1) ## option
rg -l foo | xargs sed -n '1,3p' ## end the options with --
git mv a b ## moves
git rm a ## removes
git update-index --refresh ## index
git update-ref refs/heads/x HEAD ## references
git read-tree HEAD ## index
git write-tree ## objects
git merge-tree main topic ## objects
git rerere status ## index
git filter-branch ## history
git am x ## commits
git cherry-pick x ## commits
git revert x ## commits
git difftool ## starts a program
git mergetool ## starts a program
git gui ## starts a program
git verify-commit HEAD ## gpg
git verify-tag v1 ## gpg
git credential fill ## passwords
git daemon ## serves
git lfs ls-files ## program of its own
git svn log ## other systems
git hook run x ## runs programs
git bugreport ## writes files
git foo ## alias
git st ## alias
git "$sub" ## is unknown
git $sub ## is unknown
git -p log ## pager
git --paginate log ## pager
git -c core.pager=less log ## -c core.pager
git -c alias.x=y log ## -c alias.x
git -c core.fsmonitor=true status ## -c core.fsmonitor
git -c core.fsmonitor status ## -c core.fsmonitor
git -c core.hooksPath=x status ## -c core.hookspath
git -c diff.external=x diff ## -c diff.external
git -c diff.x.textconv=y diff ## -c diff.x.textconv
git -c color.x.y=z log ## -c color.x.y
git -c pager.log=x log ## -c pager.log
git -c log.showSignature=true log ## -c log.showsignature
git -c include.path=x log ## -c include.path
git -c "$setting" log ## cannot be seen
git -c $setting log ## no word or several
git -ccore.pager=x log ## not known
git -C $dir log ## no word or several
git -C "$dir" log ## is unknown
git --config-env=core.pager=X log ## setting
git --exec-path=x log ## programs from another
git --git-dir=x log ## not been looked at
git --git-dir x log ## not been looked at
git --work-tree=x status ## not been looked at
git --bare log ## not been looked at
git --namespace=x log ## not been looked at
git --attr-source=x log ## not been looked at
git --odd log ## not known
`
  .trim()
  .split("\n")
  .map((line) => line.split(" ## ") as unknown as readonly [string, string]);
