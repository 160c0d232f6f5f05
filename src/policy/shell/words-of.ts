import { forEachChild, type SyntaxNode } from "unbash";
import { parseLine } from "./parse-line.ts";

/**
 * The words of a command line that the shell expands, as they are written, and the path patterns of git, which it expands
 * itself.
 */
export function patternsOf(command: string): string[] {
  const words: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Word" && /[*?[{$`(]/.test(node.text)) words.push(node.text);
    if (node.type === "Command" && node.name?.value === "git")
      for (const arg of node.args) if (arg.type === "Word" && GIT_PATTERN.test(arg.value)) words.push(arg.value);
    forEachChild(node, visit);
  };
  try {
    visit(parseLine(command));
  } catch {
    return command.split(/\s+/).filter((word) => /[*?[{$`(]/.test(word));
  }
  return words;
}

/** No message of a commit: it has no blank in it. */
const GIT_PATTERN = /^\S*[*?[]\S*$/;

/** Every word of a command line that is certain, wherever it stands: also targets of redirections. */
export function wordsOf(command: string): string[] {
  const words: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Word" && node.value !== "") words.push(node.value);
    forEachChild(node, visit);
  };
  try {
    visit(parseLine(command));
  } catch {
    return command.split(/\s+/).filter((word) => word !== "");
  }
  return words;
}

/** The words of a command line that are programs, or scripts that a shell or an interpreter is given: they are read. */
export function runWordsOf(command: string): string[] {
  const words: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Command" && node.name !== undefined) {
      const [first] = node.args;
      words.push(node.name.value);
      if (SCRIPT_RUNNERS.has(node.name.value) && first?.type === "Word" && !/^[-+]/.test(first.value))
        words.push(first.value);
    }
    forEachChild(node, visit);
  };
  // Each of these may give another program the name, or take a path from a command before.
  if (/[$`!]|\(\)|PATH|\b(?:alias|hash|enable|function)\b/.test(command)) return [];
  try {
    visit(parseLine(command));
  } catch {
    return [];
  }
  return words;
}

const SCRIPT_RUNNERS = new Set(". source bash sh dash zsh ksh node python python3 ruby perl".split(" "));
