/**
 * Variables that a script may use for itself. Not a name that a program or the shell reads: if it is exported
 * already, assigning it changes other commands.
 */
export function isPlainName(name: string): boolean {
  if (SCRATCH.has(name) || /^[A-Z]\d?$/.test(name)) return true;
  if (/^[A-Z]/.test(name)) return NEUTRAL.test(name);
  return /^_?[a-z]\w*$/.test(name) && !INFLUENTIAL.test(name);
}

/** Lower-case names that programs read. */
const INFLUENTIAL = /^(?:(?:https?|ftp|all|no|rsync|socks)_proxy|npm_.*|pip_.*|cargo_.*|histchars|auto_resume|_)$/;

/** Upper-case names that no program reads. */
const SCRATCH = new Set(
  `ARG ARGS BAR BASE BAZ BODY BRANCH BRANCHES CHANGED COMMIT COMMITS COUNT CURRENT DATA DATE DAYS DIR DIRS END ENTRY FILE
  FILENAME FILEPATH FILES FIRST FOO FOUND HASH IDX INDEX INPUT ITEM ITEMS KEY LAST LEN LENGTH LIMIT LINE LINECOUNT LIST MATCH
  MATCHES MAX MIN MODULE MODULES MSG NAME NAMES NUM OLD NEW OUT OUTPUT PACKAGE PACKAGES PATTERN PKG PKGS PORT PREFIX
  PROJECT REF RESULT RESULTS REPO REV REVISION ROOT SCRIPT SEARCH SECTION SHA SIZE SRC START STATUS STEP STR SUFFIX SUM TAG
  TAGS TARGET TEST TESTS TEXT TITLE TOTAL TYPE VALUE VAR VERSION WORD WORDS`.split(/\s+/),
);

/** `BASE_DIR`, `START_LINE`: a first word that no program's variables begin with. */
const NEUTRAL =
  /^(?:BASE|START|END|SRC|OLD|NEW|MY|TOTAL|MAX|MIN|FIRST|LAST|CURRENT|TARGET|SCRIPT|REPO|ROOT|SEARCH|LINE|WORD|MATCH|COMMIT|BRANCH|MODULE)_(?:DIR|FILE|FILES|LINE|LINES|DATE|NAME|COUNT|SIZE|SHA|HASH|REF|ROOT|TEXT|ID|NUM|LEN|PATTERN|VERSION)$/;

/** The values with which a variable may be set for a command. Others are not understood. */
const FOR_COMMANDS: readonly (readonly [RegExp, RegExp])[] = [
  // In another encoding bash finds other characters in the same bytes: a backslash, the end of a quotation.
  [/^(?:LC_[A-Z]+|LANG)$/, /^(?:C|POSIX|(?:C|[a-z]{2,3}_[A-Z]{2})\.(?:UTF|utf)-?8(?:@[a-z]+)?)$/],
  [/^LANGUAGE$/, /^[A-Za-z0-9_.@:-]*$/],
  [/^TZ$/, /^[A-Za-z0-9_+:/-]*$/],
  [/^(?:NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|CI)$/, /^[A-Za-z0-9]*$/],
  [/^(?:COLUMNS|LINES)$/, /^\d*$/],
  [/^COLORTERM$|^TERM$/, /^(?:dumb|xterm(?:-256color)?|truecolor|ansi|)$/],
  // For dpkg and man an empty text is no pager of one's own, and they start their usual one.
  [/^(?:PAGER|MANPAGER)$/, /^cat$/],
  [/^(?:GIT_PAGER|GH_PAGER|BAT_PAGER|AWS_PAGER|SYSTEMD_PAGER)$/, /^(?:cat|)$/],
  [/^GIT_OPTIONAL_LOCKS$/, /^0$/],
  [/^GIT_TERMINAL_PROMPT$/, /^[01]$/],
  [/^MANWIDTH$/, /^\d*$/],
  [/^(?:GREP_COLORS?|LS_COLORS|JQ_COLORS)$/, /^[A-Za-z0-9;:=*._-]*$/],
  [/^(?:TIME_STYLE|QUOTING_STYLE|BLOCK_SIZE|BLOCKSIZE)$/, /^[A-Za-z0-9+%: _-]*$/],
  [/^(?:NODE_ENV|RUST_BACKTRACE|PYTHONIOENCODING|PYTHONUTF8)$/, /^[A-Za-z0-9_-]*$/],
];

/** Whether setting this variable to this value changes nothing but what a command prints. */
export function isHarmlessSetting(name: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  return FOR_COMMANDS.some(([names, values]) => names.test(name) && values.test(value));
}
