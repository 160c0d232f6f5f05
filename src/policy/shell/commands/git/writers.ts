import type { CommandSpec } from "../../command.ts";
import { writer } from "../../reader.ts";

const LATER = "put it into the plan as a step";
const SEE = "git log, git diff and git show only read";

/** Sub-commands that are there to change something, or to run something. */
export const GIT_WRITERS: readonly CommandSpec[] = [
  writer("add stage", "changes the index", "git status and git diff show what would be added"),
  writer("commit citool", "records a commit and runs hooks", LATER),
  writer("checkout switch restore checkout-index", "changes files in the work tree", "git show REV:path prints a file"),
  writer("reset", "changes the index, the work tree or where a branch is", SEE),
  writer("rm mv clean", "removes or moves files", "git ls-files and git status show what is there"),
  writer(
    "merge merge-index merge-one-file merge-octopus merge-ours merge-recursive merge-resolve merge-subtree",
    "changes the work tree and runs hooks",
    "git log HEAD..other and git diff HEAD...other show what would be merged",
  ),
  writer("merge-tree replay commit-tree write-tree mktree mktag", "writes objects into the repository", SEE),
  writer("merge-file", "changes a file", "git diff --no-index compares files"),
  writer("rebase cherry-pick revert am mailsplit mailinfo quiltimport", "changes commits and the work tree", LATER),
  writer("push send-pack receive-pack http-push send-email request-pull imap-send", "sends things to others", LATER),
  writer(
    "fetch pull fetch-pack http-fetch clone",
    "fetches objects and writes them, even with --dry-run",
    "git branch -r and git log origin/… show the branches fetched before",
  ),
  writer("init init-db", "creates a repository", LATER),
  writer(
    "gc prune prune-packed repack pack-objects pack-refs pack-redundant unpack-objects unpack-file index-pack " +
      "maintenance multi-pack-index commit-graph update-server-info backfill refs",
    "rewrites what the repository keeps",
    "git count-objects -v tells how large it is",
  ),
  writer(
    "update-index read-tree rerere",
    "changes the index or what is kept beside it",
    "git ls-files shows the index",
  ),
  writer("update-ref replace", "changes references", "git show-ref and git for-each-ref show them"),
  writer("filter-branch fast-import fast-export history", "rewrites history, or writes files", SEE),
  writer(
    "difftool mergetool gui gitk gitweb instaweb web--browse bugreport diagnose",
    "starts a program or writes files",
    "git diff prints differences",
  ),
  writer(
    "verify-commit verify-tag",
    "starts gpg, which writes to its own directory",
    "git cat-file -p shows signatures",
  ),
  writer("credential credential-cache credential-store credential-cache--daemon", "deals in passwords"),
  writer("daemon upload-pack upload-archive http-backend shell cvsserver fsmonitor--daemon", "serves others"),
  writer(
    "svn p4 cvsimport cvsexportcommit archimport remote-ext remote-fd remote-http remote-https remote-ftp",
    "talks to other systems",
  ),
  writer("hook for-each-repo sh-setup sh-i18n", "runs programs"),
  writer("lfs flow", "is a program of its own, and writes into the repository", "git ls-files lists files"),
  writer("subtree scalar", "changes commits and the work tree", LATER),
];
