type Allowed = true | RegExp;

/**
 * Whether a setting of a repository makes git neither run a program nor leave the directory, in any combination.
 * Settings that are not in the table are not harmless: git gets new settings faster than a list of bad ones could
 * follow.
 */
export function isHarmlessSetting({ name, value }: { name: string; value?: string | undefined }): boolean {
  const [section = ""] = name.split(".", 1);
  const allowed = SETTINGS.get(name) ?? (WHOLE_SECTIONS.has(section) ? true : undefined);
  if (allowed === undefined) return false;
  return allowed === true || allowed.test(value ?? "true");
}

// Sections about identity or appearance only, or that git itself does not read.
const WHOLE_SECTIONS = new Set([
  ...["advice", "author", "color", "column", "committer", "i18n", "user", "versionsort", "git-town", "gui"],
]);

const NO = /^(?:false|no|off|0|)$/i;
const YES = /^(?:true|yes|on|1)$/i;
// The name of a tool that git knows: a path would lead to a script.
const NAME = /^\w[\w-]*$/;
// Other names are programs: `git-merge-NAME`.
const STRATEGIES = /^\s*(?:(?:ort|recursive|resolve|octopus|ours|subtree)(?:\s+|$))*$/i;
// It becomes lines of a list in which `exec` runs a program, so it must not bring another line.
const ONE_LINE = /^(?:[^%\n\r]|%(?:[shHtTpP%dD]|[ac][nNeElLdDrtiIs]))*$/;
// A name after `%` belongs to the format; `G` starts gpg.
const NO_SIGNATURE = /^(?!.*(?:%G|signature))/is;
// A path or an address that git itself handles. `name::address` would run the program `git-remote-name`.
const ADDRESS = /^(?!-)(?:(?:https?|ssh|git|file|git\+ssh|ssh\+git):\/\/(?!-)\S*|(?![a-z0-9+.-]*:\/\/)(?!.*::)\S.*)$/is;

function table(section: string, keys: string, allowed: Allowed = true): [string, Allowed][] {
  return keys.split(/\s+/).map((key) => [`${section}.${key}`, allowed]);
}

const SETTINGS = new Map<string, Allowed>([
  ...table(
    "core",
    `abbrev autocrlf bare bigfilethreshold checkroundtripencoding checkstat commentchar commentstring commitgraph
     compression createobject deltabasecachelimit eol filemode filesreflocktimeout fscache fsmonitorhookversion fsync
     fsyncmethod fsyncobjectfiles hidedotfiles ignorecase ignorestat logallrefupdates longpaths loosecompression
     maxtreedepth multipackindex notesref packedgitlimit packedgitwindowsize packedrefstimeout precomposeunicode
     prefersymlinkrefs preloadindex quotepath repositoryformatversion safecrlf sharedrepository
     sparsecheckout sparsecheckoutcone splitindex symlinks trustctime untrackedcache usereplacerefs warnambiguousrefs
     whitespace`,
  ),
  ...table("core", "fsmonitor usebuiltinfsmonitor", NO),
  ...table("core", "protecthfs protectntfs", YES),
  ...table("extensions", "compatobjectformat noop objectformat preciousobjects relativeworktrees worktreeconfig"),
  ...table("extensions", "refstorage", /^(?:files|reftable)$/i),
  ...table("branch", "autosetupmerge autosetuprebase"),
  ...table("branch.*", "base description gh-merge-base github-pr-owner-number merge rebase vscode-merge-base"),
  ...table("branch.*", "pushremote remote", ADDRESS),
  ...table("gitflow.*", "bugfix develop feature hotfix main master release support versiontag"),
  ...table("remote", "pushdefault", ADDRESS),
  ...table(
    "remote.*",
    "fetch followremotehead gh-resolved glab-resolved mirror prune prunetags push skipdefaultupdate",
  ),
  ...table("remote.*", "skipfetchall tagopt"),
  ...table("remote.*", "url pushurl", ADDRESS),
  ...table("remote.*", "promisor", NO),
  ...table("submodule", "active alternateerrorstrategy alternatelocation fetchjobs propagatebranches recurse"),
  ...table("submodule.*", "active branch fetchrecursesubmodules ignore path shallow"),
  ...table("submodule.*", "url", ADDRESS),
  ...table("submodule.*", "update", /^(?:checkout|rebase|merge|none)$/i),
  ...table(
    "diff",
    `algorithm autorefreshindex colormoved colormovedws context dirstat dstprefix ignoresubmodules indentheuristic
     interhunkcontext mnemonicprefix noprefix relative renamelimit renames srcprefix statgraphwidth statnamewidth
     suppressblankempty wordregex wserrorhighlight`,
  ),
  ...table("diff", "guitool tool", NAME),
  // `diff` would run git again in whatever is where an old commit had a submodule.
  ...table("diff", "submodule", /^(?:short|log)$/i),
  ...table("diff.*", "algorithm binary funcname wordregex xfuncname"),
  ...table("merge", "autostash branchdesc conflictstyle defaulttoupstream directoryrenames ff log renamelimit renames"),
  ...table("merge", "renormalize stat suppressdest verbosity"),
  ...table("merge", "guitool tool", NAME),
  ...table("merge.*", "name"),
  ...table("log", "abbrevcommit date decorate excludedecoration follow graphcolors initialdecorationset"),
  ...table("log", "mailmap showroot"),
  // `remerge` would merge again, with drivers and into objects of its own.
  ...table("log", "diffmerges", /^(?:off|none|on|first-parent|1|separate|m|combined|c|dense-combined|cc)$/i),
  ...table("log", "showsignature", NO),
  ...table("format", "pretty", NO_SIGNATURE),
  ...table("am", "keepcr threeway"),
  ...table("apply", "ignorewhitespace whitespace"),
  ...table(
    "blame",
    "blankboundary coloring date ignorerevsfile markignoredlines markunblamablelines showemail showroot",
  ),
  ...table("commitgraph", "changedpathsversion generationversion maxnewfilters readchangedpaths"),
  ...table("index", "recordendofindexentries recordoffsettable skiphash sparse threads version"),
  ...table("pack", "allowpackreuse compression deltacachelimit deltacachesize depth indexversion island islandcore"),
  ...table("pack", "packsizelimit preferbitmaptips readreverseindex threads usebitmaps usepathwalk usesparse window"),
  ...table("pack", "windowmemory writebitmaphashcache writebitmaplookuptable writereverseindex"),
  ...table("pull", "ff rebase"),
  ...table("pull", "octopus twohead", STRATEGIES),
  ...table("push", "autosetupremote default followtags gpgsign negotiate pushoption recursesubmodules usebitmaps"),
  ...table("push", "useforceifincludes"),
  ...table("rebase", "abbreviatecommands autosquash autostash backend forkpoint maxlabellength"),
  ...table("rebase", "instructionformat", ONE_LINE),
  ...table("rebase", "missingcommitscheck rebasemerges reschedulefailedexec stat updaterefs"),
  ...table("repack", "packkeptobjects updateserverinfo usedeltabaseoffset usedeltaislands writebitmaps"),
  ...table("rerere", "autoupdate enabled"),
  ...table("sparse", "expectfilesoutsideofpatterns"),
  ...table("splitindex", "maxpercentchange sharedindexexpire"),
  ...table("stash", "showincludeuntracked showpatch showstat"),
  ...table("tag", "forcesignannotated gpgsign"),
  ...table("tag", "sort", NO_SIGNATURE),
  ...table("branch", "sort", NO_SIGNATURE),
  ...table("status", "aheadbehind branch displaycommentprefix relativepaths renamelimit renames short showstash"),
  ...table("status", "showuntrackedfiles"),
  ...table("status", "submodulesummary", NO),
  ...table("commit", "cleanup gpgsign status template verbose"),
  ...table("gpg", "format mintrustlevel"),
  ...table("checkout", "defaultremote guess thresholdforparallelism workers"),
  ...table("clean", "requireforce"),
  ...table("feature", "experimental manyfiles"),
  ...table("fetch", "fsckobjects negotiationalgorithm output parallel prune prunetags recursesubmodules"),
  ...table("fetch", "showforcedupdates unpacklimit writecommitgraph"),
  ...table(
    "gc",
    `aggressivedepth aggressivewindow auto autodetach autopacklimit bigpackthreshold cruftpacks logexpiry packrefs
     pruneexpire reflogexpire reflogexpireunreachable rerereresolved rerereunresolved worktreepruneexpire
     writecommitgraph`,
  ),
  ...table("grep", "column extendedregexp fallbacktonoindex fullname linenumber patterntype threads"),
  ...table("init", "defaultbranch defaultobjectformat defaultrefformat"),
  ...table("http", "extraheader followredirects lowspeedlimit lowspeedtime postbuffer sslverify version"),
  ...table("http.*", "extraheader followredirects lowspeedlimit lowspeedtime postbuffer sslverify version"),
  ...table("lfs", "repositoryformatversion"),
  ...table("lfs.*", "access locksverify"),
  ...table("mailmap", "blob"),
  ...table("maintenance", "auto strategy"),
  ...table("maintenance.*", "auto enabled schedule"),
  ...table("notes", "displayref mergestrategy rewritemode rewriteref"),
  ...table("notes.*", "mergestrategy"),
  ...table("protocol", "version"),
  ...table("receive", "autogc denycurrentbranch denydeletecurrent denydeletes denynonfastforwards fsckobjects"),
  ...table("transfer", "fsckobjects hiderefs unpacklimit"),
  ...table("worktree", "guessremote userelativepaths"),
]);
