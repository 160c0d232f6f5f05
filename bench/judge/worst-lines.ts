// Ten thousand are read; a little room is left for what a test puts in front.
const LONGEST = 9_980;

// Each may fail, so that the line could be in any of 32 directories.
const MOVES = "cd src;cd docs;cd data;cd packages;cd services;";
const SIXTEEN = "a b c d e f g h i j k l m n o p";

/** Command lines made to be slow to judge: as long as is read at all, or nested as deeply. */
export const WORST_LINES: Readonly<Record<string, string>> = {
  "one long word": filled("cat ", "a"),
  "thousands of arguments": filled("cat", " a"),
  "thousands of files that exist": filled("cat", " a.txt"),
  "as many different files": numbered("cat", (index) => ` f${index}`),
  "down and up again": filled("cat ", "src/../"),
  "down and up, in many words": filled("cat", " src/../src/../a.txt"),
  "files of the home directory": filled("cat", " ~/a"),
  "thousands of options": filled("sort", " -k1"),
  "thousands of unknown options": filled("sort", " --zz"),
  "one bundle of options": filled("grep -", "i", " a a.txt"),
  "&& chain": filled("", "ls&&", "ls"),
  "|| chain": filled("", "ls||", "ls"),
  "; list": filled("", "ls;"),
  pipeline: filled("", "ls|", "ls"),
  background: filled("", "ls&"),
  lines: filled("", "ls\n"),
  "$( in $(": nested("$(echo ", "ls", ")", 390),
  '"$( in "$(': nested('echo "$(', "ls", ')"', 390),
  "` beside `": filled("echo", " `ls`", "", 1900),
  "( in (": nested("(", "ls", ")", 390),
  "( ( apart": nested("( ", "ls", " )", 390),
  "{ in {": nested("{ ", "ls", "; }", 390),
  "${x:- in ${x:-": `echo ${nested("${x:-", "y", "}", 390)}`,
  '"${x:- in "${x:-': `echo ${nested('"${x:-', "y", '}"', 390)}`,
  "more brackets than are read": nested("$(", "ls", ")", 3000),
  "(( in ((": `echo $((${nested("(", "1", ")", 390)}))`,
  "$(( in $((": `echo ${nested("$((1+", "1", "))", 190)}`,
  "a long sum": filled("echo $((", "1+", "1))"),
  "a long ?:": filled("echo $((", "1?1:", "1))"),
  "$[": filled("", "$["),
  "[[ ( (": `[[ ${nested("( ", "-f a", " )", 390)} ]]`,
  "[[ ! !": filled("[[ ", "! ", "-f a ]]"),
  "[[ && &&": filled("[[ ", "-f a && ", "-f a ]]"),
  "[[ =~ ((": `[[ a =~ ${nested("(a|", "b", ")", 390)} ]]`,
  "loops in loops": nested("for i in a b; do ", "ls", "; done", 39),
  "loops in loops, too deep": nested("for i in a b; do ", "ls", "; done", 390),
  "loops that move": nested("while cd src; do ", "ls", "; done", 38),
  "loops that move, too deep": nested("while cd src; do ", "ls", "; done", 390),
  "if in if": nested("if ls; then ", "ls", "; fi", 39),
  "elif, elif": filled("if ls; then ls; ", "elif ls; then ls; ", "fi"),
  "case of many": filled("case a in ", "a) ls;;", " esac"),
  "functions in functions": nested("f() { ", "ls", "; }", 38),
  "functions of functions": numbered("ls;", (index) => `f${index}() { f${index - 1}; };`, "f1", 8000),
  "functions that move": numbered("", (index) => `f${index}() { cd src; };`, "f1;git status", 8000),
  "variables of variables": numbered("x0=a;", (index) => `x${index}="$x${index - 1}$x${index - 1}";`, "echo $x9"),
  "a variable of itself": filled("x=a;", 'x="$x$x";', "echo $x"),
  "two variables of each other": filled("a=1;b=2;", 'a="$b$b";b="$a$a";', 'echo "$a$b"'),
  "sixteen values, often": filled(`for i in ${SIXTEEN}; do `, "cat $i;", "done"),
  "sixteen values, in one command": filled(`for i in ${SIXTEEN}; do cat`, " $i", ";done"),
  "sixteen repositories, often": filled(`for i in ${SIXTEEN}; do `, "git -C $i status;", "done"),
  "a list of thousands": filled("for i in", " a", "; do cat $i; done"),
  "a long here-document": filled("cat <<E\n", "a $x\n", "E\n"),
  "many here-documents": filled("", "cat <<A\nb\nA\n"),
  "here-documents on one line": `cat ${"<<A ".repeat(1400)}\n${"A\n".repeat(1400)}`,
  "here-strings": filled("cat ", "<<<a "),
  "a long sed program": filled("sed '", "s/a/b/;", "' a.txt"),
  "sed { in {": `sed '${nested("{", "p", "}", 390)}' a.txt`,
  "many sed programs": filled("sed", " -e p", " a.txt"),
  "a long awk program": filled("awk '{", "a=a+1;", "}' a.txt"),
  "awk ( in (": `awk '{print ${nested("(", "1", ")", 390)}}' a.txt`,
  "awk !!": filled("awk '", "!", "a' a.txt"),
  "awk ||": filled("awk '", "/a/||", "/b/' a.txt"),
  "thousands of moves": filled("", "cd src;", "ls"),
  "thousands of moves up": filled("", "cd ..;", "ls"),
  "thousands of moves apart": filled("", "(cd src;ls a);", "", 5000),
  "many directories, many files": filled(MOVES, "cat a;"),
  "many directories, many arguments": filled(`${MOVES}cat`, " a"),
  "many directories, different files": numbered(`${MOVES}cat`, (index) => ` f${index}`),
  "many directories, down and up": filled(`${MOVES}cat `, "src/../"),
  "many directories, many searches": filled(MOVES, "grep -r a;"),
  "many directories, many values": filled(`${MOVES}for i in ${SIXTEEN}; do `, "cat $i;", "done"),
  "many directories, redirections": filled(`${MOVES}cat`, " <a.txt"),
  "many directories, many gits": filled(MOVES, "git status;"),
  "many directories, git -C": filled(`${MOVES}git`, " -C .", " status"),
  "many gits": filled("", "git status;"),
  "thousands of git -C": filled("git", " -C .", " status"),
  "git -C, down and up": filled("git", " -C src/..", " status"),
  "different git -C": numbered("", (index) => `git -C d${index} status;`),
  "git with many paths": filled("git log --", " a.txt"),
  "{a,b}{a,b}": filled("echo ", "{a,b}", "", 1900),
  "{a,{a,": `echo ${nested("{a,", "b", "}", 390)}`,
  "****": filled("ls ", "*"),
  "?*?*": filled("ls ", "?*"),
  "[[[[": filled("ls ", "["),
  "@(a|@(a|": `ls ${nested("@(a|", "b", ")", 390)}`,
  "empty quotes": filled("echo ", "''"),
  "quotes in quotes": filled("echo ", "'\"'\""),
  "quotes that never end": filled("echo ", "\"a'"),
  backslashes: filled("echo ", "\\"),
  "split lines": filled("echo ", "\\\n", "a"),
  $x$x: filled("echo ", "$x"),
  "$x $x": filled("echo", " $x"),
  xargs: filled("ls|", "xargs ", "cat"),
  nice: filled("", "nice ", "ls"),
  env: filled("", "env ", "ls"),
  timeout: filled("", "timeout 1 ", "ls"),
  command: filled("", "command ", "ls"),
  "! !": filled("", "! ", "ls"),
  "find with many tests": filled("find .", " -o -name a"),
  "find ( (": `find .${nested(" \\(", " -name a", " \\)", 1600)}`,
  "a script in a script": `bash -c '${filled("", "ls;", "", 9900)}'`,
  "a long jq program": filled("jq '", ".a|", ".b' a.json"),
  assignments: filled("", "a=1;"),
  "a long list": filled("a=(", " a", ")"),
  "changes, changes": filled("", "rm a;"),
  "redirections to files": filled("", ">a;"),
  comment: filled("", "#"),
  blanks: filled("ls", " ", "a"),
  "too long": `cat ${"a ".repeat(50_000)}`,
};

/** As often as fits. */
function filled(before: string, unit: string, after = "", longest = LONGEST): string {
  const times = Math.floor((longest - before.length - after.length) / unit.length);
  return before + unit.repeat(times) + after;
}

function nested(open: string, inside: string, close: string, times: number): string {
  return open.repeat(times) + inside + close.repeat(times);
}

/** As many different ones as fit. */
function numbered(before: string, unit: (index: number) => string, after = "", longest = LONGEST): string {
  let line = before;
  for (let index = 1; line.length + unit(index).length + after.length <= longest; index++) line += unit(index);
  return line + after;
}
