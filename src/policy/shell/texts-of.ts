import { type Command, forEachChild, type SyntaxNode, type Word } from "unbash";
import { parseLine } from "./parse-line.ts";

/**
 * The texts of a command line in which a program may find the name of a file: words with blanks, quotes or brackets in
 * them (the program of sed, awk, python, a shell), here-strings and here-documents. None where all commands of the line
 * only print, compare or store what they are given, and not the message of a commit.
 */
export function textsOf(line: string): string[] {
  const texts: string[] = [];
  let isInert = true;
  let isEdited = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Command") {
      const name = node.name?.value ?? "";
      if (node.name !== undefined && !INERT.has(name) && !isNoting(node)) isInert = false;
      if (EDITORS.test(name)) isEdited = true;
      const messages = new Set<SyntaxNode>(isNoting(node) ? messagesOf(node) : []);
      forEachChild(node, (child) => {
        if (messages.has(child)) visitInside(child);
        else visit(child);
      });
      return;
    }
    if (node.type === "Word") texts.push(node.value);
    if (node.type === "HereDoc") texts.push(node.body.text);
    forEachChild(node, visit);
  };
  // A message is no program, but a substitution in it is one.
  const visitInside = (node: SyntaxNode): void => {
    const before = texts.length;
    const wasInert = isInert;
    isInert = true;
    forEachChild(node, visit);
    if (isInert) texts.length = before;
    isInert &&= wasInert;
  };
  try {
    visit(parseLine(line));
  } catch {
    return [line];
  }
  if (isInert) return [];
  return texts.filter((text) => /[\s()"'`<>]/.test(text) || (isEdited && /[wW]/.test(text)));
}

/** The parts of such a text that may be paths. */
export function pathsInText(text: string): string[] {
  const pieces = text.split(SEPARATORS);
  return [...pieces, ...pieces.flatMap(behindCommand)].filter((piece) => piece !== "");
}

const SEPARATORS = /(?:[\s;|&<>()"'`$={},:![\]]|\\[nrt])+/;

/** `s/a/b/w.envrc`: sed and ed need no blank behind the command that writes. */
function behindCommand(piece: string): string[] {
  const found: string[] = [];
  for (const { index } of piece.matchAll(/[wWrR](?=[./~])/g)) {
    if (found.push(piece.slice(index + 1)) > 8) break;
  }
  return found;
}

const EDITORS = /(?:^|\/)(?:g?sed|ed|red|ex|n?vim?|vi|view)$/;

/** Commands for which a text is only a text. */
const INERT = new Set(
  (
    "echo printf cat tee grep egrep fgrep rg ag head tail sort uniq wc ls mkdir touch cd true false : test [ pwd date " +
    "tr cut comm diff cmp basename dirname sleep export local declare readonly exit return"
  ).split(" "),
);

const NOTING = new Set(
  (
    "git commit, git tag, git add, git merge, git notes, git stash, git log, git grep, git status, git diff, git show, " +
    "git push, git checkout, git switch, git branch, gh pr, gh issue, gh release, glab mr, glab issue"
  ).split(", "),
);

/** A command that is given a message, and keeps or sends it. */
function isNoting({ name, args: [first] }: Command): boolean {
  return NOTING.has(`${name?.value} ${first?.type === "Word" ? first.value : ""}`);
}

/** The values of its options for messages, and of no others: git runs the values of some. */
function messagesOf({ args }: Command): Word[] {
  const words = args.flatMap((arg) => (arg.type === "Word" ? [arg] : []));
  return words.filter((word, at) => MESSAGE.test(words[at - 1]?.value ?? "") || ATTACHED.test(word.value));
}

const MESSAGE = /^(?:-[a-z]*m|--message|--body|--title|-[tb]|--notes|--grep)$/;
const ATTACHED = /^--(?:message|body|title|notes|grep)=/;
